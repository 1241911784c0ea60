import { z } from "zod";
import { del, get, post } from "#app/shared/endpoint.ts";
import { focalPoint, image, listQuery, text } from "#app/shared/shape.ts";

const pictureUse = z.object({
  key: z.string(),
  /** Such as: Project “Agora”, Image (in the trash). */
  label: z.string(),
  /** Below /admin. */
  path: z.string(),
});
export type PictureUse = z.infer<typeof pictureUse>;

/** A saved version that shows a picture, and shows it again when it is restored. */
const pictureVersion = z.object({
  /** Such as: Project “Agora”, version 2. */
  label: z.string(),
  /** Of its history, below /admin. */
  path: z.string(),
});
export type PictureVersion = z.infer<typeof pictureVersion>;

export const picture = z.object({
  hash: z.string(),
  url: z.string(),
  /** Its file name, or else what it shows in its first place, or that place, or its size. */
  name: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  /** In bytes, as stored. */
  size: z.number().int(),
  createdAt: z.string(),
  /** Comes with the product: cannot be deleted. */
  isBuiltIn: z.boolean(),
  uses: z.array(pictureUse),
  /** When it is erased automatically, unless a saved version shows it; null while it is in use. */
  eraseAt: z.string().nullable(),
});
export type StoredPicture = z.infer<typeof picture>;

const replacedPlace = z.object({
  key: text("key", 600),
  /** Focal point of the former picture; "" for none. */
  focus: focalPoint("Focal point"),
});
export type ReplacedPlace = z.infer<typeof replacedPlace>;

const pictureQuery = z.object({
  limit: listQuery.shape.limit,
  /** Part of what the list says of a picture: its name, a place that shows it, "Not used", or its size in pixels. */
  q: listQuery.shape.q,
  /** `createdAt` and `hash` of the last picture received so far, joined by a space: returns those before it. */
  before: text("before", 100).optional(),
});

const fraction = (label: string) => {
  const error = `${label} has to be a number from 0 to 1: a fraction of the picture.`;
  return z.number({ error }).min(0, error).max(1, error);
};
const extent = (label: string) =>
  fraction(label).refine((value) => value > 0, `${label} has to be more than 0: choose a part of the picture.`);

/** Tolerates the rounding of a sum. */
const isInside = (from: number, extent: number) => from + extent <= 1 + 1e-6;
const outside = "The part to keep has to lie within the picture: make it smaller, or move it.";

const cropInput = z
  .object({
    url: image("Picture"),
    /** The part to keep, in fractions of the picture's width and height. */
    ...{ x: fraction("Left"), y: fraction("Top"), width: extent("Width"), height: extent("Height") },
  })
  .refine(({ x, width }) => isInside(x, width), { path: ["width"], error: outside })
  .refine(({ y, height }) => isInside(y, height), { path: ["height"], error: outside });
export type CropInput = z.infer<typeof cropInput>;

export const pictureApi = {
  list: get("/picture/get-all", {
    summary: "The uploaded pictures, newest first, with the places that show them",
    query: pictureQuery,
    reply: z.array(picture),
    list: true,
  }),
  versions: get("/picture/versions/:hash", {
    summary: "The saved versions that show a picture, newest first: a hundred at most",
    reply: z.array(pictureVersion),
  }),
  replace: post("/picture/replace/:hash", {
    summary: "Show another uploaded picture in every place that shows this one, or `only` in some of them",
    body: z.object({ url: image("Picture"), only: z.array(replacedPlace).max(10_000).optional() }),
    reply: z.object({
      /** The places changed: with them as `only`, the call in the other direction undoes this one. */
      changed: z.array(replacedPlace),
    }),
    failures: ["not_found", "conflict"],
  }),
  crop: post("/picture/crop", {
    summary: "Make a picture of a part of an uploaded one, which stays as it is",
    body: cropInput,
    reply: z.object({ url: z.string(), width: z.number().int(), height: z.number().int() }),
    status: 201,
  }),
  remove: del("/picture/:hash", {
    summary: "Delete a picture for good; refused while anything shows it, or may show it again",
    reply: z.object({ hash: z.string() }),
    failures: ["not_found", "conflict"],
  }),
};
export type PictureApi = typeof pictureApi;
