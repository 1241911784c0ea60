// The counters animate for 3 seconds.
const countMs = 3_000;

/**
 * Counts each `[data-count-up]` element's number up once, when it is first seen, unless the visitor prefers reduced
 * motion. The HTML contains the final number, and assistive technology always gets it. Not part of React, so that
 * counters do not load it.
 */
export function countUpWhenSeen(): void {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const seen = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries)
        if (isIntersecting) {
          seen.unobserve(target);
          countUp(target as HTMLElement);
        }
    },
    { threshold: 0.4 },
  );
  for (const element of document.querySelectorAll("[data-count-up]")) seen.observe(element);
}

/**
 * The number is the element's first text node, its last element the plus; an element in which a translation, say, has put
 * others in their place stays as it is. While it changes, the final number is the
 * accessible name, and the plus stays where it will be: digits that are not there yet keep their width.
 */
function countUp(element: HTMLElement): void {
  const number = element.firstChild;
  const plus = element.lastElementChild as HTMLElement | null;
  const value = Number.parseInt(element.dataset.countUp ?? "", 10);
  if (!number || !plus || number.nodeValue !== String(value)) return;
  const start = performance.now();
  element.role = "img";
  element.ariaLabel = element.textContent;
  const range = document.createRange();
  range.selectNode(number);
  const { length } = String(value);
  const digit = range.getBoundingClientRect().width / length;
  const step = (now: number) => {
    // A busy browser reports a frame's time from before the start.
    const part = Math.min(1, Math.max(0, now - start) / countMs);
    // Rounded down, so that a small number is not reached long before the end.
    const shown = String(Math.floor(value * (1 - (1 - part) ** 3)));
    number.nodeValue = shown;
    const missing = length - shown.length;
    plus.style.marginInlineStart = missing ? `calc(.02em + ${missing * digit}px)` : "";
    if (part < 1) requestAnimationFrame(step);
    else element.role = element.ariaLabel = null;
  };
  step(start);
}
