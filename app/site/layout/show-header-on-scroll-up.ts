/** Smaller movements are jitter. */
const tremblePx = 6;

/**
 * Shows a sticky header on scrolling up and hides it on scrolling down, with `data-header` on the root element. At the
 * top the header is in the normal flow, as without JavaScript.
 */
export function showHeaderOnScrollUp() {
  const { dataset } = document.documentElement;
  const header = document.querySelector<HTMLElement>("#page > header");
  let last = 0;
  // The visitor may have scrolled before. To read this at once would lay out the page before its first frame.
  requestAnimationFrame(() =>
    setTimeout(() => {
      last = Math.max(0, scrollY);
    }),
  );
  addEventListener(
    "scroll",
    () => {
      // Overscroll can make scrollY negative.
      const now = Math.max(0, scrollY);
      const by = now - last;
      if (now > 0 && Math.abs(by) < tremblePx) return;
      last = now;
      // The page scrolls by itself, to keep something in its place (app/ui/accordion.tsx).
      if ("keeps" in dataset) return;
      if (now === 0) delete dataset.header;
      else if (by > 0 && dataset.header === "shown") dataset.header = "gone";
      else if (by < 0 && dataset.header !== "shown" && now > (header?.offsetHeight ?? 0)) dataset.header = "shown";
    },
    { passive: true },
  );
}
