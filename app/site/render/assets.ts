/** The build's output for the public site, as URLs. Read from the build manifest; in development provided by Vite. */
export interface Assets {
  /** The script that hydrates the page, and the chunks to preload with it: the entry's and the page's. */
  scripts(page: string): { entry: string; preload: string[] };
  /** Style sheets of the layout and of the page, in order. */
  styles(page: string): string[];
  /** The text of the built style sheet, which the site's documents contain; undefined in development, which links. */
  inlineStyle: string | undefined;
  /** The script of a client's page (app/approval-page/spots.client.ts), which no other page loads. */
  approvalScript: string;
  /** The web font to preload. */
  font: string | undefined;
  /** Modules needed in development only (live reload). */
  devScripts: string[];
}
