import { expect, test } from "vitest";
import { contentSchemas } from "#app/shared/content-contract.ts";
import { contentType } from "#app/shared/content-type.ts";
import { bodyOf } from "./make.ts";

test("generated values are within the limits of a type's fields", () => {
  const type = contentType({
    name: "award",
    one: "award",
    many: "awards",
    table: "award",
    path: "award",
    slugPrefix: "award",
    fields: {
      title: { kind: "text", label: "Title", limit: 10, required: true },
      year: { kind: "number", label: "Year", least: 1990, most: 2100 },
      juries: {
        kind: "objectList",
        label: "Juries",
        entryName: "jury",
        most: 3,
        columns: {
          name: { kind: "text", label: "Name", limit: 5, required: true },
          members: { kind: "number", label: "Members", least: 1, most: 3 },
        },
      },
    },
    title: "title",
    page: () => "/about",
    shownOn: "the about page",
    glyph: "",
    history: { version: 1, fields: [], upgrades: {} },
  });

  expect(contentSchemas(type).input.safeParse(bodyOf(type)).error).toBeUndefined();
});
