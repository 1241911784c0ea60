export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/**
 * Where an entry that is held over its list would go: its place, counted from zero, or `from` while it stays.
 * The pointer has to pass the middle of the card it is over, so that cards of different sizes do not swap to and fro.
 */
export function dropPlace(boxes: Box[], from: number, { x, y }: { x: number; y: number }): number {
  const over = boxes.findIndex((box) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom);
  const own = boxes[from];
  const box = boxes[over];
  if (!box || !own || over === from) return from;
  const isSameRow = Math.min(own.bottom, box.bottom) - Math.max(own.top, box.top) > 0;
  const [at, middle] = isSameRow ? [x, (box.left + box.right) / 2] : [y, (box.top + box.bottom) / 2];
  const isForward = isSameRow ? box.left > own.left : box.top > own.top;
  return (isForward ? at >= middle : at <= middle) ? over : from;
}

/** The list with the entry at `from` taken out and put in at `to`. */
export function moved<T>(entries: T[], from: number, to: number): T[] {
  const rest = entries.toSpliced(from, 1);
  return rest.toSpliced(to, 0, ...entries.slice(from, from + 1));
}
