const marks: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Escapes text for HTML and XML. Control characters other than tab and line breaks, which XML forbids, are removed. */
export const escaped = (text: string) =>
  text.replace(/[^\P{Cc}\t\n\r]|\ufffe|\uffff/gu, "").replace(/[&<>"']/g, (mark) => marks[mark] ?? mark);
