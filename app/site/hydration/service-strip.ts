/**
 * Controls the services, which the style sheet makes a horizontal scroll strip on phones: the entry in view, and moving
 * to the next or previous one by the arrows, wrapping at both ends. The entries snap (scroll-snap-type), so a move only
 * sets a scroll position.
 * @returns handles a press on one of the arrows
 */
export function enableServiceStrip(): (event: Event) => void {
  const list = document.getElementById("services");
  const count = list?.parentElement?.querySelector("[data-current]");
  if (!list) return () => {};
  const label = list.ariaLabel;
  /** Where a movement leads: one more press starts there, not from the entry that is passing. */
  let aim: number | undefined;
  let current = 0;
  const look = () => {
    const isStrip = list.scrollWidth > list.clientWidth + 1;
    // A scroller has to be reachable by keyboard.
    if (isStrip) list.tabIndex = 0;
    else list.removeAttribute("tabindex");
    list.ariaLabel = isStrip ? label : null;
    current = nearest(list);
    if (count) count.textContent = String(current + 1).padStart(2, "0");
    if (current === aim) aim = undefined;
  };
  const forget = () => {
    aim = undefined;
  };
  new ResizeObserver(look).observe(list);
  list.addEventListener("scroll", look, { passive: true });
  list.addEventListener("scrollend", forget);
  list.addEventListener("touchstart", forget, { passive: true });
  return ({ target }) => {
    const arrow = (target as Element).closest<HTMLElement>('[data-step][aria-controls="services"]');
    if (!arrow) return;
    arrow.removeAttribute("aria-busy");
    const entries = entriesOf(list);
    const to = ((aim ?? current) + Number(arrow.dataset.step) + entries.length) % entries.length;
    const next = entries[to];
    if (!next) return;
    aim = to;
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    list.scrollBy({ left: startOf(next) - startOf(list), behavior: isStill ? "instant" : "smooth" });
  };
}

const entriesOf = (list: HTMLElement) => [...list.children].filter(({ tagName }) => tagName === "LI");

const startOf = (element: Element) => element.getBoundingClientRect().left;

/** Index of the entry whose start is nearest to the start of the strip, which the last one may not reach. */
function nearest(list: HTMLElement): number {
  const rest = list.scrollWidth - list.clientWidth;
  if (rest > 1 && Math.abs(list.scrollLeft) > rest - 2) return entriesOf(list).length - 1;
  const away = entriesOf(list).map((entry) => Math.abs(startOf(entry) - startOf(list)));
  return away.indexOf(Math.min(...away));
}
