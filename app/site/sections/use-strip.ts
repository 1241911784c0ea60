import { useEffect, useRef, useState } from "react";

/**
 * Controls a list that CSS may turn into a horizontal scroll strip: the entry in view, and moving to the next or
 * previous one, wrapping at both ends. The entries snap (scroll-snap-type), so a move only sets a scroll position.
 */
export function useStrip(count: number) {
  const ref = useRef<HTMLOListElement>(null);
  // Until it can be measured it may be one, and a scroller has to be reachable by keyboard.
  const [isStrip, setStrip] = useState(true);
  const [current, setCurrent] = useState(0);
  /** Where a movement leads: one more press starts there, not from the entry that is passing. */
  const aim = useRef<number>(undefined);

  useEffect(() => {
    const list = ref.current;
    if (!list) return;
    const look = () => {
      setStrip(list.scrollWidth > list.clientWidth + 1);
      const index = nearest(list);
      setCurrent(index);
      if (index === aim.current) aim.current = undefined;
    };
    const forget = () => {
      aim.current = undefined;
    };
    const sizes = new ResizeObserver(look);
    sizes.observe(list);
    list.addEventListener("scroll", look, { passive: true });
    list.addEventListener("scrollend", forget);
    list.addEventListener("touchstart", forget, { passive: true });
    return () => {
      sizes.disconnect();
      list.removeEventListener("scroll", look);
      list.removeEventListener("scrollend", forget);
      list.removeEventListener("touchstart", forget);
    };
  }, []);

  const move = (by: number) => {
    const list = ref.current;
    const index = ((aim.current ?? current) + by + count) % count;
    const next = list?.children[index];
    if (!list || !next) return;
    aim.current = index;
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    list.scrollBy({ left: startOf(next) - startOf(list), behavior: isStill ? "instant" : "smooth" });
  };

  return { ref, isStrip, current, move };
}

const startOf = (element: Element) => element.getBoundingClientRect().left;

/** Index of the entry whose start is nearest to the start of the strip. */
function nearest(list: HTMLElement): number {
  const away = [...list.children].map((entry) => Math.abs(startOf(entry) - startOf(list)));
  return away.indexOf(Math.min(...away));
}
