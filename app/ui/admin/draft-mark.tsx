import styles from "./draft-mark.module.css";

/** Stands on an entry that visitors do not see. */
export function DraftMark({ className = "" }: { className?: string }) {
  return <span className={`${styles.draft} ${className}`}>Draft</span>;
}
