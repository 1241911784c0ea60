import {
  type PointerEvent as ReactPointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { type Box, dropPlace, moved } from "./drop-place.ts";

// Pointer events rather than native drag and drop: on phones that starts only after a long press, and it cannot show
// the list in its new order during the drag. DOM order does not change until the drop, only the visual order (CSS
// `order`), because some browsers end a touch when its element is moved in the DOM.

/** Pixels the pointer must move before a press becomes a drag. */
const threshold = 4;

interface Held {
  key: string;
  /** Of what has pressed the grip: a second finger, or the palm, neither moves nor drops the card. */
  pointerId: number;
  /** Pointer and card positions at the start of the drag, in viewport coordinates. */
  start: { x: number; y: number };
  origin: { left: number; top: number };
  pointer: { x: number; y: number };
  isMoving: boolean;
}

/** The order shown during a drag, and the key of the dragged entry. */
interface Drag {
  key: string;
  keys: string[];
}

/**
 * Lets list entries be dragged by their grips. `keys`: the list's order; `onDrop` receives the old and new index.
 * @returns the index to render an entry at during the drag, the key of the dragged entry, and the grip's pointerdown
 * handler
 */
export function useDrag(
  list: RefObject<HTMLElement | null>,
  keys: string[],
  onDrop: (from: number, to: number) => void,
) {
  const held = useRef<Held>(null);
  const [drag, setDrag] = useState<Drag>();
  const latest = useRef({ keys, shown: keys, onDrop });
  latest.current = { keys, shown: drag?.keys ?? keys, onDrop };

  useEffect(() => listen(held, dragging({ list, held, latest, setDrag })), [list]);

  // Keeps the card under the pointer when its slot moves; the other entries slide to their new slots.
  useLayoutEffect(() => {
    const { current } = held;
    const item = drag && (list.current?.children[keys.indexOf(drag.key)] as HTMLElement | undefined);
    if (current && list.current) carry(list.current, item, current);
  });
  useSliding(list, keys, drag);

  function grab(event: ReactPointerEvent<HTMLElement>, from: number) {
    const key = keys[from];
    const item = list.current?.children[from];
    if (event.button !== 0 || key === undefined || !item || held.current?.isMoving) return;
    const start = { x: event.clientX, y: event.clientY };
    const { left, top } = item.getBoundingClientRect();
    held.current = { key, pointerId: event.pointerId, start, origin: { left, top }, pointer: start, isMoving: false };
  }

  const placeOf = (key: string) => drag?.keys.indexOf(key);
  return { placeOf, heldKey: drag?.key, grab };
}

interface Dragged {
  list: RefObject<HTMLElement | null>;
  held: RefObject<Held | null>;
  /** `shown`: the order on the screen. */
  latest: RefObject<{ keys: string[]; shown: string[]; onDrop: (from: number, to: number) => void }>;
  setDrag: (drag: Drag | undefined) => void;
}

/** What happens to the held entry: `move` carries it along, `end` drops it or puts it back. */
function dragging({ list, held, latest, setDrag }: Dragged) {
  let stopScrolling = () => {};
  const itemOf = (key: string) => list.current?.children[latest.current.keys.indexOf(key)] as HTMLElement | undefined;

  function follow() {
    const { current } = held;
    const { shown } = latest.current;
    if (!current?.isMoving || !list.current) return;
    const boxes = shown.map((key) => boxOf(list.current, itemOf(key)));
    const at = shown.indexOf(current.key);
    const to = dropPlace(boxes, at, carried(current, boxes[at]));
    if (to !== at) setDrag({ key: current.key, keys: moved(shown, at, to) });
    carry(list.current, itemOf(current.key), current);
  }

  return {
    move(pointer: { x: number; y: number }): void {
      const { current } = held;
      if (!current) return;
      current.pointer = pointer;
      if (!current.isMoving && distance(current) >= threshold) {
        current.isMoving = true;
        stopScrolling = scrollAlong(list, () => current.pointer.y, follow);
        setDrag({ key: current.key, keys: latest.current.keys });
      }
      follow();
    },
    end(isDropped: boolean): void {
      const { current } = held;
      held.current = null;
      stopScrolling();
      if (!current?.isMoving) return;
      // The list may have been loaded again since the press.
      const { keys, shown, onDrop } = latest.current;
      const from = keys.indexOf(current.key);
      const to = shown.filter((key) => keys.includes(key)).indexOf(current.key);
      settle(itemOf(current.key));
      setDrag(undefined);
      if (isDropped && from >= 0 && to !== from) onDrop(from, to);
    },
    stopScrolling: () => stopScrolling(),
  };
}

/**
 * Passes what the pointer does anywhere on the page to a drag. Escape ends it.
 * @returns a function that removes the listeners
 */
function listen(held: RefObject<Held | null>, { move, end, stopScrolling }: ReturnType<typeof dragging>): () => void {
  const isHolder = ({ pointerId }: PointerEvent) => held.current?.pointerId === pointerId;
  const onMove = (event: PointerEvent) => isHolder(event) && move({ x: event.clientX, y: event.clientY });
  const drop = (event: PointerEvent) => isHolder(event) && end(true);
  const cancel = (event: PointerEvent) => isHolder(event) && end(false);
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !held.current) return;
    event.stopPropagation();
    end(false);
  };
  // A link may now lie where the press began, and would start a native drag.
  const onNative = (event: DragEvent) => held.current && event.preventDefault();
  addEventListener("pointermove", onMove);
  addEventListener("pointerup", drop);
  addEventListener("pointercancel", cancel);
  addEventListener("dragstart", onNative);
  addEventListener("keydown", onKey, true);
  return () => {
    stopScrolling();
    removeEventListener("pointermove", onMove);
    removeEventListener("pointerup", drop);
    removeEventListener("pointercancel", cancel);
    removeEventListener("dragstart", onNative);
    removeEventListener("keydown", onKey, true);
  };
}

const distance = ({ start, pointer }: Held) => Math.hypot(pointer.x - start.x, pointer.y - start.y);

/** An item's layout box in the viewport, regardless of any running slide animation. */
function boxOf(list: HTMLElement | null, item: HTMLElement | undefined): Box {
  if (!list || !item) return { left: 0, top: 0, right: 0, bottom: 0 };
  const { left, top } = list.getBoundingClientRect();
  const x = left + item.offsetLeft - list.offsetLeft;
  const y = top + item.offsetTop - list.offsetTop;
  return { left: x, top: y, right: x + item.offsetWidth, bottom: y + item.offsetHeight };
}

/** The box of the dragged card, in viewport coordinates. */
function carried({ start, origin, pointer }: Held, slot: Box | undefined): Box {
  const left = origin.left + pointer.x - start.x;
  const top = origin.top + pointer.y - start.y;
  const [width, height] = slot ? [slot.right - slot.left, slot.bottom - slot.top] : [0, 0];
  return { left, top, right: left + width, bottom: top + height };
}

const cardOf = (item: HTMLElement | undefined) => item?.firstElementChild as HTMLElement | null | undefined;

/** Positions the card under the pointer. */
function carry(list: HTMLElement, item: HTMLElement | undefined, { start, origin, pointer, isMoving }: Held) {
  const card = cardOf(item);
  if (!isMoving || !card) return;
  const { left, top } = boxOf(list, item);
  card.style.translate = `${origin.left + pointer.x - start.x - left}px ${origin.top + pointer.y - start.y - top}px`;
}

const slide = { duration: 200, easing: "cubic-bezier(.2,.7,.1,1)" };
const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Animates the released card to its slot. */
function settle(item: HTMLElement | undefined) {
  const card = cardOf(item);
  if (!card) return;
  const { translate } = card.style;
  card.style.translate = "";
  // The drop may change the slot: animate from where the card was last seen to its final position.
  if (!isStill() && translate) card.animate([{ translate }, { translate: "none" }], slide);
}

/** While a card is dragged, slides the others to their new slots. */
function useSliding(list: RefObject<HTMLElement | null>, keys: string[], drag: Drag | undefined) {
  const before = useRef(new Map<string, { x: number; y: number }>());
  useLayoutEffect(() => {
    const now = new Map<string, { x: number; y: number }>();
    for (const [index, key] of keys.entries()) {
      const item = list.current?.children[index] as HTMLElement | undefined;
      if (!drag || !item) continue;
      const place = { x: item.offsetLeft, y: item.offsetTop };
      const was = before.current.get(key);
      now.set(key, place);
      if (was && key !== drag.key && (was.x !== place.x || was.y !== place.y) && !isStill())
        item.animate([{ translate: `${was.x - place.x}px ${was.y - place.y}px` }, { translate: "none" }], slide);
    }
    before.current = now;
  });
}

/**
 * Distance from the viewport edge, in pixels, within which dragging scrolls the page, and the scroll step per frame.
 */
const scrollEdge = 72;
const scrollStep = 12;

/**
 * Scrolls while `pointerY` is near the top or bottom edge, calling `onScroll` after each step. Below the list the card
 * would lengthen the page without end.
 * @returns a function that stops it
 */
function scrollAlong(list: RefObject<HTMLElement | null>, pointerY: () => number, onScroll: () => void): () => void {
  let frame = requestAnimationFrame(step);
  function step() {
    const y = pointerY();
    const lowest = innerHeight - scrollEdge;
    const goesOn = (list.current?.getBoundingClientRect().bottom ?? 0) > lowest;
    const direction = y < scrollEdge ? -1 : y > lowest && goesOn ? 1 : 0;
    if (direction !== 0) {
      scrollBy(0, direction * scrollStep);
      onScroll();
    }
    frame = requestAnimationFrame(step);
  }
  return () => cancelAnimationFrame(frame);
}
