import styles from "./crossed-box.module.css";

/** The drawn placeholder of a missing picture. Fills its container. */
export function CrossedBox() {
  return (
    <svg className={styles.box} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      <path d="M0 0H100V100H0ZM0 0 100 100M100 0 0 100" />
    </svg>
  );
}
