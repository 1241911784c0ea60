/** Smaller movements are jitter. */
const tremblePx = 6;

/**
 * Shows a sticky header on scrolling up and hides it on scrolling down, with `data-header` on the root element. At the
 * top the header is in the normal flow, as without JavaScript.
 */
export function showHeaderOnScrollUp() {
  const { dataset } = document.documentElement;
  const header = document.querySelector<HTMLElement>("#page > header");
  let last: Position = { seen: document.documentElement, top: 0, scrollY: 0 };
  // The visitor may have scrolled before. To read this at once would lay out the page before its first frame.
  requestAnimationFrame(() =>
    setTimeout(() => {
      last = positionNow();
    }),
  );
  addEventListener(
    "scroll",
    () => {
      // Overscroll can make scrollY negative.
      const now = Math.max(0, scrollY);
      const by = scrolledSince(last);
      if (now > 0 && Math.abs(by) < tremblePx) return;
      last = positionNow();
      // The page scrolls by itself, to keep something in its place (app/ui/accordion.tsx).
      if ("keeps" in dataset) return;
      if (now === 0) delete dataset.header;
      else if (by > 0 && dataset.header === "shown") dataset.header = "gone";
      else if (by < 0 && dataset.header !== "shown" && now > (header?.offsetHeight ?? 0)) dataset.header = "shown";
    },
    { passive: true },
  );
}

interface Position {
  seen: Element;
  /** Of what is seen, in the window. */
  top: number;
  scrollY: number;
}

/**
 * Where the page is, by what is in the middle of the window: `scrollY` also changes when content above changes its height
 * (deferred-layout.ts) and the browser scrolls to keep in place what is seen.
 */
function positionNow(): Position {
  const seen = document.elementFromPoint(innerWidth / 2, innerHeight / 2) ?? document.documentElement;
  return { seen, top: seen.getBoundingClientRect().top, scrollY };
}

/** How far the visitor has scrolled down since, in pixels; negative for up. */
function scrolledSince({ seen, top, scrollY: before }: Position): number {
  const box = seen.isConnected ? seen.getBoundingClientRect() : undefined;
  return box && (box.width > 0 || box.height > 0) ? top - box.top : scrollY - before;
}
