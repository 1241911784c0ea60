import { z } from "zod";
import { contentSchemas } from "#app/shared/content-contract.ts";
import { del, get, post, put } from "#app/shared/endpoint.ts";
import { altText, filled, focalPoint, image, text } from "#app/shared/shape.ts";
import { projectType } from "./project.type.ts";

/** Layout of a section: picture beside the text, across the page, above the text in one of two columns, or enlarged. */
export const detailLayouts = ["side", "full", "pair", "close-up"] as const;
export type DetailLayout = (typeof detailLayouts)[number];

const detailFields = {
  heading: filled("Heading"),
  description: text("Description"),
  img: image("Image"),
  layout: z.enum(detailLayouts, { error: `Layout has to be one of: ${detailLayouts.join(", ")}.` }),
  imgAlt: altText("Alt text"),
  imgFocus: focalPoint("Focal point"),
};

export const projectDetail = z.object({ _id: z.string(), ...detailFields });
export type ProjectDetail = z.infer<typeof projectDetail>;

/** A single section; the back office also gets the version of its project, for If-Match when changing the section. */
export const versionedDetail = projectDetail.extend({ version: z.number().int().optional() });
export type VersionedDetail = z.infer<typeof versionedDetail>;

export const projectDetailInput = z.object({
  heading: detailFields.heading,
  description: detailFields.description.default(""),
  img: detailFields.img.default(""),
  layout: detailFields.layout.default("side"),
  imgAlt: detailFields.imgAlt.default(null),
  imgFocus: detailFields.imgFocus.default(""),
});
export type ProjectDetailInput = z.infer<typeof projectDetailInput>;

export const projectDetailChange = z.object(detailFields).partial();
export type ProjectDetailChange = z.infer<typeof projectDetailChange>;

/**
 * A section in a list that is saved with its project. `_id`: one that the project has or had, or a random one made by the
 * client for a new section, so that a repeated call adds it once.
 */
export const projectSection = projectDetailInput.extend({ _id: z.string().max(100).optional() });
export type ProjectSection = z.infer<typeof projectSection>;

function percentage(of: string, least: number, most: number) {
  const message = `Seam, ${of} has to be a number from ${least} to ${most}.`;
  return z.number(message).min(least, message).max(most, message);
}

/**
 * Where drawn and built meet in a picture, in percent of its frame: the edge's rest position, the width of its step,
 * the height of its step.
 */
const seamObject = z.object({
  rest: percentage("position", -60, 110),
  step: percentage("step", 0, 60).default(9),
  mid: percentage("height", 0, 100).default(52),
});
export type Seam = z.output<typeof seamObject>;

/** The rest position alone, or with its step. */
const seam = z
  .union(
    [seamObject.shape.rest.transform((rest) => seamObject.parse({ rest })), seamObject],
    "Seam has to be a rest position from -60 to 110 per cent.",
  )
  .nullable();

const schemas = contentSchemas(projectType);

export const project = schemas.entry.extend({ seam: seamObject.nullable(), detail: z.array(projectDetail) });
export type Project = z.infer<typeof project>;

const sections = z.array(projectSection).max(1_000).optional();

export const projectInput = schemas.input.extend({ seam: seam.default(null), sections });
export type ProjectInput = z.infer<typeof projectInput>;

/** `sections` replaces the whole list of details, as restoring an older version does; without it they are unchanged. */
export const projectChange = schemas.change.extend({
  seam: seam.optional(),
  sections,
});
export type ProjectChange = z.infer<typeof projectChange>;

/** Endpoints for sections, in addition to those that every content type has. */
export const detailApi = {
  viewDetail: get("/project/detail/:slug/:detailId", {
    summary: "One detail section; for the office with its project's version",
    reply: versionedDetail,
    isItem: true,
  }),
  createDetail: post("/project/detail/:slug", {
    summary: "Append a detail section",
    body: projectDetailInput,
    reply: projectDetail,
    status: 201,
    idempotent: true,
    failures: ["conflict", "stale"],
  }),
  updateDetail: put("/project/detail/edit/:slug/:detailId", {
    summary: "Change a detail section; If-Match takes the version of its project",
    body: projectDetailChange,
    reply: projectDetail,
    versioned: true,
    failures: ["conflict"],
  }),
  sortDetails: put("/project/detail/order/:slug", {
    summary: "Put a project's detail sections in this order",
    body: z.object({ ids: z.array(z.string().max(100)).max(1_000) }),
    reply: project,
    failures: ["conflict"],
  }),
  removeDetail: del("/project/detail/:slug/:detailId", {
    summary: "Move a detail section to the trash",
    reply: z.object({ _id: z.string() }),
    failures: ["conflict"],
  }),
};
export type DetailApi = typeof detailApi;
