import { expect, test } from "vitest";
import { changedBody, type FormFields, valuesOf } from "./fields.ts";

const fields = {
  title: { kind: "text", label: "Title" },
  lines: { kind: "textList", label: "Lines", entryName: "line" },
  days: { kind: "number", label: "Days" },
  published: { kind: "boolean", label: "Published" },
} as const satisfies FormFields;

const listed = {
  team: {
    kind: "objectList",
    label: "Team",
    entryName: "role",
    most: 3,
    columns: { role: { kind: "text", label: "Role" }, count: { kind: "number", label: "People" } },
  },
  year: { kind: "number", label: "Year", isOptional: true },
  layout: {
    kind: "choice",
    label: "Layout",
    options: [
      { value: "side", label: "Side" },
      { value: "full", label: "Full" },
    ],
  },
} as const satisfies FormFields;

const entry = { title: "Pier", lines: ["a"], days: 3, published: true };

test("form values are converted by field kind, and are blank without an entry", () => {
  expect(valuesOf(fields, entry)).toEqual({ title: "Pier", lines: ["a"], days: "3", published: true });
  expect(valuesOf(fields)).toEqual({ title: "", lines: [], days: "", published: false });
});

test("a save sends only changed fields, without empty lines and with numbers converted", () => {
  const base = valuesOf(fields, entry);
  expect(changedBody(fields, { ...base, lines: ["a", " "] }, base)).toEqual({});
  const changed = { title: "Jetty", lines: ["a", "", "b"], days: " 7 ", published: false };
  expect(changedBody(fields, changed, base)).toEqual({ title: "Jetty", lines: ["a", "b"], days: 7, published: false });
});

test("an invalid number is sent as typed, so that the server can reject it", () => {
  const base = valuesOf(fields, entry);
  expect(changedBody(fields, { ...base, days: "many" }, base)).toEqual({ days: "many" });
  expect(changedBody(fields, { ...base, days: "" }, base)).toEqual({ days: "" });
});

test("list entries are converted by column, blank ones are dropped, and an empty optional number is sent as null", () => {
  const base = valuesOf(listed, { team: [{ role: "Designer", count: 1 }], year: 2026, layout: "full" });
  expect(base).toEqual({ team: [{ role: "Designer", count: "1" }], year: "2026", layout: "full" });
  expect(valuesOf(listed)).toEqual({ team: [], year: "", layout: "side" });
  const blank = { role: "", count: " " };
  expect(changedBody(listed, { ...base, team: [...base.team, blank] }, base)).toEqual({});
  const changed = { ...base, team: [{ role: "Designer", count: "two" }, blank, { role: "", count: "3" }], year: " " };
  expect(changedBody(listed, changed, base)).toEqual({
    team: [
      { role: "Designer", count: "two" },
      { role: "", count: 3 },
    ],
    year: null,
  });
});
