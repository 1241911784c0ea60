import type { ReactNode } from "react";
import { CrossedBox } from "./crossed-box.tsx";
import styles from "./meet.module.css";
import { PauseButton, type Photo, Picture } from "./picture.tsx";
import { type Seam, seamClass, usualSeam } from "./seam.ts";

export interface MeetProps {
  built: Photo | null;
  /** Null: the built picture is shown whole. */
  drawn: Photo | null;
  seam: Seam | null;
  /** Alternative text. */
  alt: string;
  /** The `sizes` attribute: its width on the page. */
  sizes: string;
  /** Above the fold: loaded with high priority and built by CSS as soon as it is visible. */
  eager?: boolean;
  /** Whether it builds when scrolled into view (app/site/hydration/build-pictures.ts). Otherwise a style sheet says when. */
  inView?: boolean;
  /** The seam stays at `--seam` as set from outside (the slider): no hover, and building only if it `opens` the page. */
  still?: boolean;
  opens?: boolean;
  className?: string;
  /** The grip of a seam that can be moved. */
  children?: ReactNode;
}

/**
 * A picture in its drawn and its built state, joined at a stepped seam. Hover, focus or a tap (picture-taps.ts) shows it
 * fully built.
 */
export function Meet({
  built,
  drawn,
  seam,
  alt,
  sizes,
  eager = false,
  inView = !eager,
  still = false,
  opens = eager && !still,
  className,
  children,
}: MeetProps) {
  const isWhole = !drawn && built;
  const state = isWhole ? [styles.whole] : [opens && styles.builds, still ? styles.still : styles.live];
  return (
    <div
      data-part="picture"
      data-waits={inView && !still && !isWhole ? "" : undefined}
      className={[styles.meet, seamClass(seam ?? usualSeam), ...state, className].filter(Boolean).join(" ")}
    >
      {drawn || built ? (
        <div className={styles.sheet} data-sheet="">
          {eager && drawn?.isDrawing ? (
            // Part of the document, and its strokes draw themselves (site/render/drawings.server.ts adds them).
            <svg data-drawing={drawn.src} />
          ) : (
            drawn && (
              <Picture
                photo={drawn}
                alt=""
                sizes={sizes}
                eager={eager}
                className={`${styles.picture} ${styles.drawn}`}
                isInFrame
              />
            )
          )}
          {built && (
            <Picture
              photo={built}
              alt={alt}
              sizes={sizes}
              eager={eager}
              className={`${styles.picture} ${styles.built}`}
              isInFrame
            />
          )}
          {!isWhole && <Handles />}
          {!isWhole && children}
        </div>
      ) : (
        // Not in the sheet, whose edges a cropping frame cuts off.
        <CrossedBox />
      )}
      {/* Not in the sheet either. */}
      {(built?.isAnimated || drawn?.isAnimated) && <PauseButton />}
    </div>
  );
}

function Handles() {
  return (
    <span className={styles.handles} aria-hidden="true">
      <i />
      <i />
      <i />
      <i />
    </span>
  );
}

/**
 * CSS shows a crossed box in place of a missing picture. Loaded ones are marked, before hydration and after, because a
 * transparent picture would let the box show through. Constant text, because the CSP lists its hash.
 */
export const markPicturesScript = `document.addEventListener("load",({target:t})=>{if(t instanceof HTMLImageElement)t.dataset.there=""},true)`;
