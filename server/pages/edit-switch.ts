import { sampleNumbers } from "#app/features/project/project.repository.server.ts";
import { reviewRepository } from "#app/features/review/review.repository.server.ts";
import { cspHash } from "#app/platform/csp-hash.server.ts";
import type { Db } from "#app/platform/deps.ts";
import { editorCookie } from "#app/shared/editor-cookie.ts";
import { type CachedResponse, cachedResponse } from "../front/cached-response.ts";

/**
 * Whether a Cookie header, or the whole head of a request, says that an administrator has logged in with this browser.
 * Proves nothing: it only adds a link and the marks of samples, and leaves the page cache for it.
 */
export const isEditor = (head: string | undefined): boolean => head?.includes(editorCookie) ?? false;

const made = new WeakMap<CachedResponse, CachedResponse>();

/**
 * A public page with the link that opens it for editing and a mark on each sample, for an administrator's own browser;
 * no cache may keep it.
 */
export async function withEditSwitch(db: Db, page: CachedResponse, path: string): Promise<CachedResponse> {
  if (page.status >= 300 && page.status < 400) return page;
  const known = made.get(page) ?? addSwitch(page, path, frameRules + sampleRules(await samplesOn(db, path)));
  made.set(page, known);
  return known;
}

/** Selectors of what names the samples on a page: the page itself is that of all visitors and does not tell them. */
async function samplesOn(db: Db, path: string): Promise<string[]> {
  const numbers = await sampleNumbers(db);
  const reviews = await reviewRepository.list(db);
  return [
    ...numbers.map((number) => `[data-card]:has([href="/details/${number}"]) [data-part=title]`),
    ...numbers.flatMap((number) => (path === `/details/${number}` ? "[data-case] h1" : [])),
    ...reviews.flatMap(({ isSample }, place) =>
      isSample ? `#reviews [role=group]:nth-child(${place + 1}) figcaption b` : [],
    ),
  ];
}

function addSwitch({ status, shared, variants }: CachedResponse, path: string, rules: string): CachedResponse {
  const { ETag: _, Vary: __, ...headers } = shared;
  const policy = headers["Content-Security-Policy"]?.replace(
    "style-src 'self'",
    `style-src 'self' '${cspHash(rules)}'`,
  );
  const href = `/admin/edit?page=${encodeURIComponent(path)}`;
  const link = `<nav class="wrap edit-switch" aria-label="Back office"><a href="${href}">Edit</a></nav>`;
  const html = variants.identity.body
    .toString()
    .replace("</head>", () => `<style>${rules}</style></head>`)
    .replace("</body>", () => `${link}</body>`);
  return cachedResponse(
    status,
    {
      ...headers,
      "Cache-Control": "private, no-store, no-transform",
      ...(policy && { "Content-Security-Policy": policy }),
    },
    { identity: Buffer.from(html) },
    true,
  );
}

// The back office takes part in no transition from a page. The link has a line of its own above the header: wherever it
// lay over the page, it would cover something at some width or height. In the document it is last: the link that skips to
// the content stays the first.
const frameRules =
  "@view-transition{navigation:none}" +
  "body{display:flex;flex-direction:column}" +
  ".edit-switch{order:-1;width:100%;display:flex;justify-content:flex-end}" +
  ".edit-switch a{display:grid;place-items:center;min-width:44px;min-height:44px;color:var(--ink);font-weight:var(--w-strong)}" +
  // Around it, the ring would be cut off by the window's edge.
  ".edit-switch a:focus-visible{outline-offset:-3px}" +
  "@media print{.edit-switch{display:none}}";

const sampleRules = (samples: string[]): string =>
  samples.length === 0
    ? ""
    : `@media screen{:is(${samples.join()})::after{content:"Sample";display:inline-block;margin-inline-start:10px;` +
      "padding:0 7px;border:1.5px dashed var(--pencil);color:var(--ink);font:500 13px/20px var(--font);" +
      "letter-spacing:0;vertical-align:middle;white-space:nowrap}}";
