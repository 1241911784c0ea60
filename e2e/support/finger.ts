import type { Page } from "@playwright/test";

/** A finger on the page, with places in pixels from the top left of the window. */
export async function fingerOn(page: Page) {
  const touch = await page.context().newCDPSession(page);
  let at = { x: 0, y: 0 };
  const send = (type: string, touchPoints: { x: number; y: number }[]) =>
    touch.send("Input.dispatchTouchEvent", { type: type as "touchStart", touchPoints });
  return {
    press: (place: typeof at) => {
      at = place;
      return send("touchStart", [at]);
    },
    async move(to: typeof at) {
      const from = at;
      for (const part of [0.1, 0.2, 0.3, 0.4, 0.6, 0.8, 1]) {
        at = { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
        await send("touchMove", [at]);
      }
    },
    lift: () => send("touchEnd", []),
  };
}
