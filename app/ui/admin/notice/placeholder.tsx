import { CrossedBox } from "#app/ui/crossed-box.tsx";
import listStyles from "../list/admin-list.module.css";
import styles from "./placeholder.module.css";

/** Three or two cards per row on large screens, or one row per entry. */
export type ListLayout = "three" | "two" | "rows" | "lines";

interface PlaceholderProps {
  layout: ListLayout | "form";
  /** Whether each card begins with a picture. */
  hasPictures?: boolean | undefined;
}

/** Loading placeholder in the design's drawn style. Visible only if loading takes longer than 300 ms. */
export function Placeholder({ layout, hasPictures = false }: PlaceholderProps) {
  return (
    <div className={styles.placeholder} aria-busy="true">
      <p className="vh">Loading</p>
      {layout === "form" ? (
        <DrawnForm />
      ) : (
        <div className={`${listStyles.list} ${listStyles[layout]}`} aria-hidden="true">
          {[1, 2, 3].map((place) => (
            <div key={place} className={`stack gap-14 ${styles.card} ${layout === "lines" ? styles.framed : ""}`}>
              {hasPictures && layout === "three" && (
                <div className={styles.picture}>
                  <CrossedBox />
                </div>
              )}
              <i className={styles.line} />
              <i className={`${styles.line} ${styles.short}`} />
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

function DrawnForm() {
  return (
    <div className={`stack gap-14 ${styles.card}`} aria-hidden="true">
      <i className={styles.field} />
      <i className={styles.field} />
      <i className={`${styles.field} ${styles.area}`} />
    </div>
  );
}
