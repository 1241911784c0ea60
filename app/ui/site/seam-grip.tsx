import type { HTMLAttributes } from "react";
import { leftRight } from "../glyphs.ts";
import { Icon } from "../icon.tsx";
import styles from "./seam-grip.module.css";

interface SeamGripProps extends Omit<HTMLAttributes<HTMLElement>, "children"> {
  /** What is on either side of the seam. */
  labels: readonly [drawn: string, built: string];
}

/**
 * The handle on a seam, inside the box that the seam's percentages refer to. It shows what is left and what is right of
 * it; site/hydration/seam-slider.ts moves the seam.
 */
export function SeamGrip({ labels: [drawn, built], ...rest }: SeamGripProps) {
  return (
    <div className={`needs-script no-print ${styles.place}`}>
      <div {...rest} data-grip="" className={styles.grip}>
        <span className={styles.label} aria-hidden="true">
          {drawn}
        </span>
        <Icon of={leftRight} />
        <span className={styles.label} aria-hidden="true">
          {built}
        </span>
      </div>
    </div>
  );
}

/** The attributes of a grip that is itself the slider. `value`: how much is drawn, in per cent. */
export const seamSlider = ([drawn, built]: SeamGripProps["labels"], value: number) => ({
  role: "slider",
  tabIndex: 0,
  "aria-label": `${built} to ${drawn}`,
  "aria-valuemin": 0,
  "aria-valuemax": 100,
  "aria-valuenow": value,
  "aria-valuetext": `${value}% ${drawn}`,
});
