/**
 * Lets each picture below the fold that waits for it (app/ui/meet.tsx) start drawn and build once, when 40 % of it are
 * in view. One that is already visible stays built. Nothing under reduced motion.
 */
export function buildPicturesWhenSeen(): void {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const seen = new IntersectionObserver(
    (entries) => {
      for (const { target, intersectionRatio } of entries) {
        // Some browsers also report the first edge contact.
        if (intersectionRatio < 0.4) continue;
        seen.unobserve(target);
        target.removeAttribute("data-unbuilt");
      }
    },
    { threshold: 0.4 },
  );
  const waiting = [...document.querySelectorAll<HTMLElement>("[data-waits]")].filter(isOutOfView);
  for (const picture of waiting) {
    picture.dataset.unbuilt = "";
    loadTogether(picture);
    seen.observe(picture);
  }
}

function isOutOfView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= innerHeight || bottom <= 0;
}

/**
 * Clipped away, the built state counts as off screen, and lazy loading would never fetch it: so it loads after its drawn
 * partner.
 */
function loadTogether(picture: HTMLElement): void {
  const [drawn, built] = picture.querySelectorAll("img");
  const load = () => {
    if (built) built.loading = "eager";
  };
  if (drawn?.complete) load();
  else drawn?.addEventListener("load", load, { once: true });
}
