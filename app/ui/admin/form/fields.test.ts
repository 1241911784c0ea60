import { expect, test } from "vitest";
import { changedBody, type FormFields, valuesOf } from "./fields.ts";

const fields = {
  title: { kind: "text", label: "Title" },
  lines: { kind: "textList", label: "Lines", entryName: "line" },
  days: { kind: "number", label: "Days" },
  published: { kind: "boolean", label: "Published" },
} as const satisfies FormFields;

const entry = { title: "Pier", lines: ["a"], days: 3, published: true };

test("a form holds each field as its kind asks, and blank where there is no entry", () => {
  expect(valuesOf(fields, entry)).toEqual({ title: "Pier", lines: ["a"], days: "3", published: true });
  expect(valuesOf(fields)).toEqual({ title: "", lines: [], days: "", published: false });
});

test("a save sends what was changed, without empty lines, and a number as one", () => {
  const base = valuesOf(fields, entry);
  expect(changedBody(fields, { ...base, lines: ["a", " "] }, base)).toEqual({});
  const changed = { title: "Jetty", lines: ["a", "", "b"], days: " 7 ", published: false };
  expect(changedBody(fields, changed, base)).toEqual({ title: "Jetty", lines: ["a", "b"], days: 7, published: false });
});

test("what is no number goes out as it was typed, so that the server can say so", () => {
  const base = valuesOf(fields, entry);
  expect(changedBody(fields, { ...base, days: "many" }, base)).toEqual({ days: "many" });
  expect(changedBody(fields, { ...base, days: "" }, base)).toEqual({ days: "" });
});
