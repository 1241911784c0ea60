/** Less than this is a trembling finger. */
const tremblePx = 6;

/**
 * Brings the header back on the way up the page and takes it away on the way down, by `data-header` on the root element. At the top it
 * stands in the page as without a script.
 */
export function showHeaderOnTheWayUp() {
  const { dataset } = document.documentElement;
  const header = document.querySelector<HTMLElement>("#page > header");
  let last = scrollY;
  addEventListener(
    "scroll",
    () => {
      // Beyond its ends a page may be pulled for a moment.
      const now = Math.max(0, scrollY);
      const by = now - last;
      if (now > 0 && Math.abs(by) < tremblePx) return;
      last = now;
      if (now === 0) delete dataset.header;
      else if (by > 0 && dataset.header === "shown") dataset.header = "gone";
      else if (by < 0 && dataset.header !== "shown" && now > (header?.offsetHeight ?? 0)) dataset.header = "shown";
    },
    { passive: true },
  );
}
