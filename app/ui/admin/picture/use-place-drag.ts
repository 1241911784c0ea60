import { type PointerEvent, useRef } from "react";

/**
 * Handlers for pictures and handles on which a pressed mouse, pen or finger sets a place. A finger on the picture itself
 * may be about to scroll the page: it sets the place once it moves sideways or is lifted.
 */
export function usePlaceDrag() {
  /** Where a finger was put down that has set nothing yet. */
  const start = useRef<PointerEvent>(undefined);
  return (set: (event: PointerEvent) => void) => ({
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      event.stopPropagation();
      event.currentTarget.setPointerCapture(event.pointerId);
      const mayScroll = event.pointerType === "touch" && (event.target as Element).role !== "slider";
      start.current = mayScroll ? event : undefined;
      if (!mayScroll) set(event);
    },
    onPointerMove: (event: PointerEvent) => {
      if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
      event.stopPropagation();
      // Browsers report the first movement of a finger before they decide that it scrolls.
      if (start.current && !isSideways(start.current, event)) return;
      start.current = undefined;
      set(event);
    },
    onPointerUp: (event: PointerEvent) => {
      if (start.current) set(event);
      start.current = undefined;
    },
    onPointerCancel: () => {
      start.current = undefined;
    },
  });
}

const isSideways = (from: PointerEvent, to: PointerEvent) =>
  Math.abs(to.clientX - from.clientX) > Math.abs(to.clientY - from.clientY);
