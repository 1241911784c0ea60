import { expect, test } from "vitest";
import { continueList, insertLink, type TextEdit, toggleBold } from "./text-marks.ts";

/** `[` and `]` in the text stand for the selection, `|` for the cursor. */
function selected(marked: string) {
  const start = marked.search(/[‹|]/);
  const end = marked.includes("›") ? marked.indexOf("›") - 1 : start;
  return { text: marked.replace(/[‹›|]/g, ""), start, end };
}

function press(edit: (from: ReturnType<typeof selected>) => TextEdit | undefined, marked: string): string | undefined {
  const before = selected(marked);
  const done = edit(before);
  if (!done) return undefined;
  const text = before.text.slice(0, done.from) + done.insert + before.text.slice(done.to);
  const { start, end } = done;
  return start === end
    ? `${text.slice(0, start)}|${text.slice(start)}`
    : `${text.slice(0, start)}‹${text.slice(start, end)}›${text.slice(end)}`;
}

test.each([
  ["We ‹drew› it", "We **‹drew›** it"],
  ["We **‹drew›** it", "We ‹drew› it"],
  ["We ‹**drew**› it", "We ‹drew› it"],
  ["We ‹drew ›it", "We **‹drew›** it"],
  ["We |", "We **|**"],
  ["‹one\ntwo›", "‹**one**\n**two**›"],
  ["‹- one\n- two›", "‹- **one**\n- **two**›"],
  ["‹one\n\ntwo›", "‹**one**\n\n**two**›"],
])("Ctrl+B turns %j into %j", (before, after) => {
  expect(press(toggleBold, before)).toBe(after);
});

test.each([
  ["See ‹our work›.", "See [our work](‹https://›)."],
  ["See |", "See [text](‹https://›)"],
  ["‹https://example.com›", "[‹text›](https://example.com)"],
])("Ctrl+K turns %j into %j", (before, after) => {
  expect(press(insertLink, before)).toBe(after);
});

test.each([
  ["- one|", "- one\n- |"],
  ["- one| two", "- one\n- | two"],
  ["- one\n- |", "- one\n|"],
  ["- one\n- |\n- three", "- one\n|\n- three"],
  ["- one\n- ‹two›", "- one\n- \n- |"],
])("Enter turns %j into %j", (before, after) => {
  expect(press(continueList, before)).toBe(after);
});

test.each(["Plain|", "|- one", "-|", "A - b|", "- one\nPlain|"])("Enter in %j is an ordinary line break", (before) => {
  expect(press(continueList, before)).toBeUndefined();
});
