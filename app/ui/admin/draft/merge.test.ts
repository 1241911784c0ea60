import { expect, test } from "vitest";
import { authorOf, merge } from "./merge.ts";

const base = { title: "Lighthouse", tags: ["a"], text: "Old." };

test("a field changed on one side only takes that side's value without a conflict", () => {
  const merged = merge(base, { ...base, tags: ["a", "b"] }, { ...base, title: "Beacon" });
  expect(merged).toEqual({ values: { title: "Beacon", tags: ["a", "b"], text: "Old." }, clashes: [] });
});

test("a field changed differently on both sides is a conflict and keeps my value until it is resolved", () => {
  const merged = merge(base, { ...base, text: "Mine.", title: "Pier" }, { ...base, text: "Theirs." });
  expect(merged).toEqual({ values: { title: "Pier", tags: ["a"], text: "Mine." }, clashes: ["text"] });
});

test("the same change on both sides is not a conflict", () => {
  expect(merge(base, { ...base, text: "New." }, { ...base, text: "New." }).clashes).toEqual([]);
});

const lens = { _id: "lens", heading: "The lens", text: "Ground." };
const lamp = { _id: "lamp", heading: "The lamp", text: "Oil." };
const tower = { _id: "tower", heading: "The tower", text: "Stone." };
const parts = (...list: object[]) => ({ parts: list });

test("list entries with ids are merged by entry and field, and additions and moves of both sides are kept", () => {
  const mine = parts({ ...lamp, text: "Gas." }, { ...lens, heading: "Lens" }, { _id: "new", heading: "Mine" });
  const theirs = parts({ ...lens, text: "Cast." }, tower, lamp);
  expect(merge(parts(lens, lamp), mine, theirs)).toEqual({
    values: parts({ ...lamp, text: "Gas." }, { ...lens, heading: "Lens", text: "Cast." }, tower, {
      _id: "new",
      heading: "Mine",
    }),
    clashes: [],
  });
  expect(merge(parts(lens, lamp), parts(lens), parts(lens, lamp, tower)).values).toEqual(parts(lens, tower));
});

test("a conflict within one list entry keeps the changes to the other entries", () => {
  const theirs = parts({ ...lens, text: "Cast." }, { ...lamp, text: "Gas." });
  const mine = parts({ ...lens, text: "Pressed." }, lamp);
  expect(merge(parts(lens, lamp), mine, theirs)).toEqual({
    values: parts({ ...lens, text: "Pressed." }, { ...lamp, text: "Gas." }),
    clashes: ["parts"],
  });
  // With the sides exchanged theirs holds where both changed the same, and mine everywhere else.
  const other = parts({ ...lens, text: "Pressed." }, { ...lamp, heading: "Lamp" });
  expect(merge(parts(lens, lamp), theirs, other).values).toEqual(
    parts({ ...lens, text: "Cast." }, { ...lamp, heading: "Lamp", text: "Gas." }),
  );
});

test("an entry removed on one side and changed on the other is a conflict and kept; an unchanged one is removed", () => {
  const changed = parts({ ...lens, text: "Cast." });
  for (const [mine, theirs] of [
    [parts(), changed],
    [changed, parts()],
  ] as const)
    expect(merge(parts(lens), mine, theirs)).toEqual({ values: changed, clashes: ["parts"] });
  expect(merge(parts(lens, lamp), parts(lens), parts(lamp))).toEqual({ values: parts(), clashes: [] });
});

test("lists without ids are never merged, and changing one on both sides is a conflict", () => {
  const [mine, theirs] = [{ team: [{ role: "Designer" }] }, { team: [{ role: "Engineer" }] }];
  expect(merge({ team: [{ role: "Writer" }] }, mine, theirs)).toEqual({ values: mine, clashes: ["team"] });
});

test("the author of a field is the user whose save gave it its current value", () => {
  const state = (author: string, text: string, title = "") => ({ author, createdAt: "", values: { text, title } });
  const states = [state("Cy", "B", "x"), state("Bo", "B"), state("Al", "A"), state("Bo", "B")];
  expect(authorOf(states, "text")?.author).toBe("Bo");
  expect(authorOf(states, "title")?.author).toBe("Cy");
  expect(authorOf([state("Al", "A")], "text")?.author).toBe("Al");
  expect(authorOf([], "text")).toBeUndefined();
});
