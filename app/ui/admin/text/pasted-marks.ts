// What is pasted from a word processor, in light formatting (app/shared/text/formatted-text.ts).

import { readUrl } from "#app/shared/contact/web-address.ts";
import { linkableAddress } from "#app/shared/text/failed-links.ts";
import { plainText } from "#app/shared/text/formatted-text.ts";

const blocks = /^(P|DIV|H[1-6]|UL|OL|LI|TABLE|TR|BLOCKQUOTE|SECTION|ARTICLE|PRE)$/;
const unseen = /^(STYLE|SCRIPT|HEAD|TITLE|META|LINK)$/;

/** Around bold text until it is known whether asterisks there would be read. */
const [on, off] = ["\ue000", "\ue001"];
const boldRun = new RegExp(`${on}([^${off}]*)${off}`, "g");

/** Lists, bold and links of copied HTML as marks in plain text; nothing if it has none of them. Numbers are no mark. */
export function marksIn(html: string): string | undefined {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  const text = withAsterisks(textOf(body, false))
    .replaceAll(/[ \t\u00a0]*\n[ \t\u00a0]*/g, "\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .replaceAll(/^((?:- |\d+\. ).*)\n+(?=- |\d+\. )/gm, "$1\n")
    .trim();
  return /\*\*|\]\(|^- /m.test(text) ? text : undefined;
}

/** Bold that the source made of two parts is one; within a word, or of a sign alone, it would not be read. */
const withAsterisks = (text: string): string =>
  text.replaceAll(off + on, "").replace(boldRun, (whole, run: string, at: number, all: string) => {
    const before = all.slice(Math.max(0, at - 2), at);
    const after = all.slice(at + whole.length).slice(0, 2);
    const isRead = plainText(`${before}**${run}**${after}`) === plainText(before + run + after);
    return isRead ? `**${run}**` : run;
  });

function textOf(node: Node, isBold: boolean): string {
  if (node.nodeType === Node.TEXT_NODE) return (node.textContent ?? "").replaceAll(/\s+/g, " ");
  if (!(node instanceof HTMLElement) && node.nodeType !== Node.DOCUMENT_NODE) return "";
  const element = node as HTMLElement;
  const style = element.getAttribute("style") ?? "";
  if (unseen.test(element.tagName)) return "";
  // The bullet or number that Word writes as text.
  if (/mso-list:\s*ignore/i.test(style)) return /\d+\.(?!\d)/.exec(element.textContent)?.[0].concat(" ") ?? "";
  if (element.tagName === "BR") return "\n";
  const startsBold = !isBold && isStrong(element, style);
  const inside = [...element.childNodes].map((child) => textOf(child, isBold || startsBold)).join("");
  const marked = startsBold ? enclosed(inside, on, off) : inside;
  if (element.tagName === "A") return linkOf(element as HTMLAnchorElement, marked);
  const isItem = element.tagName === "LI" || /mso-list:\s*l\d/i.test(style);
  if (isItem) return `\n${bulletOf(element, marked)}${marked.trim().replaceAll(/\n(?!- |\d+\. )/g, " ")}\n`;
  return blocks.test(element.tagName) ? `\n\n${marked}\n\n` : marked;
}

function bulletOf(item: HTMLElement, text: string): string {
  const list = item.parentElement;
  if (list instanceof HTMLOListElement)
    return `${list.start + [...list.querySelectorAll(":scope > li")].indexOf(item)}. `;
  return item.tagName === "LI" || !/^\d+\. /.test(text) ? "- " : "";
}

/** Google Docs encloses everything in a `b` whose style says that it is not bold. */
function isStrong({ tagName }: HTMLElement, style: string): boolean {
  if (/^H[1-6]$/.test(tagName)) return false;
  const weight = /font-weight:\s*(\w+)/i.exec(style)?.[1];
  if (weight !== undefined) return weight === "bold" || weight === "bolder" || Number(weight) >= 600;
  return tagName === "B" || tagName === "STRONG";
}

/** An address within the copied document, as of a footnote or a heading, leads nowhere here. */
function linkOf(link: HTMLAnchorElement, words: string): string {
  const isWhole = readUrl(link.getAttribute("href") ?? "") !== undefined;
  const text = words.replaceAll(/[[\]\n]/g, " ");
  const end = `](${linkableAddress(link.href)})`;
  return isWhole && plainText(`[x${end}`) === "x" && text.trim() !== "" ? enclosed(text, "[", end) : words;
}

/** Marks stand directly beside the words, on every line of them. */
const enclosed = (text: string, before: string, after: string): string =>
  text.replaceAll(/^(\s*(?:- )?)(.*?\S)(\s*)$/gm, `$1${before}$2${after.replaceAll("$", "$$$$")}$3`);
