import {
  type DragEvent,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from "react";
import { Meet } from "#app/ui/meet.tsx";
import type { Photo } from "#app/ui/picture.tsx";
import { type Seam, seamClass, usualSeam } from "#app/ui/seam.ts";
import styles from "./seam-slider.module.css";

interface SeamSliderProps {
  built: Photo | null;
  drawn: Photo | null;
  seam: Seam | null;
  alt: string;
  /** Labels of its ends: drawn, built. */
  labels: [drawn: string, built: string];
}

/**
 * The full-width picture with a movable seam: drag the picture or the slider below it, or press the arrow keys for
 * steps of 5, or Page Up and Page Down for steps of 20. Seam, handle and pointer move in the same direction. Left of the
 * seam the picture is drawn, so the slider's right end is "all drawn".
 */
export function SeamSlider({ built, drawn, seam, alt, labels }: SeamSliderProps) {
  const frame = useRef<HTMLDivElement>(null);
  // Unknown until hydration: only the style sheet knows where the seam rests at this width.
  const [value, setValue] = useState<number | null>(null);

  useEffect(
    () =>
      setValue(
        clamped((styleNumber(frame.current, "--rest") - hiddenBefore(frame.current)) * enlargement(frame.current)),
      ),
    [],
  );

  const move = (next: number) => {
    setValue(next);
    moveSeam(frame.current, next);
  };
  const drag = useDrag(frame, move);

  return (
    <div
      ref={frame}
      id="case-picture"
      className={`${styles.slab} ${built?.focus ? "" : styles.unfocused} ${seamClass(seam ?? usualSeam)}`}
      data-hydrate-in-view={built ? "" : undefined}
    >
      {/* The slider below offers the same to keyboards and screen readers. */}
      <div className={built && value !== null ? styles.hydrated : undefined} {...(built && value !== null && drag)}>
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
      </div>
      {built && (
        <div className="wrap">
          <Slider value={value} onMove={move} drag={drag} labels={labels} />
        </div>
      )}
    </div>
  );
}

/** Event handlers that track a pointer across their element. A finger that scrolls the page moves nothing. */
function useDrag(frame: RefObject<HTMLElement | null>, onMove: (value: number) => void) {
  const follow = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    onMove(clamped(((clientX - left) / width) * 100));
  };
  const hold = (isHeld: boolean) => frame.current?.classList.toggle(styles.held ?? "", isHeld);
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      // A finger on the picture may be about to scroll; one on the slider is not.
      if (event.pointerType === "mouse" || event.currentTarget.role === "slider") follow(event);
    },
    onPointerMove: (event: PointerEvent) => {
      if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
      hold(true);
      follow(event);
    },
    onLostPointerCapture: () => hold(false),
    // Otherwise the browser would drag the image away.
    onDragStart: (event: DragEvent) => event.preventDefault(),
  };
}

/** Near its ends the seam runs ahead of the handle, so that at 0 nothing drawn is left and at 100 nothing built. */
function moveSeam(frame: HTMLElement | null, value: number) {
  const beyond = styleNumber(frame, "--step") + 2;
  const seam =
    value / enlargement(frame) +
    hiddenBefore(frame) -
    (Math.max(0, 10 - value) / 10) * beyond +
    (Math.max(0, value - 90) / 10) * 2;
  pictureOf(frame)?.style.setProperty("--seam", `${seam}%`);
  frame?.style.setProperty("--handle", `${value}%`);
}

const pictureOf = (frame: HTMLElement | null) => frame?.querySelector<HTMLElement>(`.${styles.picture}`);

/** How much wider the whole picture is than the part that the frame shows. */
const enlargement = (frame: HTMLElement | null) => {
  const { shown, whole } = boxesOf(frame);
  return shown && whole ? whole.width / shown.width : 1;
};

/** How much of the whole picture is cut off left of the frame, in per cent. */
const hiddenBefore = (frame: HTMLElement | null) => {
  const { shown, whole } = boxesOf(frame);
  return shown && whole ? (100 * (shown.left - whole.left)) / whole.width : 0;
};

function boxesOf(frame: HTMLElement | null) {
  const picture = pictureOf(frame);
  return { shown: picture?.getBoundingClientRect(), whole: picture?.firstElementChild?.getBoundingClientRect() };
}

interface SliderProps {
  /** How much is drawn, from 0 to 100; unknown until hydration. */
  value: number | null;
  onMove(value: number): void;
  drag: ReturnType<typeof useDrag>;
  labels: [string, string];
}

function Slider({ value, onMove, drag, labels: [drawn, built] }: SliderProps) {
  const now = value ?? 0;
  const press = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowRight: now + 5,
      ArrowUp: now + 5,
      ArrowLeft: now - 5,
      ArrowDown: now - 5,
      PageUp: now + 20,
      PageDown: now - 20,
      Home: 0,
      End: 100,
    };
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    onMove(clamped(next));
  };
  const handlers = {
    role: "slider",
    tabIndex: 0,
    "aria-label": `${built} to ${drawn}`,
    "aria-valuemin": 0,
    "aria-valuemax": 100,
    "aria-valuenow": now,
    "aria-valuetext": `${now}% ${drawn}`,
    onKeyDown: press,
    ...drag,
  };
  return (
    <div className={styles.range}>
      <span>{built}</span>
      <div className={styles.track} {...(value !== null && handlers)} />
      <span>{drawn}</span>
    </div>
  );
}

const clamped = (value: number) => Math.min(100, Math.max(0, Math.round(value)));

function styleNumber(element: HTMLElement | null, property: string): number {
  return element ? Number.parseFloat(getComputedStyle(element).getPropertyValue(property)) || 0 : 0;
}
