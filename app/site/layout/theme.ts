import { choices, keepChoice } from "#app/browser/device-choice.ts";

/**
 * Runs before the first paint, so that a chosen theme does not flash. Constant text, because the CSP lists its hash.
 */
export const themeScript = `try{const t=/(?:^|; )theme=(light|dark)/.exec(document.cookie);if(t)document.documentElement.dataset.theme=t[1]}catch{}`;

/** The theme that a visitor has chosen, in a Cookie header or `document.cookie`; nothing while it is the system's. */
export const chosenTheme = (cookies = ""): string | undefined => /(?:^|; )theme=(light|dark)/.exec(cookies)?.[1];

/** Whether the dark theme is active: the chosen theme, otherwise the system's. */
export function isDark(): boolean {
  const { theme } = document.documentElement.dataset;
  return theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

/** Toggles the theme and stores the choice in a cookie, because logging out of the back office clears local storage. */
export function toggleTheme() {
  const theme = isDark() ? "light" : "dark";
  const change = () => {
    document.documentElement.dataset.theme = theme;
    tintBrowser();
  };
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  // The public site animates the change like a page change. Toggling again during the animation finishes it at once.
  if (isStill || !document.startViewTransition || document.hidden) change();
  else document.startViewTransition(change).ready.catch(() => {});
  keepChoice("theme", theme);
}

/**
 * Takes over a choice made elsewhere: in another tab, or on a later page, from which Back returns to this one as it was
 * left.
 */
export function followTheme() {
  const follow = () => {
    const chosen = chosenTheme(choices());
    if (!chosen || chosen === document.documentElement.dataset.theme) return;
    document.documentElement.dataset.theme = chosen;
    tintBrowser();
  };
  for (const type of ["pageshow", "visibilitychange"]) addEventListener(type, follow);
}

/** Sets the colour of the browser's toolbar (theme-color) to the background of the chosen theme. */
export function tintBrowser() {
  if (!document.documentElement.dataset.theme) return;
  const ground = getComputedStyle(document.body).backgroundColor;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) meta.content = ground;
}
