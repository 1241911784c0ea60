import { type Touch, type TouchEvent, useRef } from "react";
import { swipeOf } from "./swipe.ts";

/** Touch handlers for horizontal swipes. The element needs `touch-action: pan-y`. */
export function useSwipe(onNext: () => void, onPrevious: () => void) {
  const start = useRef<Touch | null>(null);
  return {
    onTouchStart({ touches }: TouchEvent) {
      start.current = touches.length === 1 ? touches.item(0) : null;
    },
    onTouchEnd({ changedTouches }: TouchEvent) {
      const touch = changedTouches.item(0);
      if (!start.current || !touch) return;
      const by = swipeOf(start.current, touch);
      start.current = null;
      if (by === 1) onNext();
      if (by === -1) onPrevious();
    },
  };
}
