import { describe, expect, test } from "vitest";
import { dropPlace, moved } from "./drop-place.ts";

const box = (left: number, top: number, width = 100, height = 100) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

describe("the drop position of a dragged card", () => {
  // 0 1
  // 2 3
  const grid = [box(0, 0), box(120, 0), box(0, 120), box(120, 120)];
  const column = [box(0, 0, 300, 50), box(0, 60, 300, 200), box(0, 270, 300, 50)];

  test("is its own slot until the card covers more of another slot", () => {
    expect(dropPlace(grid, 1, box(120, 0))).toBe(1);
    expect(dropPlace(grid, 1, box(61, 0))).toBe(1);
    expect(dropPlace(grid, 1, box(59, 0))).toBe(0);
  });

  test("is the slot that the card covers most", () => {
    const row = [box(0, 0), box(120, 0), box(240, 0)];
    expect(dropPlace(row, 2, box(0, 0))).toBe(0);
    expect(dropPlace(row, 2, box(15, -8)), "not quite").toBe(0);
    expect(dropPlace(row, 0, box(232, 5))).toBe(2);
    expect(dropPlace(grid, 3, box(5, 5))).toBe(0);
    expect(dropPlace(grid, 0, box(110, 112))).toBe(3);
  });

  test("is the first or last slot when the card is beyond the ends of the list", () => {
    expect(dropPlace(column, 1, box(0, -400, 300, 200))).toBe(0);
    expect(dropPlace(column, 0, box(0, 900, 300, 50))).toBe(2);
  });

  test("does not alternate between two slots next to a taller card", () => {
    expect(dropPlace(column, 0, box(0, 100, 300, 50))).toBe(0);
    expect(dropPlace(column, 0, box(0, 110, 300, 50))).toBe(1);
    // After the swap the tall card is above; the same pointer position must not swap them back.
    const swapped = [box(0, 0, 300, 200), box(0, 210, 300, 50), box(0, 270, 300, 50)];
    expect(dropPlace(swapped, 1, box(0, 110, 300, 50))).toBe(1);
    expect(dropPlace(swapped, 1, box(0, 100, 300, 50))).toBe(0);
  });
});

test("moving an entry keeps the order of the others", () => {
  expect(moved(["a", "b", "c", "d"], 0, 2)).toEqual(["b", "c", "a", "d"]);
  expect(moved(["a", "b", "c", "d"], 3, 0)).toEqual(["d", "a", "b", "c"]);
  expect(moved(["a"], 0, 0)).toEqual(["a"]);
});
