import { expect, test } from "vitest";
import { redrawn } from "./drawn-word.ts";

test.each([
  ["We ship software", "Where [Ideas] / meet Reality", "We ship [software]"],
  ["We ship. / Daily!", "Leaving the / [newsletter]?", "We ship. / [Daily]!"],
  ["Where ideas meet reality", "Where [Ideas] / meet Reality", "Where [ideas] meet reality"],
  ["The ideastorm, again", "Where [Ideas] / meet Reality", "The ideastorm, [again]"],
  ["We [ship software", "Our [team]", "We ship [software]"],
  ["We ship [] software", "Our [team]", "We ship  [software]"],
  ["نرسم الفكرة", "Our [team]", "نرسم [الفكرة]"],
  ["Built on {name}", "Our [team]", "Built on [{name}]"],
])("%s, typed over %s, is drawn again as %s", (typed, before, heading) => {
  expect(redrawn(typed, before)?.heading).toBe(heading);
});

test.each([
  ["We ship [software]", "Our [team]"],
  ["We ship software", "What we build"],
  ["We ship software", "Our [ ]"],
  ["", "Our [team]"],
  [" / ", "Our [team]"],
])("%s, typed over %s, misses nothing that could be drawn", (typed, before) => {
  expect(redrawn(typed, before)).toBeNull();
});

test("a long text is looked through at once", () => {
  const begun = performance.now();
  redrawn(`a${" -".repeat(20_000)}`, "Our [team]");
  expect(performance.now() - begun).toBeLessThan(1_000);
});
