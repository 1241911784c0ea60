// First: this order is the order of the style sheet's layers.
import "#app/ui/tokens.css";
import "#app/ui/base.css";
import "#app/site/layout/site.css";
import "#app/site/layout/print.css";
import { showHeaderOnTheWayUp } from "#app/site/layout/header-on-the-way-up.ts";
import { tintBrowser, toggleTheme } from "#app/site/layout/theme.ts";
import { disableEmptyForms, holdSubmissions } from "./early-forms.ts";
import { importWithRetry } from "./import-with-retry.ts";
import { layOutTheRest } from "./lay-out.ts";
import { whenMessagesWait } from "./waiting-messages.ts";

// The document works without any script. Its script comes in two steps: a few listeners at once, React at the first sign of a hand.

const signsOfAHand = ["pointermove", "pointerdown", "keydown", "focusin", "input", "scroll"];

/** Calls the task once: at the first pointer, touch, key, focus or scrolling, or when something on the page cannot wait for that. */
function whenNeeded(task: () => void) {
  const signs = new AbortController();
  const once = () => {
    if (!signs.signal.aborted) task();
    signs.abort();
  };
  for (const type of signsOfAHand) addEventListener(type, once, { capture: true, passive: true, signal: signs.signal });
  // Somebody was quicker than this script; a panel that the address opens becomes a modal dialog.
  if (navigator.userActivation?.hasBeenActive || document.querySelector("dialog:target")) once();
  // What moves by itself, or is a slider to a screen reader by its script alone, needs it when it comes near.
  const look = (entries: IntersectionObserverEntry[]) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) whenIdle(once);
  };
  const near = new IntersectionObserver(look, { rootMargin: "300px" });
  for (const part of document.querySelectorAll("[data-hydrate-in-view]")) near.observe(part);
  // A message that could not be sent on an earlier visit is sent by itself.
  whenMessagesWait(once);
}

function whenIdle(task: () => void) {
  // Not every browser tells when it is idle.
  const idle = () => (window.requestIdleCallback ?? setTimeout)(() => task());
  if (document.readyState === "complete") idle();
  else addEventListener("load", idle, { once: true });
}

let laidOut: Promise<void> | undefined;
const layOutOnce = () => {
  laidOut ??= layOutTheRest();
  return laidOut;
};

let enableForms: (() => void) | undefined;

/** A button that was pressed before the page was hydrated is pressed again when it is. Links, forms and details need no help. */
async function hydratePage() {
  const pressed: HTMLElement[] = [];
  const note = (event: MouseEvent) => {
    const button = (event.target as Element).closest<HTMLElement>("#page button[type=button]:not([data-theme-toggle])");
    if (button) pressed.push(button);
  };
  document.addEventListener("click", note, true);
  enableForms?.();
  enableForms = () => {};
  const sendHeld = holdSubmissions();
  // One after the other: run together they would keep a slow telephone from answering for a tenth of a second.
  const react = importWithRetry(() => import("./react.ts"));
  const page = importWithRetry(() => import("./hydrate.tsx"));
  await layOutOnce();
  await react;
  await new Promise((resolve) => setTimeout(resolve));
  const { hydrate } = await page;
  await hydrate(() => document.removeEventListener("click", note, true));
  for (const button of pressed) button.click();
  sendHeld();
}

function listen() {
  tintBrowser();
  showHeaderOnTheWayUp();
  document.addEventListener("click", (event) => {
    const target = event.target as Element;
    if (target.closest("[data-theme-toggle]")) toggleTheme();
    const link = target.closest<HTMLAnchorElement>("a[href]");
    if (link) stayOnPage(event, link);
  });
  // A link that is a button answers to the space bar as buttons do.
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") closeEarly();
    const link = (event.target as Element).closest<HTMLElement>('a[role="button"]');
    if (event.key !== " " || !link) return;
    event.preventDefault();
    link.click();
  });
}

/** Until a panel is hydrated it is shown by the address alone, and Escape would not be heard. */
function closeEarly() {
  const panel = document.querySelector("dialog:target:not([data-hydrated])");
  if (!panel) return;
  location.hash = "#closed";
  const openers = document.querySelectorAll<HTMLElement>(`a[href="#${panel.id}"]`);
  [...openers].find(({ offsetParent }) => offsetParent)?.focus();
}

/** A link to the page one is on goes to its top, gliding on Home and About (spec §2), at once under reduced motion. */
function stayOnPage(event: MouseEvent, link: HTMLAnchorElement) {
  if (
    event.defaultPrevented ||
    event.button !== 0 ||
    event.ctrlKey ||
    event.metaKey ||
    event.shiftKey ||
    event.altKey ||
    link.target
  )
    return;
  const here = pathOf(location.pathname);
  if (
    link.origin !== location.origin ||
    pathOf(link.pathname) !== here ||
    link.hash !== "" ||
    link.search !== location.search
  )
    return;
  event.preventDefault();
  const glides = (here === "/" || here === "/about") && !matchMedia("(prefers-reduced-motion: reduce)").matches;
  for (const dialog of document.querySelectorAll<HTMLDialogElement>("dialog[open]")) dialog.close();
  scrollTo({ top: 0, behavior: glides ? "smooth" : "instant" });
}

const pathOf = (path: string) => path.toLowerCase().replace(/\/+$/, "") || "/";

listen();
whenIdle(() => {
  enableForms ??= disableEmptyForms();
  void layOutOnce();
});
whenNeeded(() => void hydratePage());
