export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const middleOf = ({ left, top, right, bottom }: Box) => ({ x: (left + right) / 2, y: (top + bottom) / 2 });

/**
 * Where an entry that is held over its list would go: the place, counted from zero, whose slot its card covers best.
 * It is the card that is compared, wherever it was grabbed. A slot is where the entry itself would stand there, which is not
 * where the present card stands when the two are of different heights: so they do not swap to and fro.
 */
export function dropPlace(boxes: Box[], from: number, card: Box): number {
  const own = boxes[from];
  if (!own) return from;
  const middle = middleOf(card);
  const distances = boxes.map((box, place) => {
    const slot = middleOf(slotAt(box, own, place - from));
    return Math.hypot(slot.x - middle.x, slot.y - middle.y);
  });
  const nearest = distances.indexOf(Math.min(...distances));
  return distances[nearest] === distances[from] ? from : nearest;
}

/** Further down the entries between move up by its height, so its lower edge comes where theirs was. */
function slotAt(box: Box, own: Box, steps: number): Box {
  const height = own.bottom - own.top;
  const isSameRow = Math.min(own.bottom, box.bottom) - Math.max(own.top, box.top) > 0;
  if (isSameRow) return box;
  return steps > 0 ? { ...box, top: box.bottom - height } : { ...box, bottom: box.top + height };
}

/** The list with the entry at `from` taken out and put in at `to`. */
export function moved<T>(entries: T[], from: number, to: number): T[] {
  const rest = entries.toSpliced(from, 1);
  return rest.toSpliced(to, 0, ...entries.slice(from, from + 1));
}
