import { useEffect } from "react";

/** What has a name that is read out when it gets the focus. */
const named = ":is(section, article, form, dialog, [role=group]):is([aria-label], [aria-labelledby]), fieldset, main";

/**
 * Keeps the focus near where it was when the focused element is removed, hidden or disabled, instead of losing it to the
 * body: the innermost named part of the screen around it that is still there takes the focus, by its heading if it has
 * one. After a dialog that is what its opener was in. Mounted once, in the layout; what moves the focus to a better
 * place by itself goes first.
 */
export function useKeptFocus(): void {
  useEffect(keepFocus, []);
}

function keepFocus(): () => void {
  // The element that has the focus and all that it is in, innermost first; of a dialog, then those of its opener.
  let path: Element[] = [];
  let frame = 0;
  const note = ({ target }: FocusEvent) => {
    if (!(target instanceof Element) || target === document.body) return;
    const dialog = target.closest("dialog");
    const opener = dialog ? path.slice(path.indexOf(dialog) + 1) : [];
    path = [...aroundOf(target, dialog), ...opener];
  };
  const check = () => {
    frame = 0;
    const [last] = path;
    if (!last || isUsable(last) || ![document.body, last].includes(document.activeElement as Element)) return;
    const part = path.find((each) => each.matches(named) && isUsable(each)) ?? document.querySelector("main");
    if (part) take(headingOf(part) ?? part);
  };
  const observer = new MutationObserver(() => {
    frame ||= requestAnimationFrame(check);
  });
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ["disabled", "hidden", "open", "inert"],
  });
  document.addEventListener("focusin", note);
  return () => {
    cancelAnimationFrame(frame);
    observer.disconnect();
    document.removeEventListener("focusin", note);
  };
}

/** The element and its ancestors, innermost first, up to `end`. */
function aroundOf(element: Element, end: Element | null): Element[] {
  const around = [];
  for (let each: Element | null = element; each; each = each.parentElement) {
    around.push(each);
    if (each === end) break;
  }
  return around;
}

const isUsable = (element: Element): boolean =>
  element.isConnected &&
  !element.matches(":disabled") &&
  !element.closest("[inert], dialog:not([open])") &&
  // Safari has it since 17.4.
  (element.checkVisibility?.({ visibilityProperty: true }) ?? true);

function headingOf(part: Element): Element | null {
  if (part.localName === "main") return part.querySelector("h1");
  const label = document.getElementById(part.getAttribute("aria-labelledby") ?? "");
  return label && part.contains(label) && /^h\d$/.test(label.localName) ? label : null;
}

function take(element: Element): void {
  if (!element.hasAttribute("tabindex")) element.setAttribute("tabindex", "-1");
  (element as HTMLElement).focus({ preventScroll: true });
}
