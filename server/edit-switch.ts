import { createHash } from "node:crypto";
import { editorCookie } from "#app/shared/editor-cookie.ts";
import { type CachedResponse, cachedResponse } from "./cached-response.ts";

/**
 * Whether a Cookie header, or the whole head of a request, says that an administrator has logged in with this browser.
 * Proves nothing: it only adds a link, and leaves the page cache for it.
 */
export const isEditor = (head: string | undefined): boolean => head?.includes(editorCookie) ?? false;

const made = new WeakMap<CachedResponse, CachedResponse>();

/** A public page with the link that opens it for editing, for an administrator's own browser; no cache may keep it. */
export function withEditSwitch(page: CachedResponse, path: string): CachedResponse {
  if (page.status >= 300 && page.status < 400) return page;
  const known = made.get(page) ?? addSwitch(page, path);
  made.set(page, known);
  return known;
}

function addSwitch({ status, shared, variants }: CachedResponse, path: string): CachedResponse {
  const { ETag: _, Vary: __, ...headers } = shared;
  const policy = headers["Content-Security-Policy"]?.replace("style-src 'self'", `style-src 'self' '${styleHash}'`);
  const href = `/admin/edit?page=${encodeURIComponent(path)}`;
  const link = `<nav class="edit-switch" aria-label="Back office"><a href="${href}">Edit</a></nav>`;
  const html = variants.identity.body
    .toString()
    .replace("</head>", () => `<style>${rules}</style></head>`)
    .replace("</body>", () => `${link}</body>`);
  return cachedResponse(
    status,
    { ...headers, "Cache-Control": "private, no-store", ...(policy && { "Content-Security-Policy": policy }) },
    { identity: Buffer.from(html) },
    true,
  );
}

// The back office takes part in no transition from a page.
const rules =
  "@view-transition{navigation:none}" +
  ".edit-switch{position:fixed;z-index:5;inset-block-end:16px;inset-inline-start:16px}" +
  ".edit-switch a{display:grid;place-items:center;min-width:88px;min-height:44px;padding:0 16px;border:1.5px solid var(--ink);border-radius:var(--r-1);background:var(--surface);color:var(--ink);font-weight:var(--w-strong);text-decoration:none;box-shadow:var(--shadow-menu)}" +
  ".edit-switch a:is(:hover,:focus-visible){background:var(--ink);color:var(--ground)}" +
  "@media print{.edit-switch{display:none}}";

const styleHash = `sha256-${createHash("sha256").update(rules).digest("base64")}`;
