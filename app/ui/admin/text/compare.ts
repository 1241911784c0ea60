/** Labels of a content type's fields. Fields without a label (slug, version, number) are not compared. */
export type FieldNames = Record<string, string | { label: string; isImage: true } | { label: string; isAlt: true }>;

/** One field in two versions; a value is `undefined` if that version has no such field. */
export interface Pair {
  key: string;
  label: string;
  isImage: boolean;
  older: string | undefined;
  newer: string | undefined;
  isChanged: boolean;
}

interface Leaf {
  label: string;
  isImage: boolean;
  text: string;
}

type Data = Record<string, unknown>;

/**
 * Compares two versions field by field, in the order of `names`. Parts that exist only in the older version come last.
 */
export function compare(names: FieldNames, older: Data, newer: Data): Pair[] {
  const left = leavesOf(names, older);
  const right = leavesOf(names, newer);
  return [...new Set([...right.keys(), ...left.keys()])].map((key) => {
    const { label, isImage } = (right.get(key) ?? left.get(key)) as Leaf;
    const [was, is] = [left.get(key)?.text, right.get(key)?.text];
    return { key, label, isImage, older: was, newer: is, isChanged: was !== is };
  });
}

function leavesOf(names: FieldNames, data: Data): Map<string, Leaf> {
  return new Map(
    Object.entries(names).flatMap(([name, as]) => {
      const value = data[name];
      const { label, ...kind } = typeof as === "string" ? { label: as } : as;
      if (isParts(value)) return partsOf(name, label, value);
      const text = "isAlt" in kind ? shownAlt(value) : shown(value);
      return [[name, { label, isImage: "isImage" in kind, text }] as const];
    }),
  );
}

/** A section of a project, matched by id so that a section that moved is still recognized. */
interface Part {
  _id: string;
  heading: string;
  description: string;
  img: string;
  /** Missing in revisions older than this field. */
  layout?: string;
  /** Missing in revisions older than this field. */
  imgAlt?: string | null;
  /** Missing in revisions older than this field. */
  imgFocus?: string;
}

const isParts = (value: unknown): value is Part[] =>
  Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === "object" && "_id" in each);

function partsOf(name: string, label: string, parts: Part[]): (readonly [string, Leaf])[] {
  const order = parts.map(({ heading }) => heading).join("\n");
  return [
    [name, { label, isImage: false, text: order }],
    ...parts.flatMap(({ _id, heading, description, img, layout, imgAlt, imgFocus }): [string, Leaf][] => [
      [`${_id}.heading`, { label: `Detail “${heading}”, heading`, isImage: false, text: heading }],
      [`${_id}.description`, { label: `Detail “${heading}”, description`, isImage: false, text: description }],
      [`${_id}.img`, { label: `Detail “${heading}”, image`, isImage: true, text: img }],
      ...optional(`${_id}.layout`, `Detail “${heading}”, layout`, layout),
      ...optional(
        `${_id}.imgAlt`,
        `Detail “${heading}”, alt text`,
        imgAlt === undefined ? undefined : shownAlt(imgAlt),
      ),
      ...optional(`${_id}.imgFocus`, `Detail “${heading}”, focal point`, imgFocus),
    ]),
  ];
}

/** A field that revisions before it do not have. */
const optional = (key: string, label: string, text: string | undefined): [string, Leaf][] =>
  text === undefined ? [] : [[key, { label, isImage: false, text }]];

const shownAlt = (alt: unknown) => (alt === "" ? "Decorative" : shown(alt));

/** Formats a field's value for display. */
function shown(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (Array.isArray(value))
    return value
      .map((entry) =>
        entry instanceof Object
          ? Object.values(entry)
              .filter((each) => each !== "")
              .join(", ")
          : entry,
      )
      .join("\n");
  if (typeof value === "object")
    return Object.entries(value)
      .map(([name, each]) => `${name} ${each}`)
      .join(", ");
  return String(value);
}

export interface Run {
  text: string;
  /** Whether the text occurs on this side only. */
  isOwn: boolean;
}

/** Size limit of the comparison table (words × words): larger texts would block the screen and are shown unmarked. */
const maxSteps = 1_000_000;

/** Splits both texts into runs of words and marks those that are not part of their longest common subsequence. */
export function wordRuns(older: string, newer: string): { older: Run[]; newer: Run[] } {
  const [left, right] = [wordsOf(older), wordsOf(newer)];
  if (left.length * right.length > maxSteps) return { older: plain(older), newer: plain(newer) };
  const common = commonLengths(left, right);
  // Texts that share less than a third of their words are shown unmarked: marks everywhere would not help.
  if (at(common, 0, 0) * 3 < Math.min(left.length, right.length)) return { older: plain(older), newer: plain(newer) };
  const runs: { older: Run[]; newer: Run[] } = { older: [], newer: [] };
  let [i, j] = [0, 0];
  while (i < left.length || j < right.length) {
    if (i < left.length && isSame(left[i], right[j])) {
      push(runs.older, left[i++], false);
      push(runs.newer, right[j++], false);
    } else if (j >= right.length || (i < left.length && at(common, i + 1, j) >= at(common, i, j + 1)))
      push(runs.older, left[i++], true);
    else push(runs.newer, right[j++], true);
  }
  return runs;
}

/** Scripts that write no spaces between words. */
const unspaced = "\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{sc=Thai}\\p{sc=Laoo}\\p{sc=Khmr}\\p{sc=Mymr}";

const word = new RegExp(`(?:[${unspaced}]\\p{M}*|[^\\s${unspaced}]+)\\s*|^\\s+`, "gu");

/**
 * Words keep their trailing white space, so that adjacent changes form a single run. Where no spaces stand between
 * words, each character counts as one.
 */
const wordsOf = (text: string): string[] => text.match(word) ?? [];

const isSame = (one: string | undefined, other: string | undefined) => one?.trimEnd() === other?.trimEnd();

const plain = (text: string): Run[] => [{ text, isOwn: false }];

const at = (table: Uint32Array[], i: number, j: number) => table[i]?.[j] ?? 0;

/** The length of the longest common subsequence of `left` and `right` from each pair of indexes to the end. */
function commonLengths(left: string[], right: string[]): Uint32Array[] {
  const table = Array.from({ length: left.length + 1 }, () => new Uint32Array(right.length + 1));
  for (let i = left.length - 1; i >= 0; i--)
    for (let j = right.length - 1; j >= 0; j--) {
      const row = table[i] as Uint32Array;
      row[j] = isSame(left[i], right[j])
        ? at(table, i + 1, j + 1) + 1
        : Math.max(at(table, i + 1, j), at(table, i, j + 1));
    }
  return table;
}

function push(runs: Run[], text: string | undefined, isOwn: boolean): void {
  if (!text) return;
  const last = runs.at(-1);
  if (last?.isOwn === isOwn) last.text += text;
  else runs.push({ text, isOwn });
}
