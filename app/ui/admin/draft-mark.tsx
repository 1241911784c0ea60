import styles from "./draft-mark.module.css";

/** Badge for an unpublished entry. */
export function DraftMark({ className = "" }: { className?: string }) {
  return <span className={`${styles.draft} ${className}`}>Draft</span>;
}
