import { type CSSProperties, type PointerEvent, useId, useRef } from "react";
import { type Frame, focalPointOf } from "#app/shared/focal-point.ts";
import { ActionButton } from "#app/ui/admin/control/action-button.tsx";
import { arrowKeys } from "#app/ui/admin/form/arrow-keys.ts";
import { FrameViews } from "#app/ui/admin/picture/frame-views.tsx";
import handle from "#app/ui/admin/picture/picture-handle.module.css";
import { usePlaceDrag } from "#app/ui/admin/picture/use-place-drag.ts";
import { undo } from "#app/ui/glyphs.ts";
import { type Seam, shiftToSeam } from "#app/ui/seam.ts";
import styles from "./seam-field.module.css";

interface SeamFieldProps {
  /** URLs of the picture and of its drawn counterpart. */
  built: string;
  drawn: string;
  /** Focal point of the picture, or "". */
  focus: string;
  frames: readonly Frame[];
  seam: Seam;
  /** Whether the project has a seam of its own. */
  isSet: boolean;
  onChange: (seam: Seam) => void;
  onReset: () => void;
}

/** Ratio of the frame in which a seam is measured. */
const sheetRatio = 3 / 2;

/**
 * The seam of a picture, set by dragging it or its step on the picture, or with the arrow keys, and below it the frames
 * that the picture fills.
 */
export function SeamField({ built, drawn, focus, frames, seam, isSet, onChange, onReset }: SeamFieldProps) {
  const id = useId();
  const stage = useRef<HTMLDivElement>(null);
  const { rest, step, mid } = seam;
  const moveTo = (left: number) => onChange({ ...seam, rest: within(left, 0, 100) });
  const stepTo = (right: number, height: number) =>
    onChange({ ...seam, step: within(right - rest, 0, 60), mid: within(height, 0, 100) });
  const drag = usePlaceDrag();
  const follow =
    (isStep: boolean) =>
    ({ clientX, clientY }: PointerEvent) => {
      const box = stage.current?.getBoundingClientRect();
      if (!box) return;
      const x = ((clientX - box.left) / box.width) * 100;
      const y = ((clientY - box.top) / box.height) * 100;
      if (isStep) stepTo(x, y);
      else moveTo(x);
    };
  const keys = (move: (right: number, down: number) => void) =>
    arrowKeys((right, down, isShift) => move(right * (isShift ? 10 : 1), down * (isShift ? 10 : 1)));
  const focused = focus || "0% 50%";
  return (
    <div className={`stack gap-8 ${styles.field}`}>
      <div className={styles.stage} ref={stage} style={seamStyle(seam)} {...drag(follow(false))}>
        <Halves built={built} drawn={drawn} position={focused} />
        <span
          role="slider"
          tabIndex={0}
          aria-label="Seam"
          aria-describedby={`${id}-hint`}
          aria-valuemin={-60}
          aria-valuemax={110}
          aria-valuenow={rest}
          aria-valuetext={`${rest}% from the left`}
          className={handle.handle}
          style={{ left: `${within(rest, 0, 100)}%`, top: `${within((mid + 100) / 2, 0, 100)}%` }}
          onKeyDown={keys((right, down) => onChange({ ...seam, rest: within(rest + (right || -down), -60, 110) }))}
        />
        <span
          role="slider"
          tabIndex={0}
          aria-label="Step of the seam"
          aria-describedby={`${id}-hint`}
          aria-valuemin={0}
          aria-valuemax={60}
          aria-valuenow={step}
          aria-valuetext={`${step}% wide, ${mid}% from the top`}
          className={`${handle.handle} ${styles.step}`}
          style={{ left: `${within(rest + step, 0, 100)}%`, top: `${mid}%` }}
          onKeyDown={keys((right, down) => stepTo(rest + step + right, mid + down))}
          {...drag(follow(true))}
        />
      </div>
      <p className="field-hint" id={`${id}-hint`}>
        Drag the seam, and the square for its step; or press the arrow keys, with Shift in steps of 10.
      </p>
      <FrameViews label="The seam in each place" frames={frames} position={focus}>
        {({ objectPosition, ...style }, frame) => (
          <div style={{ ...style, ...placeIn(frame, seam, focus), ...seamStyle(seamIn(frame, seam, focus)) }}>
            <Halves built={built} drawn={drawn} position={String(objectPosition)} />
          </div>
        )}
      </FrameViews>
      {isSet && <ActionButton glyph={undo} label="Back to the usual seam" onClick={onReset} />}
    </div>
  );
}

interface HalvesProps {
  built: string;
  drawn: string;
  /** A CSS position. */
  position: string;
}

function Halves({ built, drawn, position }: HalvesProps) {
  const style = { objectPosition: position };
  return (
    <>
      <img className={styles.picture} style={style} src={drawn} alt="" draggable={false} />
      <img className={`${styles.picture} ${styles.built}`} style={style} src={built} alt="" draggable={false} />
    </>
  );
}

/** A frame that shows only a part of the sheet's width shifts the seam with it, as its style sheet does. */
function seamIn({ ratio, sheet = ratio, usual }: Frame, seam: Seam, focus: string): Seam {
  if (sheet >= sheetRatio) return seam;
  const scale = sheetRatio / sheet;
  const { x } = focalPointOf(focus || usual) ?? { x: 50 };
  return { ...seam, rest: (seam.rest - (1 - 1 / scale) * x) * scale, step: seam.step * scale };
}

/** Without a focal point, a frame that is narrower than the sheet shows the part that contains the seam. */
const placeIn = ({ ratio, sheet = ratio }: Frame, seam: Seam, focus: string): CSSProperties =>
  focus || sheet <= ratio ? {} : { left: `${-shiftToSeam(seam, sheet / ratio)}%` };

const seamStyle = ({ rest, step, mid }: Seam) =>
  ({ "--rest": `${rest}%`, "--step": `${step}%`, "--mid": `${mid}%` }) as CSSProperties;

const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, Math.round(value)));
