import type { CSSProperties, ReactNode } from "react";
import { type Frame, focalPointOf } from "#app/shared/focal-point.ts";
import styles from "./frame-views.module.css";

interface FrameViewsProps {
  /** Names the list. */
  label?: string;
  frames: readonly Frame[];
  /** The focal point as "30% 40%", or "". */
  position: string;
  /** Renders the picture, an image or a canvas, with the style that crops it as a frame does. */
  children: (style: CSSProperties, frame: Frame) => ReactNode;
}

/** A picture in each frame of the site that it fills. */
export function FrameViews({ label = "Frames", frames, position, children }: FrameViewsProps) {
  return (
    <ul className={`wraps gap-12 ${styles.frames}`} role="list" aria-label={label}>
      {frames.map((frame) => (
        <li key={frame.label}>
          <div className={styles.crop} style={{ aspectRatio: frame.ratio }}>
            {children(styleIn(frame, position), frame)}
          </div>
          <span>{frame.label}</span>
        </li>
      ))}
    </ul>
  );
}

/** What a sheet shows of a picture of another ratio (app/ui/meet.module.css). */
const usualInSheet = "0% 50%";

function styleIn({ ratio, usual, sheet = ratio, zoom = 1 }: Frame, focus: string): CSSProperties {
  const position = focus || usual;
  const { x, y } = focalPointOf(position) ?? { x: 50, y: 50 };
  const width = Math.max(1, sheet / ratio) * 100;
  const height = Math.max(1, ratio / sheet) * 100;
  return {
    width: `${width}%`,
    height: `${height}%`,
    left: `${((100 - width) * x) / 100}%`,
    top: `${((100 - height) * y) / 100}%`,
    objectPosition: focus || (sheet === ratio ? usual : usualInSheet),
    transform: zoom === 1 ? undefined : `scale(${zoom})`,
    transformOrigin: position,
  };
}
