import { createHash } from "node:crypto";
import { escaped } from "#app/site/render/escape.ts";

const style =
  ":root{color-scheme:light dark}body{max-width:34rem;margin:18vh auto;padding:0 1.5rem;font:1.0625rem/1.6 system-ui,sans-serif}h1{font-size:1.75rem;line-height:1.2}a{color:inherit}";
const styleHash = `sha256-${createHash("sha256").update(style).digest("base64")}`;

interface PlainPage {
  title: string;
  heading: string;
  text: string;
  /** HTML below the text. */
  more?: string;
  reloadAfterSeconds?: number;
}

/**
 * A self-contained document, for when the site's renderer, texts or files may have failed or are not available yet.
 * @returns the document, and the hash of its style for the content security policy
 */
export function plainPage({ title, heading, text, more = "", reloadAfterSeconds }: PlainPage) {
  const reload = reloadAfterSeconds === undefined ? "" : `<meta http-equiv="refresh" content="${reloadAfterSeconds}">`;
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">${reload}<title>${escaped(title)}</title><style>${style}</style></head><body><main><h1>${escaped(heading)}</h1><p>${escaped(text)}</p>${more}</main></body></html>`;
  return { html, styleHash };
}
