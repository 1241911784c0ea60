export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const middleOf = ({ left, top, right, bottom }: Box) => ({ x: (left + right) / 2, y: (top + bottom) / 2 });

/**
 * Returns the index (from zero) at which an entry would be dropped: the slot whose centre is nearest to the centre of
 * its card, wherever the card was grabbed. A slot is where the dragged entry itself would be after the move. With cards
 * of different heights that is not where the current card is, and using it keeps two cards from swapping back and
 * forth.
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

/**
 * Moving down shifts the entries in between up by the entry's height, so it ends up with its lower edge where theirs
 * was.
 */
function slotAt(box: Box, own: Box, steps: number): Box {
  const height = own.bottom - own.top;
  const isSameRow = Math.min(own.bottom, box.bottom) - Math.max(own.top, box.top) > 0;
  if (isSameRow) return box;
  return steps > 0 ? { ...box, top: box.bottom - height } : { ...box, bottom: box.top + height };
}

/** Returns a copy of the list with the entry at `from` moved to `to`. */
export function moved<T>(entries: T[], from: number, to: number): T[] {
  const rest = entries.toSpliced(from, 1);
  return rest.toSpliced(to, 0, ...entries.slice(from, from + 1));
}
