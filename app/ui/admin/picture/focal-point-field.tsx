import { type PointerEvent, useId } from "react";
import { type Frame, focalPointOf } from "#app/shared/focal-point.ts";
import { undo } from "#app/ui/glyphs.ts";
import { ActionButton } from "../control/action-button.tsx";
import { arrowKeys } from "../form/arrow-keys.ts";
import styles from "./focal-point-field.module.css";
import { FrameViews } from "./frame-views.tsx";
import handle from "./picture-handle.module.css";
import { usePlaceDrag } from "./use-place-drag.ts";

interface FocalPointFieldProps {
  label: string;
  /** As "30% 40%", or "". */
  value: string;
  onChange: (value: string) => void;
  /** URL of the picture. */
  picture: string;
  frames: readonly Frame[];
  error?: string | null;
}

/**
 * The focal point of a picture, set by click, drag or arrow keys on the whole picture, and below it the frames that the
 * picture fills, as they will crop it.
 */
export function FocalPointField({ label, value, onChange, picture, frames, error }: FocalPointFieldProps) {
  const id = useId();
  const drag = usePlaceDrag();
  const point = focalPointOf(value);
  const { x, y } = point ?? { x: 50, y: 50 };
  const put = (left: number, top: number) => onChange(`${clamped(left)}% ${clamped(top)}%`);
  const follow = ({ currentTarget, clientX, clientY }: PointerEvent) => {
    const box = currentTarget.getBoundingClientRect();
    put(((clientX - box.left) / box.width) * 100, ((clientY - box.top) / box.height) * 100);
  };
  const press = arrowKeys((right, down, isShift) => {
    const step = isShift ? 10 : 1;
    put(x + right * step, y + down * step);
  });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would show a legend that repeats the label
    <div role="group" aria-labelledby={`${id}-label`} className={`stack gap-8 ${styles.field}`}>
      <span className="field-label" id={`${id}-label`}>
        {label}
      </span>
      <div className={styles.area} {...drag(follow)}>
        <img className={styles.whole} src={picture} alt="" draggable={false} />
        <span
          role="slider"
          tabIndex={0}
          aria-labelledby={`${id}-label`}
          aria-describedby={`${id}-hint`}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={x}
          aria-valuetext={point ? `${x}% from the left, ${y}% from the top` : "Not set"}
          className={point ? handle.handle : `${handle.handle} ${styles.unset}`}
          style={{ left: `${x}%`, top: `${y}%` }}
          onKeyDown={press}
        />
      </div>
      <p className="field-hint" id={`${id}-hint`}>
        Click or drag on the picture, or press the arrow keys (with Shift in steps of 10): what is there stays in view
        in every frame.
      </p>
      {error && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
      <FrameViews frames={frames} position={value}>
        {(style) => <img src={picture} alt="" style={style} />}
      </FrameViews>
      {point && <ActionButton glyph={undo} label="Back to the usual crop" onClick={() => onChange("")} />}
    </div>
  );
}

const clamped = (value: number) => Math.min(100, Math.max(0, Math.round(value)));
