import { keepInPlace } from "#app/ui/keep-in-place.ts";
import { pauseAnimation } from "#app/ui/pause-animation.ts";
import { leavePictures, tapPicture } from "#app/ui/picture-taps.ts";
import { answerTo, type Handlers } from "./answer-to.ts";
import { buildPicturesWhenSeen } from "./build-pictures.ts";
import { enableHero, heroHandlers } from "./hero-slides.ts";
import { addLateStyle } from "./late-style.ts";
import { loadWithRetry } from "./load-with-retry.ts";
import { enableServiceStrip } from "./service-strip.ts";
import { enableSidePanels } from "./side-panels.ts";

/** Makes the page interactive: at once what needs no React, then the islands. */
export async function makeInteractive(): Promise<void> {
  // At once: on a slow connection React comes half a second later.
  enableSidePanels();
  enableHero();
  answerTo(handlersOf(enableServiceStrip()));
  drawWhatIsWritten();
  // Sequential: evaluated together they would block a slow phone for a tenth of a second.
  const react = loadWithRetry(() => import("./react.ts"));
  const islands = loadWithRetry(() => import("#app/site/islands/hydrate.tsx"));
  const style = loadWithRetry(addLateStyle);
  buildPicturesWhenSeen();
  await Promise.all([react, style]);
  await new Promise((resolve) => setTimeout(resolve));
  const { hydrateIslands } = await islands;
  await hydrateIslands();
}

/** Answers to the switch in the footer. */
function showMeasures({ target }: Event): void {
  const button = (target as Element).closest<HTMLElement>("[data-measures]");
  const status = button?.nextElementSibling;
  if (!(status instanceof HTMLElement)) return;
  button?.removeAttribute("aria-busy");
  void loadWithRetry(() => import("./measures.ts")).then(
    ({ toggleMeasures }) => button && toggleMeasures(button, status),
  );
}

/** Loads what draws beside the contact form once its fields are used. */
function drawWhatIsWritten(): void {
  const contact = document.getElementById("contact");
  const load = async () => {
    const { drawIdea } = await loadWithRetry(() => import("./idea-sheet.ts"));
    if (contact) drawIdea(contact);
  };
  contact?.addEventListener("focusin", () => void load(), { once: true });
}

const handlersOf = (pressServices: (event: Event) => void): Handlers => ({
  ...heroHandlers,
  click(event: MouseEvent) {
    heroHandlers.click(event);
    pressServices(event);
    tapPicture(event);
    keepInPlace(event);
    pauseAnimation(event);
    showMeasures(event);
  },
  pointerdown: leavePictures,
});
