// How the site's texts are declared: each with its kind, its built-in words, and what its field in the office says.

/** The form's own kinds (app/ui/admin/form/fields.ts); `text` is one line. */
export type TextKind = "text" | "longText" | "image" | "url" | "email" | "phone" | "number" | "boolean" | "timezone";

interface Options {
  /** Above its field, where its key says too little. */
  label?: string;
  /** A line may be left empty: the page closes up without it. */
  optional?: true;
}

/** One editable text, figure, picture or switch. A plain value beside it is fixed: no form offers it. */
export class SiteText<V extends string | number | boolean> {
  readonly kind: TextKind;
  /** What stands there until an editor says otherwise. */
  readonly fallback: V;
  readonly label: string | undefined;
  /** Left empty it would leave a hole in the page. Kinds with a form of their own are never empty anyway. */
  readonly isRequired: boolean;
  /** `[word]` and ` / ` have their meaning in it (app/ui/site/drawn-heading.tsx). */
  readonly isHeading: boolean;

  constructor(kind: TextKind, fallback: V, { label, optional }: Options = {}, isHeading = false) {
    this.kind = kind;
    this.fallback = fallback;
    this.label = label;
    this.isRequired = kind === "text" && !optional;
    this.isHeading = isHeading;
  }
}

const ofKind = (kind: TextKind) => (fallback: string, options?: Options) =>
  new SiteText<string>(kind, fallback, options);

/** At most 300 characters without a line break. */
export const line = ofKind("text");
/** Running text; it may be empty. */
export const text = ofKind("longText");
export const image = ofKind("image");
export const url = ofKind("url");
export const email = ofKind("email");
export const phone = ofKind("phone");
/** An IANA name. */
export const timezone = ofKind("timezone");
/** A line whose `[word]` is drawn and whose ` / ` breaks it. */
export const heading = (fallback: string, options?: Options) => new SiteText<string>("text", fallback, options, true);
/** A whole number from 0. */
export const number = (fallback: number, options?: Options) => new SiteText<number>("number", fallback, options);
export const onOff = (fallback: boolean, options?: Options) => new SiteText<boolean>("boolean", fallback, options);

/** As many entries as are built in; `label` names one of them, as "Hero slide". */
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

/** A declaration's own values, as the pages read them. */
export type ContentOf<D> =
  D extends SiteText<infer V>
    ? V
    : D extends SiteList<infer E>
      ? ContentOf<E>[]
      : D extends object
        ? { [K in keyof D]: ContentOf<D[K]> }
        : D;

/** The built-in content that a declaration describes. */
export function builtIn<D>(declared: D): ContentOf<D> {
  if (declared instanceof SiteText) return declared.fallback as ContentOf<D>;
  if (declared instanceof SiteList) return declared.entries.map(builtIn) as ContentOf<D>;
  if (typeof declared !== "object" || declared === null) return declared as ContentOf<D>;
  return Object.fromEntries(Object.entries(declared).map(([key, value]) => [key, builtIn(value)])) as ContentOf<D>;
}
