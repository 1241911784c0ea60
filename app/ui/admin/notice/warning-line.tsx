import type { ReactNode } from "react";
import { alert } from "#app/ui/glyphs.ts";
import { Icon } from "#app/ui/icon.tsx";
import styles from "./warning-line.module.css";

/** One sentence that says what keeps something from happening. */
export function WarningLine({ children }: { children: ReactNode }) {
  return (
    <p className={styles.warning}>
      <Icon of={alert} small />
      <span>{children}</span>
    </p>
  );
}
