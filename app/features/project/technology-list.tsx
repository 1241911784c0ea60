import styles from "./technology-list.module.css";

/** What a project is made with, in one line that may wrap. Nothing where nothing is said. */
export function TechnologyList({ entries }: { entries: string[] }) {
  if (entries.length === 0) return null;
  return (
    <ul className={styles.list} role="list" aria-label="Technology">
      {entries.map((entry) => (
        <li key={entry}>{entry}</li>
      ))}
    </ul>
  );
}
