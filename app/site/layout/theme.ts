const cookieDays = 365;

/** Runs before the first paint, so that a chosen theme never flashes into place. One constant text: the content policy names its hash. */
export const themeScript = `(()=>{const t=/(?:^|; )theme=(light|dark)/.exec(document.cookie);if(t)document.documentElement.dataset.theme=t[1]})()`;

/** Which theme is seen: the chosen one, else the system's. */
export function isDark(): boolean {
  const { theme } = document.documentElement.dataset;
  return theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

/** Turns the theme over and keeps the choice in a cookie: logging out of the back office clears local storage (spec/reading). */
export function toggleTheme() {
  const theme = isDark() ? "light" : "dark";
  const change = () => {
    document.documentElement.dataset.theme = theme;
    tintBrowser();
  };
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  // The public site's style sheet lets it enter like a page. One that is pressed again meanwhile is done at once.
  if (isStill || !document.startViewTransition || document.hidden) change();
  else document.startViewTransition(change).ready.catch(() => {});
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `theme=${theme}; path=/; max-age=${cookieDays * 86_400}; samesite=lax`;
}

/** The browser's own bars take the colour of the chosen ground. */
export function tintBrowser() {
  if (!document.documentElement.dataset.theme) return;
  const ground = getComputedStyle(document.body).backgroundColor;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) meta.content = ground;
}
