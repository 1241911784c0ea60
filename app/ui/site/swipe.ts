const thresholdPx = 40;

export interface Point {
  clientX: number;
  clientY: number;
}

/** What a finger that moved means for a carousel: 1 for the next slide, -1 for the previous one, 0 for neither. */
export function swipeOf(from: Point, to: Point): -1 | 0 | 1 {
  // On an enlarged page it looks for the rest of the slide.
  if (visualViewport && visualViewport.scale > 1.01) return 0;
  const x = to.clientX - from.clientX;
  const y = to.clientY - from.clientY;
  if (Math.abs(x) < thresholdPx || Math.abs(x) < 1.5 * Math.abs(y)) return 0;
  return x < 0 ? 1 : -1;
}
