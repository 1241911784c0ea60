import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { Meet } from "#app/ui/meet.tsx";
import type { Photo } from "#app/ui/picture.tsx";
import { type Seam, seamClass, usualSeam } from "#app/ui/seam.ts";
import styles from "./seam-slider.module.css";

interface SeamSliderProps {
  built: Photo | null;
  drawn: Photo | null;
  seam: Seam | null;
  alt: string;
  /** What its ends are called: drawn, built. */
  labels: [drawn: string, built: string];
}

/** The picture across the page, with a slider that moves its seam by hand: by pointer, or by 5 with the arrow keys. */
export function SeamSlider({ built, drawn, seam, alt, labels }: SeamSliderProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [value, setValue] = useState<number | null>(null);

  // Only a script can move it: until then the line below is a legend. The style sheet knows where the seam rests at this width.
  useEffect(() => setValue(clamped(styleNumber(frame.current, "--rest"))), []);

  const move = (next: number) => {
    setValue(next);
    moveSeam(frame.current, next);
  };

  return (
    <div ref={frame} className={`${styles.slab} ${seamClass(seam ?? usualSeam)}`}>
      <Meet
        className={styles.picture}
        built={built}
        drawn={drawn}
        seam={seam}
        alt={alt}
        sizes="(max-width: 575px) 110vw, 100vw"
        eager
        still
      />
      {built && (
        <div className="wrap">
          <Slider value={value} onMove={move} labels={labels} />
        </div>
      )}
    </div>
  );
}

/** Near its ends the seam runs ahead of the handle, so that at 0 nothing drawn is left and at 100 nothing built. */
function moveSeam(frame: HTMLElement | null, value: number) {
  const beyond = styleNumber(frame, "--step") + 2;
  const seam = value - (Math.max(0, 10 - value) / 10) * beyond + (Math.max(0, value - 90) / 10) * 2;
  (frame?.firstElementChild as HTMLElement | null)?.style.setProperty("--seam", `${seam}%`);
  frame?.style.setProperty("--handle", `${value}%`);
}

interface SliderProps {
  /** How much is drawn, from 0 to 100; unknown until the script is awake. */
  value: number | null;
  onMove(value: number): void;
  labels: [string, string];
}

function Slider({ value, onMove, labels: [drawn, built] }: SliderProps) {
  const now = value ?? 0;
  const press = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowRight: now + 5,
      ArrowUp: now + 5,
      ArrowLeft: now - 5,
      ArrowDown: now - 5,
      Home: 0,
      End: 100,
    };
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    onMove(clamped(next));
  };
  const follow = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    onMove(clamped(((clientX - left) / width) * 100));
  };
  const grab = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    follow(event);
  };
  const name = {
    "aria-label": `${drawn} to ${built}`,
    "aria-valuemin": 0,
    "aria-valuemax": 100,
    "aria-valuenow": now,
    "aria-valuetext": `${now}% ${drawn}`,
  };
  const awake = {
    role: "slider",
    tabIndex: 0,
    ...name,
    onKeyDown: press,
    onPointerDown: grab,
    onPointerMove: (event: PointerEvent) => event.currentTarget.hasPointerCapture(event.pointerId) && follow(event),
  };
  return (
    <div className={styles.range}>
      <span>{drawn}</span>
      <div className={styles.track} {...(value !== null && awake)} />
      <span>{built}</span>
    </div>
  );
}

const clamped = (value: number) => Math.min(100, Math.max(0, Math.round(value)));

function styleNumber(element: HTMLElement | null, property: string): number {
  return element ? Number.parseFloat(getComputedStyle(element).getPropertyValue(property)) || 0 : 0;
}
