import { Meet } from "#app/ui/meet.tsx";
import type { Photo } from "#app/ui/picture.tsx";
import { type Seam, seamClass, usualSeam } from "#app/ui/seam.ts";
import { serverRendered } from "#app/ui/site/server-rendered.tsx";
import styles from "./seam-slider.module.css";

export interface SeamSliderProps {
  built: Photo | null;
  drawn: Photo | null;
  seam: Seam | null;
  alt: string;
  /** Labels of its ends: drawn, built. */
  labels: [drawn: string, built: string];
}

/**
 * The full-width picture with a movable seam. Rendered on the server only, and made interactive by
 * `enableSeamSlider`, without React.
 */
export function SeamSlider({ picture }: { picture: SeamSliderProps | undefined }) {
  // The browser's code has to name a class, or the build leaves the style sheet out.
  if (!import.meta.env.SSR || !picture) return <div id="case-picture" className={styles.slab} {...serverRendered} />;
  const { built, drawn, seam, alt, labels } = picture;
  return (
    <div
      id="case-picture"
      className={`${styles.slab} ${built?.focus ? "" : styles.unfocused} ${seamClass(seam ?? usualSeam)}`}
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
      {built && (
        <div className="wrap">
          <div className={styles.range}>
            <span>{labels[1]}</span>
            <div className={styles.track} data-track="" />
            <span>{labels[0]}</span>
          </div>
        </div>
      )}
    </div>
  );
}
