/** What the build made of the site's browser code, by address. The server reads it from the build's manifest; in development Vite answers it. */
export interface Assets {
  /** The script that hydrates the page, and what to preload with it: the entry's and the page's own chunks. */
  scripts(page: string): { entry: string; preload: string[] };
  /** Style sheets of the frame and of the page, in order. */
  styles(page: string): string[];
  /** The one typeface, preloaded. */
  font: string | undefined;
  /** Module addresses that development alone needs (live reload). */
  devScripts: string[];
}
