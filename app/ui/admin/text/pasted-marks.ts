// What is pasted from a word processor, in light formatting (app/shared/text/formatted-text.ts).

const blocks = /^(P|DIV|H[1-6]|UL|OL|LI|TABLE|TR|BLOCKQUOTE|SECTION|ARTICLE|PRE)$/;
const unseen = /^(STYLE|SCRIPT|HEAD|TITLE|META|LINK)$/;

/** Lists, bold and links of copied HTML as marks in plain text; nothing if it has none of them. */
export function marksIn(html: string): string | undefined {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  const text = textOf(body, false)
    .replaceAll(/[ \t\u00a0]*\n[ \t\u00a0]*/g, "\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .replaceAll(/(^|\n)(- [^\n]*)\n+(?=- )/g, "$1$2\n")
    .trim();
  return /\*\*|\]\(|^- /m.test(text) ? text : undefined;
}

function textOf(node: Node, isBold: boolean): string {
  if (node.nodeType === Node.TEXT_NODE) return (node.textContent ?? "").replaceAll(/\s+/g, " ");
  if (!(node instanceof HTMLElement) && node.nodeType !== Node.DOCUMENT_NODE) return "";
  const element = node as HTMLElement;
  const style = element.getAttribute("style") ?? "";
  // The bullet that Word writes as text.
  if (unseen.test(element.tagName) || /mso-list:\s*ignore/i.test(style)) return "";
  if (element.tagName === "BR") return "\n";
  const startsBold = !isBold && isStrong(element, style);
  const inside = [...element.childNodes].map((child) => textOf(child, isBold || startsBold)).join("");
  const marked = startsBold ? enclosed(inside, "**", "**") : inside;
  if (element.tagName === "A") return linkOf(element as HTMLAnchorElement, marked);
  const isItem = element.tagName === "LI" || /mso-list:\s*l\d/i.test(style);
  if (isItem) return `\n- ${marked.trim().replaceAll(/\n(?!- )+/g, " ")}\n`;
  return blocks.test(element.tagName) ? `\n\n${marked}\n\n` : marked;
}

/** Google Docs encloses everything in a `b` whose style says that it is not bold. */
function isStrong({ tagName }: HTMLElement, style: string): boolean {
  if (/^H[1-6]$/.test(tagName)) return false;
  const weight = /font-weight:\s*(\w+)/i.exec(style)?.[1];
  if (weight !== undefined) return weight === "bold" || weight === "bolder" || Number(weight) >= 600;
  return tagName === "B" || tagName === "STRONG";
}

function linkOf({ href }: HTMLAnchorElement, words: string): string {
  const text = words.replaceAll(/[[\]\n]/g, " ");
  return /^(https?|mailto|tel):/i.test(href) && text.trim() !== "" ? enclosed(text, "[", `](${href})`) : words;
}

/** Marks stand directly beside the words, on every line of them. */
const enclosed = (text: string, before: string, after: string): string =>
  text.replaceAll(/^(\s*(?:- )?)(.*?\S)(\s*)$/gm, `$1${before}$2${after.replaceAll("$", "$$$$")}$3`);
