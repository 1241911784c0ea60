import { expect, test } from "vitest";
import { textAt, withText } from "./edit-source.ts";

test("a text of a section is the section's wherever it stands, and nobody's once the section is gone", () => {
  const [one, two] = [
    { _id: "a", heading: "One" },
    { _id: "b", heading: "Two" },
  ];
  const shown = { item: "0.heading", section: "a" };
  expect(textAt([two, one], shown)).toBe("One");
  expect(withText([two, one], shown, "One more")).toEqual([two, { ...one, heading: "One more" }]);
  expect(withText([two], shown, "One more")).toEqual([two]);
});
