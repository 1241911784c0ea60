import { expect, test } from "vitest";
import { inCurrentShape, type Shape } from "./history-shape.ts";

/** A job whose `place` was renamed to `location`, and which later gained a list. */
const job: Shape = {
  version: 3,
  fields: ["location", "perks"],
  upgrades: {
    1: ({ place, ...rest }) => ({ ...rest, location: place }),
    2: (data) => ({ ...data, perks: [] }),
  },
};

test("a history state of an older shape is upgraded step by step to the current shape", () => {
  expect(inCurrentShape("job", { shape: 1, data: { place: "Lahore" } }, { job })).toEqual({
    data: { location: "Lahore", perks: [] },
    isCurrent: true,
  });
  expect(inCurrentShape("job", { shape: 2, data: { location: "Lahore" } }, { job }).data).toEqual({
    location: "Lahore",
    perks: [],
  });
});

test("a history state of the current shape is returned unchanged", () => {
  const state = { shape: 3, data: { location: "Lahore", perks: ["Tea"] } };
  expect(inCurrentShape("job", state, { job })).toEqual({ data: state.data, isCurrent: true });
});

test("a history state that cannot be upgraded is returned as stored and marked as not current", () => {
  const data = { place: "Lahore" };
  const isGiven = { data, isCurrent: false };
  expect(inCurrentShape("job", { shape: 1, data }, { job: { ...job, upgrades: {} } })).toEqual(isGiven);
  expect(inCurrentShape("job", { shape: 4, data }, { job }), "of a newer release").toEqual(isGiven);
});
