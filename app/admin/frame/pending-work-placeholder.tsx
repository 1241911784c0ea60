import styles from "./pending-work-strip.module.css";

/** The space of the line about pending work while it is loading. A file of its own: the server renders it too. */
export const PendingWorkPlaceholder = () => <div className={`framed line between ${styles.strip}`} data-loading="" />;
