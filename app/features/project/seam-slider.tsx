import { Meet } from "#app/ui/meet.tsx";
import type { Photo } from "#app/ui/picture.tsx";
import { type Seam, seamClass, usualSeam } from "#app/ui/seam.ts";
import styles from "./seam-slider.module.css";

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
      />
      <span id={endOfPicture} hidden />
      {isMovable && (
        <div className="wrap">
          <div className={styles.range}>
            <span>{labels[1]}</span>
            <div
              className={styles.track}
              role="slider"
              tabIndex={0}
              aria-label={`${labels[1]} to ${labels[0]}`}
              aria-valuemin={0}
              aria-valuemax={100}
              aria-valuenow={value}
              aria-valuetext={`${value}% ${labels[0]}`}
            />
            <span>{labels[0]}</span>
          </div>
        </div>
      )}
    </div>
  );
}
