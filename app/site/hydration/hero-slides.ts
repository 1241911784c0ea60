import { swipeOf } from "#app/ui/site/swipe.ts";
import { loadWithRetry } from "./load-with-retry.ts";

let slides: HTMLElement | null = null;
let from: Touch | undefined;

/** Adds the hero's other slides at the first sign of interest, so that their pictures are there when they are needed. */
export function enableHero(): void {
  slides = document.getElementById("hero-slides");
  for (const type of ["pointermove", "pointerdown", "focusin"])
    slides?.parentElement?.addEventListener(type, addRest, { once: true });
}

/**
 * Answers to the hero's arrows, its arrow keys and swipes; wraps at both ends. By event type, to be called with
 * every event of the document: some came before this script.
 */
export const heroHandlers = {
  click({ target }: Event) {
    const arrow = (target as Element).closest<HTMLElement>('[data-step][aria-controls="hero-slides"]');
    if (!arrow) return;
    arrow.removeAttribute("aria-busy");
    move(Number(arrow.dataset.step));
  },
  keydown({ key, target, altKey, ctrlKey, metaKey }: KeyboardEvent) {
    if ((key !== "ArrowRight" && key !== "ArrowLeft") || !isInHero(target) || isSeam(target)) return;
    // Such as Back and Forward of browsers.
    if (altKey || ctrlKey || metaKey) return;
    const wasInSlide = slides?.contains(target as Node);
    const shown = move(key === "ArrowRight" ? 1 : -1);
    // The slide that had the focus is inert now.
    if (wasInSlide) shown?.querySelector<HTMLElement>("a")?.focus({ preventScroll: true });
  },
  touchstart({ touches, target }: TouchEvent) {
    from = touches.length === 1 && isInHero(target) && !isSeam(target) ? touches[0] : undefined;
  },
  touchend({ changedTouches }: TouchEvent) {
    const [to] = changedTouches;
    const by = from && to && swipeOf(from, to);
    from = undefined;
    if (by) move(by);
  },
};

const isInHero = (target: EventTarget | null) => slides?.parentElement?.contains(target as Node);

/** The seam answers to its keys and to a finger on its grip itself (seam-slider.ts). */
const isSeam = (target: EventTarget | null) => (target as Element | null)?.closest("[data-grip]") != null;

function addRest(): void {
  const rest = slides?.querySelector("noscript");
  if (!slides || !rest) return;
  rest.outerHTML = rest.textContent;
  for (const picture of slides.querySelectorAll("img")) picture.loading = "eager";
  void enableSeams(slides.querySelectorAll<HTMLElement>("[data-seam]:not(:first-child)"));
}

async function enableSeams(added: Iterable<HTMLElement>): Promise<void> {
  const { enableSeamSlider } = await loadWithRetry(() => import("./seam-slider.ts"));
  for (const slide of added) enableSeamSlider(slide, []);
}

/** Shows the next or the previous slide, and returns it. */
function move(by: number): HTMLElement | undefined {
  if (!slides) return;
  addRest();
  slides.dataset.stacked = "";
  const all = [...slides.querySelectorAll<HTMLElement>(":scope > [role=group]")];
  const current = all.findIndex(({ dataset }) => dataset.current !== undefined);
  const next = all.at((current + by) % all.length);
  for (const slide of all) {
    const isNext = slide === next;
    slide.toggleAttribute("data-current", isNext);
    slide.inert = !isNext;
    const heading = slide.querySelector("[data-heading]");
    if (!heading) continue;
    // The page's only one of the first level, though the outgoing slide takes a moment to fade. Not by its role: rules ask
    // for one by :has(), so that a change of any restyles half of the page.
    heading.role ??= "heading";
    heading.ariaLevel ??= "1";
    heading.ariaHidden = isNext ? null : "true";
  }
  return next;
}
