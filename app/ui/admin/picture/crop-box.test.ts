import { expect, test } from "vitest";
import { areaOf, corners, moved, placed, resized, wholeOf, withRatio } from "./crop-box.ts";

const size = { width: 600, height: 400 };
const box = { left: 100, top: 50, width: 200, height: 100 };

test("moving the crop box keeps its size and stays inside the picture", () => {
  expect(moved(box, 10, -20, size)).toEqual({ ...box, left: 110, top: 30 });
  expect(moved(box, 1_000, 1_000, size)).toEqual({ ...box, left: 400, top: 300 });
  expect(moved(box, -1_000, -1_000, size)).toEqual({ ...box, left: 0, top: 0 });
});

test("a place for an edge is kept, and makes the crop box smaller where the picture has no room for its size", () => {
  expect(placed(box, 250, 50, size, null)).toEqual({ ...box, left: 250 });
  expect(placed(wholeOf(size), 200, 0, size, null)).toEqual({ left: 200, top: 0, width: 400, height: 400 });
  expect(placed(wholeOf(size), 0, 100, size, 3 / 2)).toEqual({ left: 0, top: 100, width: 450, height: 300 });
  expect(placed(box, 9_999, -5, size, null)).toEqual({ left: 584, top: 0, width: 16, height: 100 });
});

test("dragging a corner resizes the crop box and keeps the opposite corner in place", () => {
  expect(resized(box, "bottom right", { x: 350, y: 250 }, size, null)).toEqual({ ...box, width: 250, height: 200 });
  expect(resized(box, "top left", { x: 20, y: 10 }, size, null)).toEqual({
    left: 20,
    top: 10,
    width: 280,
    height: 140,
  });
  expect(resized(box, "top right", { x: 9_999, y: -9 }, size, null)).toEqual({
    left: 100,
    top: 0,
    width: 500,
    height: 150,
  });
  expect(resized(box, "bottom left", { x: 9_999, y: -9 }, size, null)).toEqual({
    left: 284,
    top: 50,
    width: 16,
    height: 16,
  });
});

test("resizing with a fixed ratio keeps the ratio to a pixel and the box inside the picture", () => {
  for (const ratio of [3 / 2, 4 / 3, 16 / 9, 1, 16 / 8.2, 1 / 1.02])
    for (const corner of corners)
      for (const x of [-50, 0, 130, 260, 599, 900])
        for (const y of [-50, 0, 60, 140, 399, 900]) {
          const next = resized(box, corner, { x, y }, size, ratio);
          expect(Math.abs(next.width / ratio - next.height)).toBeLessThanOrEqual(1);
          expect(Math.min(next.width, next.height)).toBeGreaterThanOrEqual(15);
          const { x: left, y: top, width, height } = areaOf(next, size);
          expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
          expect(Math.max(left + width, top + height)).toBeLessThanOrEqual(1 + 1e-9);
        }
});

test("choosing a ratio gives the largest box that fits, centred on the previous one where possible", () => {
  expect(withRatio(wholeOf(size), 1, size)).toEqual({ left: 100, top: 0, width: 400, height: 400 });
  expect(withRatio({ left: 0, top: 0, width: 20, height: 20 }, 1, size)).toEqual({
    left: 0,
    top: 0,
    width: 400,
    height: 400,
  });
  expect(withRatio(wholeOf(size), 3 / 2, size)).toEqual(wholeOf(size));
});
