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

test("an old state is read through every step from its shape to today's", () => {
  expect(inCurrentShape("job", { shape: 1, data: { place: "Lahore" } }, { job })).toEqual({
    data: { location: "Lahore", perks: [] },
    isCurrent: true,
  });
  expect(inCurrentShape("job", { shape: 2, data: { location: "Lahore" } }, { job }).data).toEqual({
    location: "Lahore",
    perks: [],
  });
});

test("a state of today is read as it is", () => {
  const state = { shape: 3, data: { location: "Lahore", perks: ["Tea"] } };
  expect(inCurrentShape("job", state, { job })).toEqual({ data: state.data, isCurrent: true });
});

test("a state without a way to today's shape is given as it was kept, and said to be none", () => {
  const data = { place: "Lahore" };
  const isGiven = { data, isCurrent: false };
  expect(inCurrentShape("job", { shape: 1, data }, { job: { ...job, upgrades: {} } })).toEqual(isGiven);
  expect(inCurrentShape("job", { shape: 4, data }, { job }), "of a newer release").toEqual(isGiven);
});
