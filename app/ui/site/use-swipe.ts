import { type TouchEvent, useRef } from "react";

const thresholdPx = 40;

/** Touch handlers for horizontal swipes. The element needs `touch-action: pan-y`. */
export function useSwipe(onNext: () => void, onPrevious: () => void) {
  const start = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart({ touches }: TouchEvent) {
      const touch = touches.item(0);
      start.current = touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : null;
    },
    onTouchEnd({ changedTouches }: TouchEvent) {
      const touch = changedTouches.item(0);
      if (!start.current || !touch) return;
      const x = touch.clientX - start.current.x;
      const y = touch.clientY - start.current.y;
      start.current = null;
      if (Math.abs(x) < thresholdPx || Math.abs(x) < 1.5 * Math.abs(y)) return;
      if (x < 0) onNext();
      else onPrevious();
    },
  };
}
