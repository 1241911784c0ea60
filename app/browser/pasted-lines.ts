/** Line breaks within a paragraph, as word processors and slides copy them: pages would show a gap, and feeds nothing. */
const softBreaks = /[\v\u2028\u2029]/g;

/** The pasted text with its soft breaks as line breaks; nothing if it has none. */
export function pastedLines({ clipboardData }: ClipboardEvent): string | undefined {
  const text = clipboardData?.getData("text/plain") ?? "";
  const lines = text.replace(softBreaks, "\n");
  return lines === text ? undefined : lines;
}

/** Pastes soft breaks into fields as line breaks, of which the browser makes spaces in fields of one line. */
export function pasteSoftBreaks(): void {
  addEventListener("paste", (event) => {
    const lines = pastedLines(event);
    const isField = event.target instanceof Element && event.target.matches("input, textarea");
    if (lines === undefined || !isField || event.defaultPrevented) return;
    event.preventDefault();
    document.execCommand("insertText", false, lines);
  });
}
