import type { ShownField } from "#app/features/page-editing/page-editing.contract.ts";

// What can be edited in the document of a page. The server has put comments with the number of a field around each text
// (features/page-editing/marks.service.server.ts), and the numbers of its pictures into `data-fields`.

/** How a field is edited. */
export interface FieldLook {
  label: string;
  isMultiline: boolean;
  /** With light formatting (shared/formatted-text.ts). */
  isFormatted: boolean;
  isChanged: boolean;
  /** Shown while it is edited. */
  hint?: string | undefined;
}

export interface Page {
  /** The entry that the page is about, as `noun/slug`. */
  entry: string | undefined;
  fields: Map<string, ShownField>;
  /** The elements in which texts are edited, in the order of the page, with their fields. */
  regions: Map<Element, ShownField>;
  /** The pictures, with all that can be replaced in each. */
  pictures: Map<Element, ShownField[]>;
}

/** Makes the texts and pictures of a page editable. */
export function preparePage(page: Document, lookOf: (field: ShownField) => FieldLook): Page {
  const listed = page.getElementById("page-fields")?.textContent ?? "{}";
  const fields = new Map(Object.entries(JSON.parse(listed) as Record<string, ShownField>));
  const regions = new Map<Element, ShownField>();
  // Nothing moves a seam: the page runs no script.
  for (const grip of page.querySelectorAll("[data-grip]")) grip.remove();
  for (const [number, start, end] of markedTexts(page)) {
    const field = fields.get(number);
    const region = field && regionOf(start, end);
    if (!region) continue;
    makeEditable(region, lookOf(field));
    regions.set(region, field);
  }
  for (const slider of page.querySelectorAll<HTMLElement>("[role=slider]")) slider.inert = true;
  for (const item of page.querySelectorAll("details")) {
    // Those with the same name close each other.
    item.removeAttribute("name");
    item.open = true;
  }
  return { entry: page.body.dataset.entry, fields, regions, pictures: preparePictures(page, fields, lookOf) };
}

/** The outermost marked texts: a name that was filled into another text is edited where it is kept. */
function markedTexts(page: Document): [number: string, start: Comment, end: Comment][] {
  const comments = page.createTreeWalker(page.body, NodeFilter.SHOW_COMMENT);
  const found: [string, Comment, Comment][] = [];
  let open: [number: string, start: Comment] | undefined;
  while (comments.nextNode()) {
    const comment = comments.currentNode as Comment;
    const [, closing, number = ""] = /^(\/?)field (\d+)$/.exec(comment.data) ?? [];
    if (closing === "" && !open) open = [number, comment];
    if (closing === "/" && open?.[0] === number) {
      found.push([...open, comment]);
      open = undefined;
    }
  }
  return found;
}

/** Puts the text between two comments into an element of its own; nothing if it shares one with others. */
function regionOf(start: Comment, end: Comment): HTMLElement | undefined {
  const page = start.ownerDocument;
  const range = page.createRange();
  range.setStartBefore(start);
  range.setEndAfter(end);
  const whole = range.commonAncestorContainer;
  // A list holds nothing but its items, so it is edited as a whole.
  const isList = /^[OU]L$/.test(whole.nodeName);
  const [first, last] = isList
    ? [whole as Element, whole as Element]
    : [childWith(whole, start), childWith(whole, end)];
  if (!first || !last || textOf(first, start, "before") || textOf(last, end, "after")) return undefined;
  const isInline = first === start && last === end;
  const region = page.createElement(isInline ? "span" : "div");
  first.before(region);
  for (let node: ChildNode | null = first; node; ) {
    const next: ChildNode | null = node === last ? null : node.nextSibling;
    region.append(node);
    node = next;
  }
  start.remove();
  end.remove();
  return region;
}

function childWith(parent: Node, node: ChildNode): ChildNode | undefined {
  for (let at: ChildNode | null = node; at; at = at.parentNode as ChildNode | null)
    if (at.parentNode === parent) return at;
  return undefined;
}

/** The siblings of the mark within its element. */
function textOf(element: ChildNode, mark: Comment, side: "before" | "after"): string {
  if (element === mark) return "";
  const range = mark.ownerDocument.createRange();
  range.selectNodeContents(element);
  if (side === "before") range.setEndBefore(mark);
  else range.setStartAfter(mark);
  return range.toString().trim();
}

function makeEditable(region: HTMLElement, { label, isMultiline, isChanged }: FieldLook): void {
  region.dataset.region = "";
  region.toggleAttribute("data-changed", isChanged);
  region.setAttribute("role", "textbox");
  region.setAttribute("aria-label", label);
  if (isMultiline) region.setAttribute("aria-multiline", "true");
  region.spellcheck = true;
  try {
    region.contentEditable = "plaintext-only";
  } catch {
    region.contentEditable = "true";
  }
}

function preparePictures(
  page: Document,
  fields: Map<string, ShownField>,
  lookOf: (field: ShownField) => FieldLook,
): Map<Element, ShownField[]> {
  const pictures = new Map<Element, ShownField[]>();
  for (const image of page.querySelectorAll("[data-fields]")) {
    const frame = image.closest<HTMLElement>("[data-part=picture]") ?? (image as HTMLElement);
    const numbers = image.getAttribute("data-fields")?.split(" ") ?? [];
    const own = numbers.flatMap((number) => fields.get(number) ?? []);
    const known = pictures.get(frame) ?? [];
    pictures.set(frame, [...known, ...own.filter((field) => !known.includes(field))]);
  }
  for (const [frame, shown] of pictures) {
    frame.setAttribute("data-picture", "");
    // One that lies on another, as the built one on the drawn one, is the same to the keyboard.
    if (isSame(pictures.get(frame.previousElementSibling as Element), shown)) continue;
    frame.setAttribute("tabindex", "0");
    frame.setAttribute("role", "button");
    const name = `Replace the picture: ${shown.map((field) => lookOf(field).label).join(", ")}`;
    frame.setAttribute("aria-label", name);
    // An empty one would say that there is nothing here.
    if (frame instanceof (page.defaultView as Window & typeof globalThis).HTMLImageElement) frame.alt = name;
  }
  return pictures;
}

const isSame = (one: ShownField[] | undefined, other: ShownField[]): boolean =>
  one?.length === other.length && one.every((field, index) => field === other[index]);

const hintId = "region-hint";

/** Shows a hint below a region, which it describes; removes the one of another. */
export function showHint(region: HTMLElement, text: string | undefined): void {
  const page = region.ownerDocument;
  const shown = page.getElementById(hintId);
  if (text === undefined) {
    shown?.remove();
    region.removeAttribute("aria-describedby");
    return;
  }
  const hint = shown ?? page.body.appendChild(Object.assign(page.createElement("p"), { id: hintId, role: "status" }));
  if (hint.textContent !== text) hint.textContent = text;
  region.setAttribute("aria-describedby", hintId);
  const { left, bottom } = region.getBoundingClientRect();
  const { scrollX, scrollY } = page.defaultView as Window;
  const most = page.documentElement.clientWidth - hint.offsetWidth - hintGap;
  hint.style.left = `${scrollX + Math.max(hintGap, Math.min(left, most))}px`;
  hint.style.top = `${scrollY + bottom + hintGap}px`;
}

/** In pixels. */
const hintGap = 12;

/** The no-break spaces with which browsers show spaces that would collapse: beside another one, or at an end. */
const keptOpen = /(?<=^|\s)\u00a0|\u00a0(?=\s|$)/gm;

export function typedIn(region: HTMLElement, isMultiline: boolean): string {
  const text = linesIn(region).replace(keptOpen, " ");
  return isMultiline ? text : text.replace(/\s*\n\s*/g, " ");
}

/**
 * The text of a block, whose last line break browsers add themselves. Not `innerText`: while a key is being handled,
 * Firefox's lacks the last lines of an inline element.
 */
function linesIn(block: Node): string {
  let text = "";
  let last: Node | undefined;
  for (const node of nodesIn(block)) {
    if (isBlock(node)) text += (text && "\n") + linesIn(node);
    else text += node.nodeName === "BR" ? "\n" : node.nodeValue;
    last = node;
  }
  return last && isBlock(last) ? text : text.replace(/\n$/, "");
}

/** Its texts, line breaks and blocks, wherever they stand. */
const nodesIn = (parent: Node): Node[] =>
  [...parent.childNodes].flatMap((node) =>
    isBlock(node) || node.nodeName === "BR" || node.nodeName === "#text" ? [node] : nodesIn(node),
  );

const isBlock = ({ nodeName }: Node): boolean => nodeName === "DIV" || nodeName === "P";

/**
 * Shows the text as it is stored, with its brackets and placeholders, and puts the caret at its end.
 * @returns whether it was shown otherwise
 */
export function showStored(region: HTMLElement, value: string): boolean {
  if (region.textContent === value) return false;
  region.textContent = value;
  region.ownerDocument.getSelection()?.selectAllChildren(region);
  region.ownerDocument.getSelection()?.collapseToEnd();
  return true;
}
