import { type RefObject, startTransition, useEffect, useRef, useState } from "react";
import { CrossedBox } from "./crossed-box.tsx";
import styles from "./meet.module.css";
import { type Photo, Picture } from "./picture.tsx";
import { type Seam, seamClass, usualSeam } from "./seam.ts";

export interface MeetProps {
  built: Photo | null;
  /** Null: the built picture meets a crossed box. */
  drawn: Photo | null;
  seam: Seam | null;
  /** Alternative text. */
  alt: string;
  /** The `sizes` attribute: its width on the page. */
  sizes: string;
  /** Above the fold: loaded with high priority and built by CSS as soon as it is visible. */
  eager?: boolean;
  /** Whether it builds when scrolled into view. Otherwise a style sheet says when. */
  inView?: boolean;
  /** The seam stays at `--seam` as set from outside (the slider): no building, no hover. */
  still?: boolean;
  className?: string;
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
  className,
}: MeetProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  const isSeen = useSeen(frame, inView && !still);
  const state = [eager && !still && styles.builds, !isSeen && styles.unbuilt, still ? styles.still : styles.live];
  const pair = drawn ?? built;
  return (
    <div
      ref={frame}
      data-part="picture"
      className={[styles.meet, seamClass(seam ?? usualSeam), ...state, className].filter(Boolean).join(" ")}
    >
      {pair ? (
        <div className={styles.sheet}>
          {eager && drawn?.isDrawing ? (
            // Part of the document, and its strokes draw themselves. The server adds viewBox and paths
            // (site/render/drawings.server.ts); hydration leaves them unchanged.
            <svg
              {...(import.meta.env.SSR && { "data-drawing": drawn.src })}
              suppressHydrationWarning
              // biome-ignore lint/security/noDangerouslySetInnerHtml: empty
              dangerouslySetInnerHTML={{ __html: "" }}
            />
          ) : drawn ? (
            <Picture
              photo={drawn}
              alt=""
              sizes={sizes}
              eager={eager}
              className={`${styles.picture} ${styles.drawn}`}
              onLoad={() => setNear(true)}
            />
          ) : (
            <CrossedBox />
          )}
          {built && (
            // Clipped away it counts as off screen and lazy loading would never fetch it, so it loads after its drawn
            // partner.
            <Picture
              photo={built}
              alt={alt}
              sizes={sizes}
              eager={eager}
              now={isNear}
              className={`${styles.picture} ${styles.built}`}
            />
          )}
          <Handles />
        </div>
      ) : (
        // Not in the sheet, whose edges a cropping frame cuts off.
        <CrossedBox />
      )}
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

/** A picture below the fold starts drawn and builds once, when 40 % of it is in view. */
function useSeen(frame: RefObject<HTMLElement | null>, waits: boolean): boolean {
  const [isSeen, setSeen] = useState(true);
  useEffect(() => {
    const element = frame.current;
    if (!element || !waits) return;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const { top, bottom } = element.getBoundingClientRect();
    // A picture already visible stays built.
    if (top < innerHeight && bottom > 0) return;
    // A page may have a dozen of these; a transition keeps the main thread responsive.
    startTransition(() => setSeen(false));
    const look = (entries: IntersectionObserverEntry[]) => {
      // Some browsers also report the first edge contact.
      if (!entries.some(({ intersectionRatio }) => intersectionRatio >= 0.4)) return;
      setSeen(true);
      observer.disconnect();
    };
    const observer = new IntersectionObserver(look, { threshold: 0.4 });
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame, waits]);
  return isSeen;
}
