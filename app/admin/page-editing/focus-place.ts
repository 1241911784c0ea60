// A page that is rendered again gets a new body, in which nothing has focus and Tab would begin at the top. So the place
// of the keyboard is remembered, and found again in the new body.

export interface Keyboard {
  /** Where it is on the page, or was last. */
  place?: Place;
}

/**
 * Replaces the body of the page, and leaves the keyboard where it is. The texts of the new body must not be known yet:
 * one that has been left would open again.
 */
export function keepingPlace<T>(frame: HTMLIFrameElement | null, keyboard: Keyboard, replace: () => T): T {
  const isHere = document.activeElement === frame;
  const hasFocus = frame?.contentDocument?.activeElement !== frame?.contentDocument?.body;
  const replaced = replace();
  if (isHere) focusPlace(frame, keyboard, hasFocus);
  return replaced;
}

/** Not `hasFocus`: the text there has been left, and Tab goes on after it. */
export function focusPlace(frame: HTMLIFrameElement | null, keyboard: Keyboard, hasFocus = true): void {
  const page = frame?.contentDocument;
  const element = page && keyboard.place && elementAt(page, keyboard.place);
  if (!element) return;
  frame?.contentWindow?.focus();
  element.focus({ preventScroll: true });
  if (!hasFocus) element.blur();
}

/** An element by what it is: the `index`-th of those that are alike. */
interface Place {
  kind: string;
  index: number;
}

const kindOf = (element: Element): string =>
  JSON.stringify([element.localName, ...["aria-label", "href", "name"].map((name) => element.getAttribute(name))]);

const alike = (page: Document, kind: string): HTMLElement[] =>
  [...page.body.querySelectorAll<HTMLElement>(JSON.parse(kind)[0])].filter((element) => kindOf(element) === kind);

export function placeOf(element: HTMLElement): Place {
  const kind = kindOf(element);
  return { kind, index: alike(element.ownerDocument, kind).indexOf(element) };
}

function elementAt(page: Document, { kind, index }: Place): HTMLElement | undefined {
  return alike(page, kind)[index];
}
