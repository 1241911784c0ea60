// Declares the site's texts: each with its kind, its built-in value, and the label of its field in the back office.
import type { Frame } from "#app/shared/focal-point.ts";
import { builtInTheme, type ThemeColour } from "#app/shared/theme.ts";

/** The form's own kinds (app/ui/admin/form/fields.ts); `text` is a single line. */
export type TextKind =
  | "text"
  | "longText"
  | "image"
  | "alt"
  | "focalPoint"
  | "url"
  | "email"
  | "emails"
  | "phone"
  | "number"
  | "boolean"
  | "timezone"
  | "colour"
  | "logo"
  | "rows";

/** One row of a list, such as the days and time of opening hours: its texts by column. */
export type SiteRow = Record<string, string>;

export interface SiteColumn {
  label: string;
  /** An address. */
  isUrl?: true;
  /** A row needs it. */
  required?: true;
  /** What the page shows while it is empty. */
  without?: (row: Readonly<Record<string, string | null>>) => string;
}

/** A list with as many rows as an editor enters, also none. */
export interface SiteRows {
  /** Singular noun for a row, such as "profile". */
  entryName: string;
  columns: Readonly<Record<string, SiteColumn>>;
}

/** What only texts of some kinds have. */
export interface TextDetails {
  /** Of a colour: determines what it has to contrast with. */
  role?: ThemeColour;
  /** Of an uploaded picture: in pixels; a narrower one is reported, and kept. */
  minWidth?: number;
  /** Of what belongs to a picture: the picture's key, beside its own. */
  of?: string;
  /** Of a focal point: the frames that the picture fills. */
  frames?: readonly Frame[];
  /** Of a list. */
  rows?: SiteRows;
}

interface Options extends TextDetails {
  /** Label above its field, where the key is not clear enough. */
  label?: string;
  /** May be left empty: the page closes the gap. */
  optional?: true;
}

/** One editable text, number, picture, switch or list of rows. Plain values beside it are fixed: no form offers them. */
export class SiteText<V extends string | number | boolean | SiteRow[]> {
  readonly kind: TextKind;
  /** The value until an editor changes it. */
  readonly fallback: V;
  readonly options: Options;
  /** Whether it supports `[word]` and ` / ` (app/ui/site/drawn-heading.tsx). */
  readonly isHeading: boolean;

  constructor(kind: TextKind, fallback: V, options: Options = {}, isHeading = false) {
    this.kind = kind;
    this.fallback = fallback;
    this.options = options;
    this.isHeading = isHeading;
  }
}

const ofKind = (kind: TextKind) => (fallback: string, options?: Options) =>
  new SiteText<string>(kind, fallback, options);

/** At most 300 characters, no line breaks. */
export const line = ofKind("text");
/** Body text; may be empty. */
export const text = ofKind("longText");
export const image = ofKind("image");
/** Alternative text of the picture `img` beside it; "" if the picture is decorative. */
export const alt = (fallback: string) =>
  new SiteText<string>("alt", fallback, { of: "img", label: "What the picture shows" });
/** Focal point of the picture `img` beside it, as "30% 40%"; "" for the usual crop of each frame. */
export const focalPoint = (frames: readonly Frame[]) =>
  new SiteText<string>("focalPoint", "", { of: "img", frames, label: "Focal point" });
export const email = ofKind("email");
/** One or several addresses, with commas between them. */
export const emails = ofKind("emails");
export const phone = ofKind("phone");
/** An IANA name. */
export const timezone = ofKind("timezone");
/** `#rrggbb`, with enough contrast for its role. */
export const colour = (role: ThemeColour, options?: Options) =>
  new SiteText<string>("colour", builtInTheme[role], { ...options, role });
/** An uploaded picture, or empty for the drawn mark. */
export const logo = ofKind("logo");
/** A line in which `[word]` is drawn and ` / ` is a line break. */
export const heading = (fallback: string, options?: Options) => new SiteText<string>("text", fallback, options, true);
/** A whole number from 0. */
export const number = (fallback: number, options?: Options) => new SiteText<number>("number", fallback, options);
export const onOff = (fallback: boolean, options?: Options) => new SiteText<boolean>("boolean", fallback, options);
/** A list that is edited as a whole. @param fallback its built-in rows */
export const rows = <K extends string>(
  fallback: Record<NoInfer<K>, string>[],
  { label, entryName, columns }: { label: string; entryName: string; columns: Readonly<Record<K, SiteColumn>> },
) => new SiteText<Record<K, string>[]>("rows", fallback, { label, rows: { entryName, columns } });

/** A list with exactly its built-in entries; `label` names one of them, such as "Hero slide". */
export class SiteList<E> {
  readonly label: string;
  readonly entries: E[];

  constructor(label: string, entries: E[]) {
    this.label = label;
    this.entries = entries;
  }
}

export const list = <W, E>(label: string, words: W[], declare: (words: W) => E) =>
  new SiteList(label, words.map(declare));

/** The values of a declaration, as the pages read them. */
export type ContentOf<D> =
  D extends SiteText<infer V>
    ? V
    : D extends SiteList<infer E>
      ? ContentOf<E>[]
      : D extends object
        ? { [K in keyof D]: ContentOf<D[K]> }
        : D;

export function builtIn<D>(declared: D): ContentOf<D> {
  if (declared instanceof SiteText) return declared.fallback as ContentOf<D>;
  if (declared instanceof SiteList) return declared.entries.map(builtIn) as ContentOf<D>;
  if (typeof declared !== "object" || declared === null) return declared as ContentOf<D>;
  return Object.fromEntries(Object.entries(declared).map(([key, value]) => [key, builtIn(value)])) as ContentOf<D>;
}
