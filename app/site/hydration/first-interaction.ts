import { leavePictures, tapPicture } from "#app/ui/picture-taps.ts";
import { answerTo, type Handlers } from "./answer-to.ts";
import { enableHero, heroHandlers } from "./hero-slides.ts";
import { addLateStyle } from "./late-style.ts";
import { loadWithRetry } from "./load-with-retry.ts";

/** What needs no React: what first screens offer. */
const handlers: Handlers = {
  ...heroHandlers,
  click(event: MouseEvent) {
    heroHandlers.click(event);
    tapPicture(event);
  },
  pointerdown: leavePictures,
};

/** Hydrates the page once `laidOut`. Until then links, forms and details work without it. */
export async function hydratePage(laidOut: () => Promise<void>): Promise<void> {
  // At once: on a slow connection React comes half a second later.
  enableHero();
  answerTo(handlers);
  // Sequential: evaluated together they would block a slow phone for a tenth of a second.
  const react = loadWithRetry(() => import("./react.ts"));
  const page = loadWithRetry(() => import("./hydrate.tsx"));
  const style = loadWithRetry(addLateStyle);
  await laidOut();
  await Promise.all([react, style]);
  await new Promise((resolve) => setTimeout(resolve));
  const { hydrate } = await page;
  await hydrate();
}
