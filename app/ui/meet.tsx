import { type RefObject, startTransition, useEffect, useRef, useState } from "react";
import { CrossedBox } from "./crossed-box.tsx";
import styles from "./meet.module.css";
import { type Photo, Picture } from "./picture.tsx";
import { type Seam, seamClass, usualSeam } from "./seam.ts";

export interface MeetProps {
  built: Photo | null;
  /** Without a drawn partner the built picture meets a crossed box. */
  drawn: Photo | null;
  seam: Seam | null;
  /** What the picture shows. */
  alt: string;
  /** Its width on the page, as the `sizes` of an image. */
  sizes: string;
  /** On the first screen: fetched first, and built by the style sheet as soon as it is seen. */
  eager?: boolean;
  /** Whether it may be built now; it then builds itself as soon as its picture is there. Without it, being seen decides. */
  isBuilt?: boolean;
  /** Stays where `--seam` is set from outside (the slider): neither builds itself nor follows the pointer. */
  still?: boolean;
  className?: string;
}

/** The same picture drawn and built, joined on a stepped seam. Hovering, focusing or tapping what holds it shows it all built. */
export function Meet({ built, drawn, seam, alt, sizes, eager = false, isBuilt, still = false, className }: MeetProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [isLoaded, setLoaded] = useState(eager);
  const [isNear, setNear] = useState(false);
  const isSeen = useSeen(frame, isBuilt === undefined && !eager && !still);
  const unbuilt = isBuilt === undefined ? !isSeen : !(isBuilt && isLoaded);
  const [shown, tap] = useTap(frame);
  const state = [
    eager && !still && styles.builds,
    unbuilt && styles.unbuilt,
    shown && styles.shown,
    still ? styles.still : styles.live,
  ];
  const pair = drawn ?? built;
  return (
    // biome-ignore lint/a11y: the tap shows a picture's other state; what it shows is said by the alternative text in both
    <div
      ref={frame}
      data-part="picture"
      className={[styles.meet, seamClass(seam ?? usualSeam), ...state, className].filter(Boolean).join(" ")}
      onClick={still ? undefined : tap}
    >
      <div className={styles.sheet}>
        {drawn ? (
          <Picture
            photo={drawn}
            alt=""
            sizes={sizes}
            eager={eager}
            now={isBuilt !== undefined}
            className={`${styles.picture} ${styles.drawn}`}
            onLoad={(image) => {
              markThere(image);
              setNear(true);
            }}
          />
        ) : (
          <CrossedBox />
        )}
        {built && (
          // Clipped away it is out of sight for the browser, which would not fetch it: it follows its drawn partner.
          <Picture
            photo={built}
            alt={alt}
            sizes={sizes}
            eager={eager}
            now={isNear || isBuilt !== undefined}
            className={`${styles.picture} ${styles.built}`}
            onLoad={(image) => {
              markThere(image);
              setLoaded(true);
            }}
          />
        )}
        {pair && <Handles />}
      </div>
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

/** The style sheet draws a box where a picture is missing. One that has come is marked, since a transparent one would show it. */
function markThere(image: HTMLImageElement) {
  image.dataset.there = "";
}

/** For pictures that come before hydration: runs before the first paint. One constant text: the content policy names its hash. */
export const markPicturesScript = `document.addEventListener("load",({target:t})=>{if(t instanceof HTMLImageElement)t.dataset.there=""},true)`;

/** Below the first screen a picture waits drawn and builds itself once, when 40 % of it is in view. */
function useSeen(frame: RefObject<HTMLElement | null>, waits: boolean): boolean {
  const [isSeen, setSeen] = useState(true);
  useEffect(() => {
    const element = frame.current;
    if (!element || !waits || !("IntersectionObserver" in window)) return;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const { top, bottom } = element.getBoundingClientRect();
    // What the visitor already sees built is not taken apart again.
    if (top < innerHeight && bottom > 0) return;
    // A page may have a dozen of these; as a transition they leave the browser free to answer.
    startTransition(() => setSeen(false));
    const look = (entries: IntersectionObserverEntry[]) => {
      // Some browsers report the first touch of the edge too.
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

/** A finger has no hover: the first tap shows the built picture, a second one or a touch elsewhere lets go. */
function useTap(frame: RefObject<HTMLElement | null>) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!shown) return;
    const letGo = (event: PointerEvent) => {
      if (!frame.current?.contains(event.target as Node)) setShown(false);
    };
    document.addEventListener("pointerdown", letGo);
    return () => document.removeEventListener("pointerdown", letGo);
  }, [shown, frame]);
  const tap = () => {
    if (matchMedia("(hover: none)").matches) setShown((now) => !now);
  };
  return [shown, tap] as const;
}
