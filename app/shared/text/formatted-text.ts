// Light formatting of long texts, stored as typed: **bold**, [text](https://…), also with mailto:, tel: or an address
// of this site (/career), and lists of lines that begin with "- ". It is a strict subset of Markdown, without HTML and escapes. Everything else stays as it is, and so do texts from
// before that contain these characters for another reason: see formatted-text.test.ts.

import { isEmail } from "../contact/email.ts";
import { readUrl } from "../contact/web-address.ts";

/** A run of text. Bold may hold links, a link's text may be bold. `href`: an http(s), mailto: or tel: URL, or a path. */
export type Inline = string | { bold: Inline[] } | { link: Inline[]; href: string };

export type TextBlock = { kind: "text"; content: Inline[] } | { kind: "list"; items: Inline[][] };

/** Parses a text, in time linear in its length. A text without marks is one block with the text unchanged. */
export function parseFormattedText(text: string): TextBlock[] {
  const blocks: TextBlock[] = [];
  for (const { isList, lines } of stretchesOf(text)) {
    if (isList) blocks.push({ kind: "list", items: lines.map((line) => parseInline(line.slice(2).trim())) });
    else blocks.push({ kind: "text", content: parseInline(lines.join("\n")) });
  }
  return blocks.length === 1 && blocks[0]?.kind === "text" ? blocks : blocks.filter(isVisible);
}

/** Blank lines around a list separate it from the text; the layout provides that distance. */
const isVisible = (block: TextBlock): boolean => block.kind === "list" || block.content.some((part) => part !== "");

/** The text without its marks, for descriptions and excerpts. */
export function plainText(text: string): string {
  return stretchesOf(text)
    .flatMap(({ isList, lines }) => (isList ? lines.map((line) => line.slice(2).trim()) : lines))
    .map((line) => parseInline(line).map(wordsOf).join(""))
    .join("\n");
}

const wordsOf = (part: Inline): string =>
  typeof part === "string" ? part : ("bold" in part ? part.bold : part.link).map(wordsOf).join("");

/** A single line with a dash is a signature or an aside; a list has at least two. */
const minItems = 2;
const isItem = (line: string): boolean => /^- +\S/.test(line);

/** The lines of a text, by whether they form a list. Text next to a list loses its blank lines there. */
function stretchesOf(text: string): { isList: boolean; lines: string[] }[] {
  if (!text.includes("- ")) return [{ isList: false, lines: text.split("\n") }];
  const stretches: { isList: boolean; lines: string[] }[] = [];
  for (const line of text.split("\n")) {
    const isList = isItem(line);
    const last = stretches.at(-1);
    if (last?.isList === isList) last.lines.push(line);
    else stretches.push({ isList, lines: [line] });
  }
  const merged: typeof stretches = [];
  for (const { isList, lines } of stretches) {
    const isLongEnough = isList && lines.length >= minItems;
    const last = merged.at(-1);
    if (!isLongEnough && last && !last.isList) last.lines.push(...lines);
    else merged.push({ isList: isLongEnough, lines: [...lines] });
  }
  if (merged.length > 1)
    for (const [place, stretch] of merged.entries())
      if (!stretch.isList) stretch.lines = trimmed(stretch.lines, { start: place > 0, end: place < merged.length - 1 });
  return merged;
}

function trimmed(lines: string[], { start, end }: { start: boolean; end: boolean }): string[] {
  let [from, to] = [0, lines.length];
  while (start && from < to && lines[from]?.trim() === "") from++;
  while (end && to > from && lines[to - 1]?.trim() === "") to--;
  return lines.slice(from, to);
}

/**
 * Bold: no spaces inside the asterisks, at least one letter or digit, and no word directly outside, so that formulas,
 * footnotes and masked numbers stay. Link: no brackets or spaces inside an address other than paired parentheses.
 */
const marks =
  /(?<![\p{L}\p{N}*])\*\*(?![\s*])(?=[^*\n]*?[\p{L}\p{N}])(?<bold>[^*\n]+)(?<!\s)\*\*(?![\p{L}\p{N}*])|\[(?<link>[^[\]\n]+)\]\((?<url>\/|(?:https?:\/\/|mailto:|tel:|[/#])(?:[^\s()[\]<>"'\\`]|\([^\s()[\]<>"'\\`]*\))+)\)/giu;

function parseInline(text: string): Inline[] {
  if (!text.includes("**") && !text.includes("](")) return [text];
  const parts: Inline[] = [];
  let from = 0;
  for (const found of text.matchAll(marks)) {
    const { bold, link = "", url = "" } = found.groups ?? {};
    const href = bold === undefined ? safeUrl(url) : undefined;
    if (bold === undefined && (href === undefined || link.trim() === "")) continue;
    if (found.index > from) parts.push(text.slice(from, found.index));
    // Neither can hold itself: bold has no asterisks inside, a link's text no brackets.
    parts.push(bold === undefined ? { link: parseInline(link), href: href as string } : { bold: parseInline(bold) });
    from = found.index + found[0].length;
  }
  if (from < text.length || parts.length === 0) parts.push(text.slice(from));
  return parts;
}

/** Only to read addresses of this site. */
const thisSite = "https://this.invalid";

/**
 * The address as browsers read it; nothing if it cannot be read, or names a user, as addresses that deceive do. One of
 * this site stays a path.
 */
function safeUrl(url: string): string | undefined {
  const read = readUrl(url, thisSite);
  if (!read) return undefined;
  const { protocol, origin, username, password, href, pathname } = read;
  if (/^[/#]/.test(url)) return origin === thisSite && url !== "#" ? url : undefined;
  if (protocol === "mailto:") return isEmail(decoded(pathname)) ? href : undefined;
  if (protocol === "tel:") return /\d{3}/.test(pathname.replaceAll(/\D/g, "")) ? href : undefined;
  return username === "" && password === "" ? href : undefined;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}
