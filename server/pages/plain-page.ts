import type { Config } from "#app/platform/config.ts";
import { cspHash } from "#app/platform/csp-hash.server.ts";
import { escaped } from "#app/site/render/escape.ts";
import { contentPolicy } from "../security-headers.ts";

// The site's ground and ink (app/ui/tokens.css), without its font, which is a file.
const style =
  ":root{color-scheme:light dark;color:#101f1a;background:#f0f4f0}@media(prefers-color-scheme:dark){:root{color:#edf1ec;background:#0d1814}}" +
  "body{max-width:34rem;margin:18vh auto;padding:0 1.25rem;font:1.0625rem/1.6 Helvetica Neue,Arial,sans-serif}" +
  "h1{font-size:clamp(2rem,1.42rem + 2.45vw,3rem);line-height:1.05;letter-spacing:-.034em;text-wrap:balance}p{text-wrap:pretty}a{color:inherit;text-underline-offset:.3em}";
const styleHash = cspHash(style);

export interface PlainPage {
  title: string;
  heading: string;
  text: string;
  /** HTML below the text. */
  more?: string;
  reloadAfterSeconds?: number;
  /** Whether pages of this site show it in a frame. */
  isFramed?: boolean;
}

export interface PlainDocument {
  html: string;
  /** Its type, its content security policy and, where it is shown in a frame, that it may be. */
  headers: Record<string, string>;
}

/** A self-contained document, for when the site's renderer, texts or files may have failed or are not available yet. */
export function plainPage(
  config: Config,
  { title, heading, text, more = "", reloadAfterSeconds, isFramed = false }: PlainPage,
): PlainDocument {
  const reload = reloadAfterSeconds === undefined ? "" : `<meta http-equiv="refresh" content="${reloadAfterSeconds}">`;
  const headers = {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": contentPolicy(config, { styles: [styleHash], isFramed }),
    ...(isFramed && { "X-Frame-Options": "SAMEORIGIN" }),
  };
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">${reload}<title>${escaped(title)}</title><style>${style}</style></head><body><main><h1>${escaped(heading)}</h1><p>${escaped(text)}</p>${more}</main></body></html>`;
  return { html, headers };
}
