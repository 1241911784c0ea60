// First: this order is the order of the style sheet's layers.
import "#app/ui/tokens.css";
import "#app/ui/base.css";
import "#app/site/layout/site.css";
import "#app/site/layout/print.css";
import { showHeaderOnTheWayUp } from "#app/site/layout/header-on-the-way-up.ts";
import { tintBrowser, toggleTheme } from "#app/site/layout/theme.ts";
import { importWithRetry } from "./import-with-retry.ts";
import { layOutTheRest } from "./lay-out.ts";

// The document works without any script. Its script comes in two steps: a few listeners at once, React when the first screen stands.

const touches = ["pointerdown", "keydown", "focusin", "touchstart"] as const;

/** At the first touch, or when the browser has nothing better to do after loading. */
function whenItMatters(task: () => void) {
  let isDone = false;
  const once = () => {
    for (const type of touches) removeEventListener(type, once, true);
    if (!isDone) task();
    isDone = true;
  };
  for (const type of touches) addEventListener(type, once, { capture: true, passive: true });
  const idle = () =>
    "requestIdleCallback" in window ? requestIdleCallback(once, { timeout: 3_000 }) : setTimeout(once, 200);
  if (document.readyState === "complete") idle();
  else addEventListener("load", idle, { once: true });
}

/** A button that was pressed before the page was hydrated is pressed again when it is. Links, forms and details need no help. */
async function wakeUp() {
  const pressed: HTMLElement[] = [];
  const note = (event: MouseEvent) => {
    const button = (event.target as Element).closest<HTMLElement>("#page button[type=button]:not([data-theme-toggle])");
    if (button) pressed.push(button);
  };
  document.addEventListener("click", note, true);
  // One after the other: run together they would keep a slow telephone from answering for a tenth of a second.
  const react = importWithRetry(() => import("react-dom/client"));
  await layOutTheRest();
  await react;
  await new Promise((resolve) => setTimeout(resolve));
  const { hydrate } = await importWithRetry(() => import("./hydrate.tsx"));
  await hydrate(() => document.removeEventListener("click", note, true));
  for (const button of pressed) button.click();
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

const smoothPages = new Set(["/", "/about"]);

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
  const glides = smoothPages.has(here) && !matchMedia("(prefers-reduced-motion: reduce)").matches;
  for (const dialog of document.querySelectorAll<HTMLDialogElement>("dialog[open]")) dialog.close();
  scrollTo({ top: 0, behavior: glides ? "smooth" : "instant" });
}

const pathOf = (path: string) => path.toLowerCase().replace(/\/+$/, "") || "/";

listen();
whenItMatters(() => void wakeUp());
