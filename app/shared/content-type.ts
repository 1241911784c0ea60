// The descriptor of a content type. It is plain data, shared by server, back office and tests: API calls and their
// documentation, trash, sort order, history, preview, search, Today, navigation and forms are derived from it.
// Deviations of a type are code in its own folder.

import type { Frame } from "./focal-point.ts";

interface FieldBase {
  /** Label in the form and in the history. */
  label: string;
  /** Used in server messages where the label alone is unclear: "Job title is required." */
  name?: string;
  /** Shown below the field. */
  hint?: string;
  /** Advice before publishing: the length in characters that fits the layout. */
  fits?: number;
  /** Advice before publishing: shown if the field is empty. */
  advisedWhenEmpty?: string;
  /** Advice before publishing: shown if the field, a date, is before today. */
  advisedWhenPast?: string;
  /** An entry needs a value here. Other fields default to empty. */
  required?: true;
  /** Set by the server: part of the entry but not of its form. */
  readOnly?: true;
  /** Name of the input, where it differs from the field's. */
  inputName?: string;
  /** Not part of the specification's create call: sent only if filled in. */
  isExtra?: true;
  /** Heading of its group in the form; without one it is in the first group. */
  group?: string;
}

export type Column = { label: string } & (
  | { kind: "text" /** Maximum length in characters. */; limit: number; required?: true }
  | { kind: "number"; least: number; most: number }
);
export type Columns = Readonly<Record<string, Column>>;

export type Field = FieldBase &
  (
    | { kind: "text" /** Maximum length in characters. */; limit: number }
    /** `rows`: initial height in lines; `formatted`: with light formatting (formatted-text.ts). */
    | { kind: "longText"; rows?: number; formatted?: true }
    /** A list of short texts; `entryName` is the singular, such as "requirement". */
    | { kind: "textList"; entryName: string }
    /** A list of at most `most` objects with the same fields; `entryName` is the singular, such as "role". */
    | { kind: "objectList"; entryName: string; most: number; columns: Columns }
    /** The URL of a picture, or "". `minWidth`: in pixels; the form says so if a picture is narrower. */
    | { kind: "image"; minWidth?: number }
    /** Alternative text of the picture in the field `of`: null if not stated, "" if it is decorative, as in HTML. */
    | { kind: "alt"; of: string }
    /** Focal point of the picture in the field `of`, as "30% 40%", or "". `frames`: those that the picture fills. */
    | { kind: "focalPoint"; of: string; frames: readonly Frame[] }
    /** An http(s) URL, or "". */
    | { kind: "url" }
    /** `isOn`: on unless stated. */
    | { kind: "boolean"; isOn?: true }
    /** An integer or null. No limits for values set by the server. */
    | { kind: "number"; least?: number; most?: number }
    /** A date as YYYY-MM-DD, or "". */
    | { kind: "date" }
    /** Anything else, stored as JSON or null. Schema and form field are code in the type's folder. */
    | { kind: "json" }
  );

export type Fields = Readonly<Record<string, Field>>;

export interface AnyEntry {
  slug: string;
  published: boolean;
  version: number;
  [field: string]: unknown;
}

/** Every type has a manual sort order and entries that can be unpublished; no other variant has been needed yet. */
export interface ContentType {
  /** Name in code, history, trash and previews, and of its folder: "team-member". */
  name: string;
  /** Names for use in a sentence: "team member", "team members". */
  one: string;
  many: string;
  /** Table name as in db/schema.ts: "teamMember". */
  table: string;
  /** First segment of its paths in the API and in the back office: "team-member". */
  path: string;
  /** Prefix of slugs for titles without any usable word: "team-member" gives "team-member-7k2m". */
  slugPrefix: string;
  fields: Fields;
  /** The field that identifies an entry to people and from which its slug is made. */
  title: string;
  /** The field shown next to the title in search results. */
  subtitle?: string;
  /** Paths of calls that the specification names differently from those of other types. */
  calls?: { create?: `/${string}`; update?: `/${string}` };
  /** Position among the types named in the specification; all others follow. */
  specified?: number;
  /** The field with the last day on which visitors see an entry, if that of `by` is on. */
  closes?: { on: string; by: string };
  /** Path of the public page that shows an entry. */
  page: (entry: AnyEntry) => string;
  /** The page shows a single entry or only a few, so a preview puts the entry first. */
  previewedFirst?: true;
  /** Name of that page in the back office: "the career page". */
  shownOn: string;
  /** Icon in the side bar (app/ui/glyphs.ts). */
  glyph: string | { lines: string; dots?: string; weight?: number };
  /** The specification's labels for the back office; defaults are derived from `one`, `many` and `path`. */
  office?: {
    /** Path of its list, below /admin: "" is the start page. */
    root?: "";
    /** Label in the side bar and above search results. */
    label?: string;
    /** Heading of its list, and label of links back to it. */
    list?: string;
    /** Label of the button that opens the form for a new entry. */
    add?: string;
    /** Heading of an empty list. */
    none?: string;
    /** Texts of the form; by default "Add team member", "Team member added successfully" and the like. */
    form?: {
      /** Heading of both forms; `lead` below it tells the form for a new entry apart. */
      heading?: string;
      lead?: string;
      added?: string;
      updated?: string;
    };
  };
  history?: {
    /** Migrations of revisions from each former set of fields to the next, the first set first. */
    upgrades?: readonly ((data: Data) => Data)[];
    /** Labels of parts of an entry that are not fields, such as a project's sections. */
    parts?: Readonly<Record<string, string>>;
    /** Additional steps for restoring a revision, where that takes more than its fields. */
    restored?: (data: Data) => Data;
  };
}

type Data = Record<string, unknown>;

/** Infers the literal types of a content type, from which its entry types are derived. */
export const contentType = <const T extends ContentType>(
  type: T & { title: keyof T["fields"]; subtitle?: keyof T["fields"] },
): T => type;

type ValueOf<F> = F extends { kind: "textList" }
  ? string[]
  : F extends { kind: "boolean" }
    ? boolean
    : F extends { kind: "number"; readOnly: true }
      ? number
      : F extends { kind: "number" }
        ? number | null
        : F extends { kind: "alt" }
          ? string | null
          : F extends { kind: "objectList"; columns: infer C }
            ? { -readonly [K in keyof C]: C[K] extends { kind: "number" } ? number : string }[]
            : F extends { kind: "json" }
              ? unknown
              : string;

type Flat<T> = { [K in keyof T]: T[K] };
type Values<F> = { -readonly [K in keyof F]: ValueOf<F[K]> };
type Editable<F> = { [K in keyof F as F[K] extends { readOnly: true } ? never : K]: F[K] };
type Required<F> = { [K in keyof F as F[K] extends { required: true } ? K : never]: F[K] };

/** An entry as returned by the API. */
export type EntryOf<T extends ContentType> = Flat<
  { slug: string } & Values<T["fields"]> & { published: boolean; version: number }
>;

/** A validated body of the create call. */
export type InputOf<T extends ContentType> = Flat<Values<Editable<T["fields"]>> & { published: boolean }>;

/** The body of the create call before defaults are applied. */
export type NewOf<T extends ContentType> = Flat<Values<Required<Editable<T["fields"]>>> & Partial<InputOf<T>>>;

/** The body of the update call: absent keys leave their fields unchanged. */
export type ChangeOf<T extends ContentType> = Partial<InputOf<T>>;

/** The fields that can be edited, in order. */
export const editableFields = (type: ContentType): [string, Field][] =>
  Object.entries(type.fields).filter(([, { readOnly }]) => !readOnly);

/**
 * The marks that a saved state holds and no one can set, such as that an entry is a sample: setting an entry back brings
 * them back too. `state`: as it was stored, since one saved before such marks existed has none.
 */
export const marksOf = ({ fields }: ContentType, state: Record<string, unknown>): Record<string, boolean> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { kind, readOnly }]) => {
      const mark = state[name];
      return readOnly && kind === "boolean" && typeof mark === "boolean" ? [[name, mark]] : [];
    }),
  );

export const fieldsOfKind = ({ fields }: ContentType, ...kinds: Field["kind"][]): string[] =>
  Object.keys(fields).filter((name) => kinds.includes((fields[name] as Field).kind));

/** Capitalizes the first letter, for headings: "Team member". */
export const capitalised = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

const titled = (words: string): string => words.split(" ").map(capitalised).join(" ");

/** Paths below /admin: the list of a type, and the forms for a new and an existing entry. */
export const listPath = ({ path, office }: ContentType): string => (office?.root === "" ? "/" : `/${path}`);
export const createPath = (type: ContentType): string => `${formRoot(type)}/create`;
export const updatePath = (type: ContentType, slug: string): string => `${formRoot(type)}/update/${slug}`;

export const historyPath = ({ name }: ContentType, slug: string): string => `/history/${name}/${slug}`;

const formRoot = (type: ContentType) => listPath(type).replace(/\/$/, "");

/** Label in the side bar and above search results. */
export const labelOf = ({ many, office }: ContentType): string => office?.label ?? capitalised(many);

export const listHeading = ({ many, office }: ContentType): string => office?.list ?? capitalised(many);

/** Label of the button for a new entry, in the specification's style: "Add Job". */
export const addLabel = ({ one, office }: ContentType): string => office?.add ?? `Add ${titled(one)}`;

/** Heading of an empty list, in the specification's style: "Jobs Not Found!". */
export const noneHeading = ({ many, office }: ContentType): string => office?.none ?? `${titled(many)} Not Found!`;

export function formWords({ one, office }: ContentType) {
  const name = titled(one);
  return {
    add: `Add ${name}`,
    update: `Update ${name}`,
    added: `${capitalised(one)} added successfully`,
    updated: `${capitalised(one)} updated successfully`,
    missing: `This ${one} does not exist`,
    ...office?.form,
  };
}
