// What a content type says of itself. It is plain data, so that the server, the back office and a test read the same: calls and their
// description, trash, sort order, history, preview, search, overview, navigation and forms are derived from it. What a type does
// differently is code in its own folder.

interface FieldBase {
  /** Above the field in its form, and beside it in the history. */
  label: string;
  /** Begins the server's messages, where the label alone says too little: "Job title is required." */
  name?: string;
  /** A line below the field. */
  hint?: string;
  /** Before publishing: so many characters its place on the page takes well. */
  fits?: number;
  /** Before publishing: a sentence for a field that is empty. */
  advisedWhenEmpty?: string;
  /** An entry means nothing without it. Anything else is empty where it was not given. */
  required?: true;
  /** The server sets it: it is read with the entry and stands in no form. */
  readOnly?: true;
  /** Of its input, where that is not called as the field. */
  inputName?: string;
  /** The specification's create call does not know it: it goes out only where it was filled. */
  isExtra?: true;
  /** Heading of the part of its form that it stands in; without it, the first. */
  group?: string;
}

/** A column of an object list. */
export type Column = { label: string } & (
  | { kind: "text" /** In characters. */; limit: number; required?: true }
  | { kind: "number"; least: number; most: number }
);
export type Columns = Readonly<Record<string, Column>>;

export type Field = FieldBase &
  (
    | { kind: "text" /** In characters. */; limit: number }
    | { kind: "longText" /** Lines that its form shows at first. */; rows?: number }
    /** A list of short texts; `entryName` as "requirement". */
    | { kind: "textList"; entryName: string }
    /** A list of objects with the same fields, at most `most`; `entryName` as "role". */
    | { kind: "objectList"; entryName: string; most: number; columns: Columns }
    /** The address of a picture, or nothing. */
    | { kind: "image" }
    /** An http(s) address, or nothing. */
    | { kind: "url" }
    | { kind: "boolean" }
    /** A whole number; null where none was given. One that the server sets has no limits. */
    | { kind: "number"; least?: number; most?: number }
    /** A day, YYYY-MM-DD, or nothing. */
    | { kind: "date" }
    /** What no other kind can say, kept as JSON or null. Its schema and its part of the form are code in the type's folder. */
    | { kind: "json" }
  );

export type Fields = Readonly<Record<string, Field>>;

/** An entry, where it does not matter of which type. */
export interface AnyEntry {
  slug: string;
  published: boolean;
  version: number;
  [field: string]: unknown;
}

/** Every type is listed in the editors' order and has entries that are published or not: nothing else has been needed yet. */
export interface ContentType {
  /** In code, history, trash and previews; its folder's name: "team-member". */
  name: string;
  /** For people, in the middle of a sentence: "team member", "team members". */
  one: string;
  many: string;
  /** As db/schema.ts spells it: "teamMember". */
  table: string;
  /** First part of its addresses in the API and in the back office: "team-member". */
  path: string;
  /** Of slugs that the title gives no word for: "team-member" makes "team-member-7k2m". */
  slugPrefix: string;
  fields: Fields;
  /** The field by which a person knows an entry, and which gives its slug. */
  title: string;
  /** The field that a search result shows beside it. */
  subtitle?: string;
  /** Calls that the specification spells differently than the others. */
  calls?: { create?: `/${string}`; update?: `/${string}` };
  /** Its place among the types that the specification names; others follow them. */
  specified?: number;
  /** Where visitors see an entry. */
  page: (entry: AnyEntry) => string;
  /** Its page shows one entry at a time, or only a few: a preview puts the entry in question first. */
  previewedFirst?: true;
  /** Where that is, for the office: "the career page". */
  shownOn: string;
  /** Its line in the side bar (app/ui/glyphs.ts). */
  glyph: string | { lines: string; dots?: string; weight?: number };
  /** What the specification calls it in the back office; without it everything is called by `one` and `many` and lies below `path`. */
  office?: {
    /** Of its list, below /admin: "" is the start. */
    root?: "";
    /** In the side bar and above its search results. */
    label?: string;
    /** Heading of its list, and what leads back to it. */
    list?: string;
    /** Button that leads to the form of a new one. */
    add?: string;
    /** Heading of an empty list. */
    none?: string;
    /** What its form says; without it "Add team member", "Team member added successfully" and the like. */
    form?: {
      /** Of both forms; the line under it tells the two apart: `lead` below that of a new entry. */
      heading?: string;
      lead?: string;
      added?: string;
      updated?: string;
    };
  };
  history: {
    /** Counts up with every change of `fields`. */
    version: number;
    /** The fields of a saved state as it is kept today. A test is red when the reply has others: then they are a new version. */
    fields: readonly string[];
    /** From the version that is named to the next one: what a state of it would say today. */
    upgrades: Readonly<Record<number, (data: Data) => Data>>;
    /** Parts of an entry that are no field of it, with their names, as a project's sections. */
    parts?: Readonly<Record<string, string>>;
    /** What brings a saved state back, where that is more than its fields. */
    restored?: (data: Data) => Data;
  };
}

type Data = Record<string, unknown>;

/** Fixes the literal types of a content type, from which its entries are typed. */
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
        : F extends { kind: "objectList"; columns: infer C }
          ? { -readonly [K in keyof C]: C[K] extends { kind: "number" } ? number : string }[]
          : F extends { kind: "json" }
            ? unknown
            : string;

type Flat<T> = { [K in keyof T]: T[K] };
type Values<F> = { -readonly [K in keyof F]: ValueOf<F[K]> };
type Editable<F> = { [K in keyof F as F[K] extends { readOnly: true } ? never : K]: F[K] };
type Required<F> = { [K in keyof F as F[K] extends { required: true } ? K : never]: F[K] };

/** An entry as the API shows it. */
export type EntryOf<T extends ContentType> = Flat<
  { slug: string } & Values<T["fields"]> & { published: boolean; version: number }
>;

/** What a checked body of its create call holds. */
export type InputOf<T extends ContentType> = Flat<Values<Editable<T["fields"]>> & { published: boolean }>;

/** What its create call takes. */
export type NewOf<T extends ContentType> = Flat<Values<Required<Editable<T["fields"]>>> & Partial<InputOf<T>>>;

/** What its update call takes: an absent key leaves its field alone. */
export type ChangeOf<T extends ContentType> = Partial<InputOf<T>>;

/** The fields that the office writes, in their order. */
export const editableFields = (type: ContentType): [string, Field][] =>
  Object.entries(type.fields).filter(([, { readOnly }]) => !readOnly);

/** The names of the fields of these kinds. */
export const fieldsOfKind = ({ fields }: ContentType, ...kinds: Field["kind"][]): string[] =>
  Object.keys(fields).filter((name) => kinds.includes((fields[name] as Field).kind));

/** "team member" as a heading says it. */
export const capitalised = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

const titled = (words: string): string => words.split(" ").map(capitalised).join(" ");

/** Below /admin: the list of a type, and the form of an entry. */
export const listPath = ({ path, office }: ContentType): string => (office?.root === "" ? "/" : `/${path}`);
export const createPath = (type: ContentType): string => `${formRoot(type)}/create`;
export const updatePath = (type: ContentType, slug: string): string => `${formRoot(type)}/update/${slug}`;

export const historyPath = ({ name }: ContentType, slug: string): string => `/history/${name}/${slug}`;

const formRoot = (type: ContentType) => listPath(type).replace(/\/$/, "");

/** What its side bar line and its search results are headed by. */
export const labelOf = ({ many, office }: ContentType): string => office?.label ?? capitalised(many);

/** What its list is headed by. */
export const listHeading = ({ many, office }: ContentType): string => office?.list ?? capitalised(many);

/** What leads to the form of a new one, in the specification's way: "Add Job". */
export const addLabel = ({ one, office }: ContentType): string => office?.add ?? `Add ${titled(one)}`;

/** Heading of its empty list, in the specification's way: "Jobs Not Found!". */
export const noneHeading = ({ many, office }: ContentType): string => office?.none ?? `${titled(many)} Not Found!`;

/** What the form of a type says. */
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
