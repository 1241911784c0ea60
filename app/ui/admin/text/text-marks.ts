// The keys of a text area with light formatting (app/shared/text/formatted-text.ts), as edits of its plain text.

/** A text area's value and selection. */
export interface Selected {
  text: string;
  start: number;
  end: number;
}

/** Replaces `from` to `to` with `insert`, then selects `start` to `end` of the result. */
export interface TextEdit {
  from: number;
  to: number;
  insert: string;
  start: number;
  end: number;
}

const asterisks = "**";

/** Makes the selection bold, or plain if it is bold. Without a selection the marks enclose the cursor. */
export function toggleBold({ text, start, end }: Selected): TextEdit {
  const [from, to] = withoutSpaces(text, start, end);
  const chosen = text.slice(from, to);
  const isAround = text.slice(from - 2, from) === asterisks && text.slice(to, to + 2) === asterisks;
  if (isAround && from >= 2) return { from: from - 2, to: to + 2, insert: chosen, start: from - 2, end: to - 2 };
  if (chosen.length > 4 && chosen.startsWith(asterisks) && chosen.endsWith(asterisks))
    return { from, to, insert: chosen.slice(2, -2), start: from, end: to - 4 };
  // A line each, because bold does not continue over one.
  const insert = chosen === "" ? "****" : chosen.replace(/[^\n]*\S[^\n]*/g, boldLine);
  if (chosen === "") return { from, to, insert, start: from + 2, end: from + 2 };
  const isOneLine = !chosen.includes("\n");
  return { from, to, insert, start: from + (isOneLine ? 2 : 0), end: from + insert.length - (isOneLine ? 2 : 0) };
}

/** The dash of a list stays outside. */
const boldLine = (line: string): string => line.replace(/^(\s*(?:- +)?)(.*?)(\s*)$/, `$1${asterisks}$2${asterisks}$3`);

/** Makes the selection a link and selects its address for typing; a selected address becomes the link's address. */
export function insertLink({ text, start, end }: Selected): TextEdit {
  const [from, to] = withoutSpaces(text, start, end);
  const chosen = text.slice(from, to);
  if (/^https?:\/\/\S+$/.test(chosen)) {
    const words = "text";
    return { from, to, insert: `[${words}](${chosen})`, start: from + 1, end: from + 1 + words.length };
  }
  const words = chosen.replaceAll(/[[\]\n]/g, " ") || "text";
  const insert = `[${words}](https://)`;
  const address = from + words.length + 3;
  return { from, to, insert, start: address, end: address + "https://".length };
}

/** Enter within a list begins the next item; in an empty item it ends the list. @returns nothing elsewhere */
export function continueList({ text, start, end }: Selected): TextEdit | undefined {
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const before = text.slice(lineStart, start);
  if (!before.startsWith("- ")) return undefined;
  const lineEnd = text.indexOf("\n", end);
  const after = text.slice(end, lineEnd < 0 ? text.length : lineEnd);
  if (start === end && before.trim() === "-" && after.trim() === "")
    return { from: lineStart, to: end, insert: "", start: lineStart, end: lineStart };
  const insert = "\n- ";
  return { from: start, to: end, insert, start: start + insert.length, end: start + insert.length };
}

function withoutSpaces(text: string, start: number, end: number): [from: number, to: number] {
  const chosen = text.slice(start, end);
  if (chosen.trim() === "") return [start, end];
  const from = start + (chosen.length - chosen.trimStart().length);
  return [from, from + chosen.trim().length];
}
