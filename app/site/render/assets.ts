/** The build's output for the public site, as URLs. Read from the build manifest; in development provided by Vite. */
export interface Assets {
  /** The page's first script, and what it loads at the first interaction, in order. */
  scripts(page: string): { entry: string; later: string[] };
  /** Style sheets of the layout and of the page, in order. */
  styles(page: string): string[];
  /** The built style sheet, of which documents contain what they use; undefined in development, which links. */
  style: SiteStyle | undefined;
  /** The script of a client's page (app/approval-page/spots.client.ts), which no other page loads. */
  approvalScript: string;
  /** The web font to preload. */
  font: string | undefined;
  /** Modules needed in development only (live reload). */
  devScripts: string[];
}

/** A part of a style sheet (scripts/vite/style-rules.ts). */
export type StylePart =
  /** Every document contains it. */
  | string
  /** A conditional group or a layer: `@media (min-width: 768px)`. */
  | { at: string; parts: StylePart[] }
  /** A rule, each of whose selectors needs all of its classes. */
  | { selectors: { text: string; classes: string[] }[]; body: string }
  | { keyframes: string; text: string };

export interface SiteStyle {
  parts: StylePart[];
  /** URL of the sheet that hydration adds, with the rules for what scripts may show. */
  late: string;
}
