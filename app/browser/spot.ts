import { beginningOf } from "#app/shared/text/beginning.ts";

// Places on a page, kept relative to the element they are in, so that they hold at every width.

/** A spot (app/features/approval/approval.contract.ts); shares are from 0 (left, top) to 1. */
export interface Spot {
  /** The element as a CSS selector. */
  anchor: string;
  /** The point within the element. */
  x: number;
  y: number;
  /** The point within the page, should the element be gone. */
  pageX: number;
  pageY: number;
  /** The beginning of the element's text. */
  words: string;
}

const most = { anchor: 500, words: 120 };

/** The spot at a point of a page, in pixels of its window. */
export function spotAt(page: Document, left: number, top: number): Spot {
  const element = page.elementFromPoint(left, top) ?? page.body;
  const box = element.getBoundingClientRect();
  const root = page.documentElement;
  const [scrollX, scrollY] = [page.defaultView?.scrollX ?? 0, page.defaultView?.scrollY ?? 0];
  return {
    anchor: selectorOf(element),
    x: share(left - box.left, box.width),
    y: share(top - box.top, box.height),
    pageX: share(left + scrollX, root.scrollWidth),
    pageY: share(top + scrollY, root.scrollHeight),
    words: wordsOf(element),
  };
}

/** Where a spot is now, in pixels of the page's window. */
export function pointOf(page: Document, { anchor, x, y, pageX, pageY }: Spot): { left: number; top: number } {
  const box = elementAt(page, anchor)?.getBoundingClientRect();
  if (box && box.width > 0 && box.height > 0) return { left: box.left + x * box.width, top: box.top + y * box.height };
  const root = page.documentElement;
  const [scrollX, scrollY] = [page.defaultView?.scrollX ?? 0, page.defaultView?.scrollY ?? 0];
  return { left: pageX * root.scrollWidth - scrollX, top: pageY * root.scrollHeight - scrollY };
}

/** Brings a spot to the middle of the page's window. */
export function scrollToSpot(page: Document, spot: Spot): void {
  const view = page.defaultView;
  if (view) view.scrollTo({ top: view.scrollY + pointOf(page, spot).top - view.innerHeight / 2, behavior: "instant" });
}

function elementAt(page: Document, anchor: string): Element | null {
  try {
    return page.querySelector(anchor);
  } catch {
    return null; // not a selector
  }
}

const share = (part: number, whole: number): number => (whole > 0 ? Math.min(1, Math.max(0, part / whole)) : 0);

/** The way to an element from the nearest ancestor with an id, or from the body. */
function selectorOf(element: Element): string {
  const steps: string[] = [];
  for (let at: Element | null = element; at && at.localName !== "html"; at = at.parentElement) {
    if (at.id) {
      steps.unshift(`#${CSS.escape(at.id)}`);
      break;
    }
    const alike = [...(at.parentElement?.children ?? [])].filter(({ localName }) => localName === at?.localName);
    steps.unshift(alike.length > 1 ? `${at.localName}:nth-of-type(${alike.indexOf(at) + 1})` : at.localName);
  }
  const selector = steps.join(" > ");
  return selector.length <= most.anchor ? selector : "body";
}

/** What can be read there: of the element, or of the picture's description. */
function wordsOf(element: Element): string {
  // innerText, because textContent joins the words of neighbouring blocks.
  const text = "innerText" in element ? (element as HTMLElement).innerText : (element.textContent ?? "");
  const words = text.replace(/\s+/g, " ").trim() || (element.getAttribute("alt") ?? "");
  return beginningOf(words, most.words);
}
