import { startTransition, useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";

// A movement takes 500 ms.
const moveMs = 500;

/**
 * A looping carousel: the index of the first slide, and moving it. Slides are placed by CSS `order`, so no clones are
 * needed. `ahead`: how many slides are leaving, so that the one after them is coming to be the first.
 */
export function useRing(count: number) {
  const view = useRef<HTMLDivElement>(null);
  const track = useRef<HTMLDivElement>(null);
  const moving = useRef<{ animation: Animation; passing: number }>(undefined);
  const [isHydrated, setHydrated] = useState(false);
  const [start, setStart] = useState(0);
  const [ahead, setAhead] = useState(0);
  const slotOf = (index: number) => mod(index - start, count);

  useEffect(() => {
    startTransition(() => setHydrated(true));
    return () => moving.current?.animation.cancel();
  }, []);

  function turn(by: number) {
    const slides = [...(track.current?.children ?? [])] as HTMLElement[];
    const before = slides.map(({ style }) => Number(style.order));
    flushSync(() => {
      setStart((now) => mod(now + by, count));
      setAhead(0);
    });
    // What goes round the end is at its place at once: it would cross the others.
    for (const [index, slide] of slides.entries())
      if ((Number(slide.style.order) - Number(before[index])) * by > 0) endTransition(slide, "translate");
  }

  // Before hydration visitors scroll it, and its snapping does when a slide changes; later focus, or a search in the page,
  // scrolls to a slide that is out of view. The ring goes on from there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: turning needs nothing that changes but the count
  useLayoutEffect(() => {
    const strip = view.current;
    if (!isHydrated || !strip || count === 0) return;
    const slidesPassed = () => Math.round(strip.scrollLeft / stepOf(track.current));
    const scrollBack = () => strip.scrollTo({ left: 0, behavior: "instant" });
    const follow = () => {
      if (strip.scrollLeft === 0) return;
      settle();
      turn(slidesPassed());
      scrollBack();
    };
    const passed = slidesPassed();
    setStart((now) => mod(now + passed, count));
    scrollBack();
    strip.addEventListener("scroll", follow);
    return () => strip.removeEventListener("scroll", follow);
  }, [isHydrated, count]);

  /** Ends the movement under way, at once: the next one starts where it leads. */
  function settle() {
    const ended = moving.current;
    if (!ended) return;
    moving.current = undefined;
    if (ended.passing > 0) turn(ended.passing);
    ended.animation.cancel();
  }

  function move(by: number) {
    settle();
    const element = track.current;
    const step = stepOf(element);
    const shown = Math.round((view.current?.clientWidth ?? 0) / step);
    if (!element || count <= shown) return;
    // At most this many slides can pass at once without leaving a gap; the rest of the way is skipped.
    const passing = Math.sign(by) * Math.min(Math.abs(by), count - shown);
    if (matchMedia("(prefers-reduced-motion: reduce)").matches || !element.animate) return turn(by);
    if (by !== passing) turn(by - passing);
    if (passing < 0) turn(passing);
    else setAhead(passing);
    const away = `translateX(${-Math.abs(passing) * step}px)`;
    const frames = passing > 0 ? ["none", away] : [away, "none"];
    const animation = element.animate(
      { transform: frames },
      { duration: moveMs, easing: "cubic-bezier(0.65, 0, 0.2, 1)", fill: "forwards" },
    );
    moving.current = { animation, passing };
    animation.onfinish = settle;
  }

  /** Takes the shorter way round. */
  function moveTo(index: number) {
    const ahead = slotOf(index);
    if (ahead > 0) move(ahead <= count / 2 ? ahead : ahead - count);
  }

  return { view, track, isHydrated, start, ahead, slotOf, move, moveTo };
}

const mod = (value: number, count: number) => ((value % count) + count) % count;

function endTransition(element: Element, property: string) {
  for (const each of element.getAnimations?.() ?? [])
    if (each instanceof CSSTransition && each.transitionProperty === property) each.finish();
}

/** Distance from one slide's edge to the next, in pixels. */
function stepOf(track: HTMLElement | null): number {
  const slide = track?.firstElementChild;
  if (!track || !slide) return 1;
  const pixels = (length: string) => Number.parseFloat(length) || 0;
  // In the row a slide takes less than its width: only one at a time is shown as large as it is.
  const margin = pixels(getComputedStyle(slide).marginInlineEnd);
  return (slide as HTMLElement).offsetWidth + margin + pixels(getComputedStyle(track).columnGap) || 1;
}
