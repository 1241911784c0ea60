import styles from "./technology-list.site.module.css";

/** The technologies of a project, on one line that may wrap. Renders nothing if there are none. */
export function TechnologyList({ entries }: { entries: string[] }) {
  if (entries.length === 0) return null;
  return (
    <ul className={`wraps ${styles.list}`} role="list" aria-label="Technology">
      {entries.map((entry) => (
        <li key={entry}>{entry}</li>
      ))}
    </ul>
  );
}
