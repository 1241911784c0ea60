import type { ReactNode } from "react";
import { check } from "#app/ui/glyphs.ts";
import { Icon } from "#app/ui/icon.tsx";
import styles from "./today.module.css";

/** Says that nothing of something is left. */
export const AllDone = ({ children }: { children: ReactNode }) => (
  <p className={`line gap-10 ${styles.done}`}>
    <Icon of={check} small /> {children}
  </p>
);
