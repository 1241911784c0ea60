const marks: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Text for HTML and XML. Control characters other than tab and line ends, which XML forbids, are left out. */
export const escaped = (text: string) =>
  text.replace(/[^\P{Cc}\t\n\r]|\ufffe|\uffff/gu, "").replace(/[&<>"']/g, (mark) => marks[mark] ?? mark);
