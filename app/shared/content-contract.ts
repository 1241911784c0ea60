import { z } from "zod";
import {
  type ContentType,
  type EntryOf,
  editableFields,
  type Field,
  type InputOf,
  type NewOf,
} from "./content-type.ts";
import { del, get, post, put } from "./endpoint.ts";
import { limits } from "./limits.ts";
import {
  altText,
  day,
  filled,
  focalPoint,
  image,
  listQuery,
  managed,
  removed,
  saveQuery,
  text,
  textList,
  url,
  wholeNumber,
} from "./shape.ts";

// The calls of a content type and their schemas, derived from its descriptor.

type Schema<V> = z.ZodType<V>;
type Fields<T extends ContentType> = { [K in keyof EntryOf<T> & keyof T["fields"]]: Schema<EntryOf<T>[K]> };
type Editable<T extends ContentType> = { [K in keyof InputOf<T>]: Schema<InputOf<T>[K]> };

/** Schemas of an entry, of a new entry and of a change. Types with additional parts extend them. */
export interface ContentSchemas<T extends ContentType> {
  entry: z.ZodObject<
    { slug: z.ZodString } & Fields<T> & { published: z.ZodBoolean; version: z.ZodNumber },
    z.core.$strip
  >;
  input: z.ZodObject<
    { [K in keyof Editable<T>]: K extends RequiredKey<T> ? Editable<T>[K] : z.ZodDefault<Editable<T>[K]> },
    z.core.$strip
  >;
  change: z.ZodObject<{ [K in keyof Editable<T>]: z.ZodOptional<Editable<T>[K]> }, z.core.$strip>;
}

type RequiredKey<T extends ContentType> = {
  [K in keyof NewOf<T>]-?: undefined extends NewOf<T>[K] ? never : K;
}[keyof NewOf<T>];

export function contentSchemas<T extends ContentType>(type: T): ContentSchemas<T> {
  const schemas = (fields: [string, Field][], of: (field: Field) => z.ZodType) =>
    Object.fromEntries(fields.map(([name, field]) => [name, of(field)]));
  const published = z.boolean();
  return {
    entry: z.object({ slug: z.string(), ...schemas(Object.entries(type.fields), schemaOf), ...managed }),
    input: z.object({ ...schemas(editableFields(type), inputOf), published: published.default(true) }),
    change: z.object({ ...schemas(editableFields(type), schemaOf), published }).partial(),
  } as unknown as ContentSchemas<T>;
}

function schemaOf(field: Field): z.ZodType {
  const name = field.name ?? field.label;
  switch (field.kind) {
    case "text":
      return field.required ? filled(name, field.limit) : text(name, field.limit);
    case "longText":
      return field.required ? filled(name, limits.longText) : text(name);
    case "textList":
      return textList(name);
    case "objectList":
      return objectList(name, field);
    case "url":
      return url(name);
    case "image":
      return image(name);
    case "alt":
      return altText(name);
    case "focalPoint":
      return focalPoint(name);
    case "boolean":
      return z.boolean();
    case "date":
      return day(`${name} has to be a day such as 2030-12-31, or empty.`);
    case "number":
      return field.readOnly ? z.number().int() : wholeNumber(name, field.least, field.most).nullable();
    case "json":
      return z.unknown();
  }
}

/** Errors of an entry are reported for the whole list, because that is the field that users see. */
function objectList(name: string, { entryName, most, columns }: Extract<Field, { kind: "objectList" }>): z.ZodType {
  const said = (label: string) => `${name}, ${entryName}: ${label}`;
  const entry = Object.entries(columns).map(([key, column]) => [
    key,
    column.kind === "number"
      ? wholeNumber(said(column.label), column.least, column.most)
      : column.required
        ? filled(said(column.label), column.limit)
        : text(said(column.label), column.limit).default(""),
  ]);
  return z
    .array(z.object(Object.fromEntries(entry)), { error: `${name} has to be a list.` })
    .max(most, `${name} may have at most ${most} entries.`);
}

const empty: Record<Field["kind"], unknown> = {
  text: "",
  longText: "",
  textList: [],
  objectList: [],
  image: "",
  alt: null,
  focalPoint: "",
  url: "",
  boolean: false,
  number: null,
  date: "",
  json: null,
};

const inputOf = (field: Field): z.ZodType =>
  field.required ? schemaOf(field) : schemaOf(field).default(defaultOf(field) as never);

const defaultOf = (field: Field): unknown => (field.kind === "boolean" ? field.isOn === true : empty[field.kind]);

interface Summaries {
  list?: string;
  view?: string;
  update?: string;
}

/** Maximum number of entries per bulk change. */
export const maxContentBatch = 200;

export const contentBulkAction = z.enum(["publish", "unpublish", "delete"], {
  error: "Action has to be publish, unpublish or delete.",
});
export type ContentBulkAction = z.infer<typeof contentBulkAction>;

const contentBulk = z.object({
  action: contentBulkAction,
  /** With a version, an entry that has been saved since is not changed. */
  entries: z
    .array(z.object({ slug: z.string().max(300), version: z.int().optional() }))
    .max(maxContentBatch, `At most ${maxContentBatch} entries can be changed by one call.`),
});

const contentBulkChanged = z.object({
  /** The changed entries with their new versions. */
  changed: z.array(z.object({ slug: z.string(), version: z.number() })),
  /** Number of entries not changed: deleted, saved since, or already in that state. */
  left: z.number(),
});

/**
 * The calls of a content type: the specification's five, and a bulk change. `summaries`: replace the generated ones.
 */
export function contentApi<
  const T extends ContentType,
  E extends z.ZodType = ContentSchemas<T>["entry"],
  I extends z.ZodType = ContentSchemas<T>["input"],
  C extends z.ZodType = ContentSchemas<T>["change"],
>(type: T, { entry, input, change }: { entry: E; input: I; change: C }, summaries: Summaries = {}) {
  const { path, one, many, calls } = type;
  const a = /^[aeiou]/i.test(one) ? "an" : "a";
  return {
    list: get(`/${path}/get-all`, {
      summary: summaries.list ?? `All ${many}, in the editors' order`,
      query: listQuery,
      reply: z.array(entry),
      list: true,
    }),
    view: get(`/${path}/:slug`, {
      summary: summaries.view ?? `One ${one}`,
      reply: entry,
      ...(type.specified !== undefined && { isItem: true }),
    }),
    create: post(calls?.create ?? `/${path}/add`, {
      summary: `Add ${a} ${one}`,
      body: input,
      reply: entry,
      status: 201,
      idempotent: true,
      failures: ["conflict", "stale"],
    }),
    update: put(calls?.update ?? `/${path}/edit/:slug`, {
      summary: summaries.update ?? `Change ${a} ${one}`,
      query: saveQuery,
      body: change,
      reply: entry,
      versioned: true,
      failures: ["conflict"],
    }),
    remove: del(`/${path}/:slug`, {
      summary: `Move ${a} ${one} to the trash`,
      reply: removed,
      failures: ["conflict"],
    }),
    bulk: post(`/${path}/bulk`, {
      summary: `Publish, unpublish or delete many ${many}`,
      body: contentBulk,
      reply: contentBulkChanged,
      failures: ["conflict"],
    }),
    duplicate: post(`/${path}/duplicate/:slug`, {
      summary: `Make a copy of ${a} ${one} that visitors do not see`,
      reply: entry,
      status: 201,
      idempotent: true,
      failures: ["conflict", "not_found"],
    }),
  };
}
