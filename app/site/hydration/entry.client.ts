import { showHeaderOnScrollUp } from "#app/site/layout/show-header-on-scroll-up.ts";
import { followTheme, tintBrowser, toggleTheme } from "#app/site/layout/theme.ts";
import { addLink } from "./add-link.ts";
import { answerTo, type Handlers } from "./answer-to.ts";
import { countUpWhenSeen } from "./count-up.ts";
import { layOutDeferred } from "./deferred-layout.ts";
import { followEarlyForms, holdSubmissions } from "./early-forms.ts";
import { loadWithRetry } from "./load-with-retry.ts";
import { whenUnsentMessages } from "./unsent-messages-check.ts";

// The document works without JavaScript. The script loads in steps: a few listeners at once; on the first user
// interaction what answers to it, and React.

const interactionEvents = ["pointermove", "pointerdown", "click", "keydown", "focusin", "input", "scroll"];

/**
 * Calls the task once: on the first pointer, touch, key, focus or scroll event, on a click that a program makes, as one
 * does by voice, or when part of the page needs it earlier.
 */
function whenNeeded(task: () => void) {
  const signs = new AbortController();
  const once = () => {
    if (!signs.signal.aborted) task();
    signs.abort();
  };
  const note = ({ type, movementX, movementY }: Event & { movementX?: number; movementY?: number }) => {
    // Browsers report a pointer that rests while the page is laid out beneath it.
    if (type !== "pointermove" || movementX !== 0 || movementY !== 0) once();
  };
  for (const type of interactionEvents)
    addEventListener(type, note, { capture: true, passive: true, signal: signs.signal });
  // The visitor interacted before this script ran, or the fragment opens a panel, which must become a modal dialog.
  if (window.earlyEvents?.length || document.querySelector("dialog:target")) once();
  // Parts that move by themselves need it when they come near the viewport.
  const look = (entries: IntersectionObserverEntry[]) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) whenIdle(once);
  };
  const near = new IntersectionObserver(look, { rootMargin: "300px" });
  for (const part of document.querySelectorAll("[data-hydrate-in-view]")) near.observe(part);
  // A message that could not be sent on an earlier visit is sent in the background.
  whenUnsentMessages(once);
}

function whenIdle(task: () => void) {
  // Not every browser supports requestIdleCallback.
  whenLoaded(() => (window.requestIdleCallback ?? setTimeout)(() => task()));
}

function whenLoaded(task: () => void) {
  if (document.readyState === "complete") task();
  else addEventListener("load", task, { once: true });
}

/** Pictures whose seam can be moved: without React. */
async function enableSliders() {
  const frames = document.querySelectorAll<HTMLElement>("[data-seam]:has([role=slider])");
  if (frames.length === 0) return;
  const early = window.earlyEvents ?? [];
  const { enableSeamSlider } = await loadWithRetry(() => import("./seam-slider.ts"));
  for (const frame of frames) enableSeamSlider(frame, early);
}

/** Loads what answers to the visitor, and React. */
async function answer() {
  const sendHeld = holdSubmissions();
  // The browser answers the press first: on a slow phone asking for the files takes a tenth of a second.
  await new Promise((resolve) => setTimeout(resolve));
  // Otherwise each part would be asked for only when the one that imports it has arrived, a round trip later.
  const { laterScripts } = document.documentElement.dataset;
  if (laterScripts) for (const href of laterScripts.split(" ")) addLink({ rel: "modulepreload", href });
  void enableSliders();
  const { makeInteractive } = await loadWithRetry(() => import("./first-interaction.ts"));
  await makeInteractive();
  sendHeld();
}

const handlers: Handlers = {
  click(event: MouseEvent) {
    const target = event.target as Element;
    if (target.closest("[data-theme-toggle]")) toggleTheme();
    const link = target.closest<HTMLAnchorElement>("a[href]");
    if (!link) return;
    stayOnPage(event, link);
    // Before hydration the menu is shown by the fragment alone. Back should not return to it.
    if (link.closest("#menu:target") && link.hash === "") location.replace("#closed");
  },
  // Links with role="button" must react to the space bar.
  keydown(event: KeyboardEvent) {
    if (event.key === "Escape") closeEarly();
    const link = (event.target as Element).closest<HTMLElement>('a[role="button"]');
    if (event.key !== " " || !link) return;
    event.preventDefault();
    link.click();
  },
};

function listen() {
  tintBrowser();
  followTheme();
  showHeaderOnScrollUp();
  answerTo(handlers);
}

/** Before hydration a panel is no modal dialog, so Escape has to be handled here. */
function closeEarly() {
  const panel = document.querySelector<HTMLDialogElement>("dialog:is(:target, [open]):not([data-hydrated])");
  if (!panel) return;
  if (panel.open) panel.close();
  else location.hash = "#closed";
  const openers = document.querySelectorAll<HTMLElement>(`a[href="#${panel.id}"]`);
  [...openers].find(({ offsetParent }) => offsetParent)?.focus();
}

/** A link to the current page scrolls to its top: smoothly on Home and About, instantly with reduced motion. */
function stayOnPage(event: MouseEvent, link: HTMLAnchorElement) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || link.target) return;
  const here = pathOf(location.pathname);
  if (
    link.origin !== location.origin ||
    pathOf(link.pathname) !== here ||
    link.hash !== "" ||
    // A query means something only to the portfolio's filters; elsewhere it is a campaign's.
    (here.startsWith("/portfolio") && link.search !== location.search)
  )
    return;
  event.preventDefault();
  const glides = (here === "/" || here === "/about") && !matchMedia("(prefers-reduced-motion: reduce)").matches;
  for (const dialog of document.querySelectorAll<HTMLDialogElement>("dialog[open]")) dialog.close();
  scrollTo({ top: 0, behavior: glides ? "smooth" : "instant" });
}

const pathOf = (path: string) => path.toLowerCase().replace(/\/+$/, "") || "/";

listen();
// Not before the first frame.
whenLoaded(() => requestAnimationFrame(() => setTimeout(layOutDeferred)));
whenIdle(() => {
  followEarlyForms();
  countUpWhenSeen();
});
whenNeeded(() => void answer());
