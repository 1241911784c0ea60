import { expect, test } from "vitest";
import { authorOf, merge } from "./merge.ts";

const base = { title: "Lighthouse", tags: ["a"], text: "Old." };

test("what only one side changed is that side's, and nobody is asked", () => {
  const merged = merge(base, { ...base, tags: ["a", "b"] }, { ...base, title: "Beacon" });
  expect(merged).toEqual({ values: { title: "Beacon", tags: ["a", "b"], text: "Old." }, clashes: [] });
});

test("a field that both changed to different values is a clash and stays mine until somebody chooses", () => {
  const merged = merge(base, { ...base, text: "Mine.", title: "Pier" }, { ...base, text: "Theirs." });
  expect(merged).toEqual({ values: { title: "Pier", tags: ["a"], text: "Mine." }, clashes: ["text"] });
});

test("both may have said the same", () => {
  expect(merge(base, { ...base, text: "New." }, { ...base, text: "New." }).clashes).toEqual([]);
});

const lens = { _id: "lens", heading: "The lens", text: "Ground." };
const lamp = { _id: "lamp", heading: "The lamp", text: "Oil." };
const tower = { _id: "tower", heading: "The tower", text: "Stone." };
const parts = (...list: object[]) => ({ parts: list });

test("entries with ids are merged one by one, and each by its fields; what both added or moved is kept", () => {
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

test("a clash within an entry is asked, and loses nothing of the others", () => {
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

test("what one removed and the other changed is asked, and stays; what nobody changed goes", () => {
  const changed = parts({ ...lens, text: "Cast." });
  for (const [mine, theirs] of [
    [parts(), changed],
    [changed, parts()],
  ] as const)
    expect(merge(parts(lens), mine, theirs)).toEqual({ values: changed, clashes: ["parts"] });
  expect(merge(parts(lens, lamp), parts(lens), parts(lamp))).toEqual({ values: parts(), clashes: [] });
});

test("lists without ids are never mixed", () => {
  const [mine, theirs] = [{ team: [{ role: "Designer" }] }, { team: [{ role: "Engineer" }] }];
  expect(merge({ team: [{ role: "Writer" }] }, mine, theirs)).toEqual({ values: mine, clashes: ["team"] });
});

test("who changed a field is who saved the first of the states that have its value", () => {
  const state = (author: string, text: string, title = "") => ({ author, createdAt: "", values: { text, title } });
  const states = [state("Cy", "B", "x"), state("Bo", "B"), state("Al", "A"), state("Bo", "B")];
  expect(authorOf(states, "text")?.author).toBe("Bo");
  expect(authorOf(states, "title")?.author).toBe("Cy");
  expect(authorOf([state("Al", "A")], "text")?.author).toBe("Al");
  expect(authorOf([], "text")).toBeUndefined();
});
