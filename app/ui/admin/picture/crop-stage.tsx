import { type PointerEvent, useEffect, useRef } from "react";
import { arrowKeys } from "../form/arrow-keys.ts";
import { type Corner, type CropBox, corners, moved, resized, type Size } from "./crop-box.ts";
import styles from "./crop-stage.module.css";

interface CropStageProps {
  picture: string;
  size: Size;
  box: CropBox;
  ratio: number | null;
  onChange: (box: CropBox) => void;
  hintId: string;
}

/** The whole picture with the part to keep; what is cut off is dimmed. */
export function CropStage({ picture, size, box, ratio, onChange, hintId }: CropStageProps) {
  const stage = useRef<HTMLDivElement>(null);
  const slider = useRef<HTMLDivElement>(null);
  const grip = useRef<{ x: number; y: number; from: CropBox; corner: Corner | null }>(undefined);
  const pointOf = ({ clientX, clientY }: PointerEvent) => {
    const { left, top, width, height } = stage.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1);
    return { x: ((clientX - left) / width) * size.width, y: ((clientY - top) / height) * size.height };
  };
  const take = (corner: Corner | null) => (event: PointerEvent) => {
    if (event.button !== 0) return;
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    grip.current = { ...pointOf(event), from: box, corner };
  };
  const follow = (event: PointerEvent) => {
    if (!grip.current || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    event.stopPropagation();
    const { from, corner, ...start } = grip.current;
    const point = pointOf(event);
    const held = { x: point.x - start.x, y: point.y - start.y };
    if (!corner) return onChange(moved(from, held.x, held.y, size));
    const x = held.x + from.left + (corner.endsWith("left") ? 0 : from.width);
    const y = held.y + from.top + (corner.startsWith("top") ? 0 : from.height);
    onChange(resized(from, corner, { x, y }, size, ratio));
  };
  const press = arrowKeys((right, down, isShift) => {
    const step = { x: right * stepOf(size.width), y: down * stepOf(size.height) };
    onChange(isShift ? grown(box, step, size, ratio) : moved(box, step.x, step.y, size));
  });
  // The dialog opened while the picture was loading.
  useEffect(() => slider.current?.focus(), []);
  const percent = (value: number, of: number) => `${(value / of) * 100}%`;
  const place = {
    left: percent(box.left, size.width),
    top: percent(box.top, size.height),
    width: percent(box.width, size.width),
    height: percent(box.height, size.height),
  };
  return (
    <div className={styles.stage} ref={stage}>
      <img className={styles.whole} src={picture} alt="" draggable={false} />
      <div className={styles.cut}>
        <div className={styles.kept} style={place} />
      </div>
      <div
        ref={slider}
        role="slider"
        tabIndex={0}
        aria-label="Part to keep"
        aria-describedby={hintId}
        aria-valuemin={0}
        aria-valuemax={size.width}
        aria-valuenow={box.width}
        aria-valuetext={`${box.width} × ${box.height} px, ${box.left} px from the left, ${box.top} px from the top`}
        className={styles.box}
        style={place}
        onKeyDown={press}
        onPointerDown={take(null)}
        onPointerMove={follow}
      >
        {corners.map((corner) => (
          <span
            key={corner}
            className={`${styles.corner} ${corner.startsWith("top") ? styles.top : styles.bottom} ${corner.endsWith("left") ? styles.left : styles.right}`}
            onPointerDown={take(corner)}
            onPointerMove={follow}
          />
        ))}
      </div>
    </div>
  );
}

/** One hundredth of a side. */
const stepOf = (side: number) => Math.max(1, Math.round(side / 100));

/** Wider or taller by a step; with a ratio in its shape, either way. */
function grown(box: CropBox, { x, y }: { x: number; y: number }, size: Size, ratio: number | null): CropBox {
  const wider = x || (ratio === null ? 0 : y * ratio);
  return resized(
    box,
    "bottom right",
    { x: box.left + box.width + wider, y: box.top + (ratio === null ? box.height + y : 0) },
    size,
    ratio,
  );
}
