import { expect, test } from "vitest";
import { z } from "zod";
import { contents } from "#app/platform/content/content-registry.server.ts";
import { shapeVersion } from "#app/platform/content/history-shape.ts";

interface JsonShape {
  properties?: Record<string, { items?: JsonShape }>;
}

const fieldsOf = ({ properties = {} }: JsonShape): string[] =>
  Object.entries(properties).flatMap(([name, { items }]) => [
    name,
    ...fieldsOf(items ?? {}).map((field) => `${name}.${field}`),
  ]);

/** The fields of a revision of each type, and their version: one more than the type has upgrades. */
const shapes: [noun: string, version: number, fields: string[]][] = [
  ["team-member", 3, ["slug", "fullName", "role", "photo", "photoAlt", "photoFocus", "published", "version"]],
  [
    "job",
    4,
    [
      "slug",
      "title",
      "location",
      "experience",
      "description",
      "requirements",
      "perksAndBenefits",
      "experienceDetails",
      "pay",
      "hours",
      "hiring",
      "closesOn",
      "closesItself",
      "published",
      "version",
    ],
  ],
  [
    "review",
    3,
    [
      "slug",
      "fullName",
      "company",
      "feedback",
      "profileImage",
      "profileImageAlt",
      "profileImageFocus",
      "isSample",
      "published",
      "version",
    ],
  ],
  ["faq", 1, ["slug", "question", "answer", "bullets", "published", "version"]],
  [
    "project",
    4,
    [
      "slug",
      "number",
      "title",
      "description",
      "technology",
      "projectImage",
      "projectImageAlt",
      "projectImageFocus",
      "whatWeDid",
      "drawnImage",
      "seam",
      "problem",
      "sketchReason",
      "decision",
      "clientWords",
      "clientType",
      "sector",
      "year",
      "weeks",
      "liveUrl",
      "sketchImage",
      "sketchImageAlt",
      "disciplines",
      "team",
      "team.role",
      "team.count",
      "outcomes",
      "outcomes.figure",
      "outcomes.meaning",
      "outcomes.source",
      "isSample",
      "published",
      "version",
      "detail",
      "detail._id",
      "detail.heading",
      "detail.description",
      "detail.img",
      "detail.layout",
      "detail.imgAlt",
      "detail.imgFocus",
    ],
  ],
];

test.each(contents.map(({ type, schemas }) => [type.name, schemas.entry] as const))(
  "the fields of a %s are those of its current revision format; other fields need a new version and an upgrade",
  (noun, contract) => {
    const schema = z.toJSONSchema(contract, { io: "output", unrepresentable: "any" }) as JsonShape;
    expect([noun, shapeVersion(noun), fieldsOf(schema)]).toEqual(shapes.find(([of]) => of === noun));
  },
);
