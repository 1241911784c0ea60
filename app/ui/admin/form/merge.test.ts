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

test("who changed a field is who saved the first of the states that have its value", () => {
  const state = (author: string, text: string, title = "") => ({ author, createdAt: "", values: { text, title } });
  const states = [state("Cy", "B", "x"), state("Bo", "B"), state("Al", "A"), state("Bo", "B")];
  expect(authorOf(states, "text")?.author).toBe("Bo");
  expect(authorOf(states, "title")?.author).toBe("Cy");
  expect(authorOf([state("Al", "A")], "text")?.author).toBe("Al");
  expect(authorOf([], "text")).toBeUndefined();
});
