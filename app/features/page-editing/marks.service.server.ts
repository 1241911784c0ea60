import { cspHash } from "#app/platform/csp-hash.server.ts";
import { withoutThemeColours } from "#app/shared/built-in-picture.ts";
import type { ShownField } from "./page-editing.contract.ts";

// Values are marked before a page is rendered, and found again in its HTML: a text between two marks of private-use
// characters that carry the number of its field, a number by a fraction that no page has, a picture by its address. So
// no component of the site knows about editing.

const [opens, closes, ends, zero] = ["\uF3A0", "\uF3A1", "\uF3A2", 0xf3b0] as const;
const digits = (index: number) => [...String(index)].map((digit) => String.fromCharCode(zero + Number(digit))).join("");
const mark = /[\uF3A0\uF3A1][\uF3B0-\uF3B9]+\uF3A2/g;
/** Within a URL. */
const encodedMark = /%EF%8E%A[01](?:%EF%8E%B\d)+%EF%8E%A2/gi;
const indexOf = (found: string) => Number([...found.slice(1, -1)].map((digit) => digit.charCodeAt(0) - zero).join(""));

/**
 * A marked whole number, with a fraction: 739, its place among them, and a digit that is not dropped. It keeps its size,
 * so what a page derives from it stays the same. Exact up to the largest that a field accepts.
 */
const marked = (value: number, place: number) => Number(`${value}.739${String(place).padStart(2, "0")}1`);
const mostFigures = 100;
// Begins before the first digit: a long run of them would be read once for each.
const markedNumber = /(?<!\d)(\d+)\.739(\d{2})1/g;

/** The fields that a page was given, by number. */
export class Marks {
  readonly #fields: ShownField[] = [];
  readonly #numbers = new Map<string, number>();
  /** Those of fields that are numbers, by place. */
  readonly #figures: number[] = [];
  readonly #pictures = new Map<string, number[]>();

  text(field: ShownField & { value: string }): string {
    const name = digits(this.#add(field)) + ends;
    // The dash of a list stays at the beginning of its line (app/shared/text/formatted-text.ts).
    const [dash = ""] = /^(?:- +(?=\S))?/.exec(field.value) ?? [];
    return `${dash}${opens}${name}${field.value.slice(dash.length)}${closes}${name}`;
  }

  number(field: ShownField & { value: number }): number {
    const number = this.#add(field);
    if (!this.#figures.includes(number)) this.#figures.push(number);
    const place = this.#figures.indexOf(number);
    // Of more than have places, the last are shown and not edited here.
    return place < mostFigures ? marked(field.value, place) : field.value;
  }

  replaceNumbers(text: string, replacement: (value: string, number: number) => string): string {
    return text.replace(markedNumber, (found, value: string, place: string) => {
      const number = this.#figures[Number(place)];
      const isMarked = number !== undefined && String(this.#fields[number]?.value) === value;
      return isMarked ? replacement(value, number) : found;
    });
  }

  /** `address`: as it appears in the page. */
  picture(field: ShownField, address: string): void {
    const number = this.#add(field);
    const known = this.#pictures.get(address) ?? [];
    if (!known.includes(number)) this.#pictures.set(address, [...known, number]);
  }

  field(index: number): ShownField | undefined {
    return this.#fields[index];
  }

  picturesAt(address: string): number[] {
    return this.#pictures.get(address) ?? [];
  }

  /** A page may read the same row twice. */
  #add(field: ShownField): number {
    const key = [field.noun, field.slug, field.field, field.item].join(" ");
    const known = this.#numbers.get(key) ?? this.#fields.push(field) - 1;
    this.#numbers.set(key, known);
    return known;
  }
}

/**
 * The document of a page for editing: the number of each marked text in comments around it, those of pictures and
 * attributes in `data-fields`, and the fields themselves as JSON. It has no scripts, and shows what visitors only see
 * without one. `entry`: the one that the page is about, as `noun/slug`.
 */
export function editableDocument(html: string, marks: Marks, entry?: string): { html: string; styleHash: string } {
  const start = html.indexOf("<body");
  const head = withoutMarks(withoutScripts(html.slice(0, start)), marks);
  const body = withoutScripts(html.slice(start))
    .replace(/<\/?noscript>/g, "")
    .replace(/<!--.*?-->|<[^>]*>|[^<]+/gs, (piece) => {
      if (piece.startsWith("<!--")) return piece;
      return piece.startsWith("<") ? markedTag(piece, marks) : markedWords(piece, marks);
    });
  const found = [...body.matchAll(/<!--field (\d+)-->| data-fields="([\d ]+)"/g)];
  const indexes = new Set(found.flatMap(([, text, others = ""]) => [text, ...others.split(" ")]).filter(Boolean));
  const shown = Object.fromEntries([...indexes].map((index) => [index, marks.field(Number(index))]));
  const fields = `<script type="application/json" id="page-fields">${JSON.stringify(shown).replaceAll("<", "\\u003c")}</script>`;
  const named = entry ? body.replace("<body", `<body data-entry="${entry}"`) : body;
  return {
    html: `${head.replace("</head>", () => `<style>${rules}</style></head>`)}${named.replace("</body>", () => `${fields}</body>`)}`,
    styleHash: cspHash(rules),
  };
}

const withoutScripts = (html: string) => html.replace(/<script\b[^>]*>.*?<\/script>/gs, "");

const withoutMarks = (html: string, marks: Marks) =>
  marks.replaceNumbers(html.replace(mark, "").replace(encodedMark, ""), (value) => value);

const markedWords = (words: string, marks: Marks) =>
  marks.replaceNumbers(
    words.replace(mark, (found) => `<!--${found.startsWith(closes) ? "/" : ""}field ${indexOf(found)}-->`),
    (value, number) => `<!--field ${number}-->${value}<!--/field ${number}-->`,
  );

function markedTag(tag: string, marks: Marks): string {
  const named = [...tag.matchAll(/ alt="([^"]*)"/g)].flatMap(([, alt = ""]) => [...alt.matchAll(mark)]);
  const shown = /^<(?:img|svg)\b.* (?:src|data-drawing)="([^"#]*)/s.exec(tag)?.[1]?.replaceAll("&amp;", "&");
  const address = shown && withoutThemeColours(shown);
  const indexes = [
    ...new Set([...(address ? marks.picturesAt(address) : []), ...named.map(([found]) => indexOf(found))]),
  ];
  const plain = withoutMarks(tag, marks);
  return indexes.length === 0
    ? plain
    : plain.replace(/^<\w+/, (start) => `${start} data-fields="${indexes.join(" ")}"`);
}

// Slides are shown beside each other and long reviews whole, as without scripts.
const rules = `#hero-slides{display:flex;overflow-x:auto;scroll-snap-type:x mandatory}
#hero-slides>[role=group]{position:relative;flex:none;width:100%;scroll-snap-align:start}
#hero-slides ~ *{display:none}
#reviews blockquote p{display:block}
[data-region]{cursor:text;outline:1px dashed transparent;outline-offset:4px}
[data-region]:hover{outline-color:currentColor}
[data-region]:focus{outline:2px solid currentColor;white-space:pre-wrap}
[data-region]:empty{display:inline-block;min-width:4em;min-height:1em;outline-color:currentColor}
[data-changed]{text-decoration:underline dotted 2px;text-underline-offset:.2em}
#region-hint{position:absolute;z-index:9;max-width:min(34em,calc(100vw - 24px));padding:6px 10px;background:var(--ink);color:var(--surface);font-size:var(--fs-small);line-height:1.4;pointer-events:none}
[data-picture]{cursor:pointer}
[data-picture]:is(:hover,:focus-visible){outline:3px solid var(--pencil);outline-offset:4px}`;
