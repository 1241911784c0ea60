import { expect, test, vi } from "vitest";
import { swipeOf } from "./swipe.ts";

test("a finger that moves sideways turns the slide, but not on an enlarged page, nor while it scrolls", () => {
  const moved = (x: number, y = 0) => swipeOf({ clientX: 200, clientY: 200 }, { clientX: 200 + x, clientY: 200 + y });
  vi.stubGlobal("visualViewport", { scale: 1 });
  expect([moved(-60), moved(60), moved(-30), moved(-60, 50)]).toEqual([1, -1, 0, 0]);
  vi.stubGlobal("visualViewport", { scale: 2 });
  expect(moved(-60)).toBe(0);
  vi.unstubAllGlobals();
});
