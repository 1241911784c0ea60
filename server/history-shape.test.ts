import { expect, test } from "vitest";
import { z } from "zod";
import { contents } from "#app/platform/content/content-registry.server.ts";
import { shapes } from "#app/platform/content/history-shape.ts";

interface JsonShape {
  properties?: Record<string, { items?: JsonShape }>;
}

const fieldsOf = ({ properties = {} }: JsonShape): string[] =>
  Object.entries(properties).flatMap(([name, { items }]) => [
    name,
    ...fieldsOf(items ?? {}).map((field) => `${name}.${field}`),
  ]);

test.each(contents.map(({ type, schemas }) => [type.name, schemas.entry] as const))(
  "the fields of a %s are those of its current revision format; other fields need a new version and an upgrade",
  (noun, contract) => {
    const schema = z.toJSONSchema(contract, { io: "output", unrepresentable: "any" }) as JsonShape;
    expect(fieldsOf(schema)).toEqual(shapes[noun]?.fields);
  },
);

test.each(Object.entries(shapes))("every old revision format of a %s has an upgrade", (_, { version, upgrades }) => {
  expect(Object.keys(upgrades).map(Number)).toEqual(Array.from({ length: version - 1 }, (_, n) => n + 1));
});
