/** More than the 300 ms that it takes: a slow device begins late, and may take longer. */
const collapseMs = 600;
const restMs = 150;

/**
 * Keeps the head of an accordion's item (accordion.tsx) where it was pressed while the item above closes, which may be
 * higher than the screen. A listener for the document's clicks.
 */
export function keepInPlace({ target }: Event): void {
  const head = target instanceof Element ? target.closest("details[name] > summary") : null;
  if (!head) return;
  closeOthers(head.parentElement as HTMLDetailsElement);
  const { dataset } = document.documentElement;
  let end = performance.now() + collapseMs;
  // Of several heads pressed in a row the last one ends it.
  const mark = String(end);
  const place = () => head.getBoundingClientRect().top + scrollY;
  let last = place();
  const keep = () => {
    const now = place();
    if (now !== last) {
      scrollBy({ top: now - last, behavior: "instant" });
      end = Math.max(end, performance.now() + restMs);
    }
    last = now;
    if (performance.now() < end) requestAnimationFrame(keep);
    else if (dataset.keeps === mark) delete dataset.keeps;
  };
  dataset.keeps = mark;
  keep();
}

/** For browsers that do not know `details name` yet (Safari before 17.2, Firefox before 130). */
function closeOthers(item: HTMLDetailsElement): void {
  if ("name" in item) return;
  const name = (item as Element).getAttribute("name");
  for (const other of document.querySelectorAll<HTMLDetailsElement>(`details[open][name="${name}"]`))
    if (other !== item) other.open = false;
}
