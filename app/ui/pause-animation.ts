/**
 * Lets a press on the button of an animated picture (picture.tsx) hold it still, or move again: what is there for
 * visitors who prefer reduced motion is then for everybody. A listener for the document's clicks.
 */
export function pauseAnimation({ target }: Event): void {
  const button = target instanceof Element ? target.closest("[data-pause]") : null;
  const still = [...(button?.parentElement?.querySelectorAll<HTMLSourceElement>("source[media]") ?? [])];
  if (!button || still.length === 0) return;
  button.removeAttribute("aria-busy");
  const isPaused = still[0]?.media === "all";
  for (const each of still) each.media = isPaused ? "(prefers-reduced-motion: reduce)" : "all";
  button.textContent = isPaused ? "Pause" : "Play";
}
