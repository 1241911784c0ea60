import { describe, expect, test } from "vitest";
import { dropPlace, moved } from "./drop-place.ts";

const box = (left: number, top: number, width = 100, height = 100) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

describe("the place where a held card would be dropped", () => {
  // 0 1
  // 2 3
  const grid = [box(0, 0), box(120, 0), box(0, 120), box(120, 120)];
  const column = [box(0, 0, 300, 50), box(0, 60, 300, 200), box(0, 270, 300, 50)];

  test("is its own over itself, between the cards and outside the list", () => {
    expect(dropPlace(grid, 1, { x: 150, y: 50 })).toBe(1);
    expect(dropPlace(grid, 1, { x: 110, y: 50 })).toBe(1);
    expect(dropPlace(grid, 1, { x: 900, y: 900 })).toBe(1);
  });

  test("is another's once its middle is passed: sideways in a row, up and down between rows", () => {
    expect(dropPlace(grid, 0, { x: 160, y: 50 })).toBe(0);
    expect(dropPlace(grid, 0, { x: 175, y: 50 })).toBe(1);
    expect(dropPlace(grid, 3, { x: 60, y: 150 })).toBe(3);
    expect(dropPlace(grid, 3, { x: 40, y: 150 })).toBe(2);
    expect(dropPlace(grid, 0, { x: 150, y: 160 })).toBe(0);
    expect(dropPlace(grid, 0, { x: 150, y: 180 })).toBe(3);
  });

  test("does not swap to and fro with a taller card", () => {
    expect(dropPlace(column, 0, { x: 10, y: 100 })).toBe(0);
    expect(dropPlace(column, 0, { x: 10, y: 165 })).toBe(1);
    // After the swap the tall card stands above, and the same point is no reason to swap back.
    const swapped = [box(0, 0, 300, 200), box(0, 210, 300, 50), box(0, 270, 300, 50)];
    expect(dropPlace(swapped, 1, { x: 10, y: 165 })).toBe(1);
  });
});

test("a moved entry leaves the others in their order", () => {
  expect(moved(["a", "b", "c", "d"], 0, 2)).toEqual(["b", "c", "a", "d"]);
  expect(moved(["a", "b", "c", "d"], 3, 0)).toEqual(["d", "a", "b", "c"]);
  expect(moved(["a"], 0, 0)).toEqual(["a"]);
});
