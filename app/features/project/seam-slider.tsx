import { Meet } from "#app/ui/meet.tsx";
import type { Photo } from "#app/ui/picture.tsx";
import { type Seam, seamClass, usualSeam } from "#app/ui/seam.ts";
import { SeamGrip, seamSlider } from "#app/ui/site/seam-grip.tsx";
import styles from "./seam-slider.site.module.css";

/**
 * Id of an element behind the picture, for `rel=expect`: Chromium waits for the start of the element that is named, not
 * for its content.
 */
export const endOfPicture = "end-of-case-picture";

export interface SeamSliderProps {
  built: Photo | null;
  drawn: Photo | null;
  seam: Seam | null;
  alt: string;
  /** Labels of its ends: drawn, built. */
  labels: [drawn: string, built: string];
}

/**
 * The full-width picture with a movable seam. Made interactive by `enableSeamSlider`, without React, at the first sign
 * of a visitor's hand.
 */
export function SeamSlider({ built, drawn, seam, alt, labels }: SeamSliderProps) {
  const isMovable = built !== null && drawn !== null;
  // Of a frame that shows the whole width; the script corrects it for one that crops.
  const value = Math.min(100, Math.max(0, Math.round((seam ?? usualSeam).rest)));
  return (
    <div
      id="case-picture"
      data-seam=""
      className={[
        styles.slab,
        isMovable && styles.movable,
        !built?.focus && styles.unfocused,
        seamClass(seam ?? usualSeam),
      ]
        .filter(Boolean)
        .join(" ")}
    >
      <Meet
        className={styles.picture}
        built={built}
        drawn={drawn}
        seam={seam}
        alt={alt}
        sizes="(max-width: 575px) 105vw, 100vw"
        eager
        still
      >
        {isMovable && <SeamGrip labels={labels} />}
      </Meet>
      <span id={endOfPicture} hidden />
      {isMovable && <div className={`needs-script no-print ${styles.track}`} {...seamSlider(labels, value)} />}
    </div>
  );
}
