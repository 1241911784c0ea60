import type { EditedPage } from "#app/features/page-editing/page-editing.contract.ts";
import { findPreview, type Preview, previewed } from "#app/features/preview/preview.repository.server.ts";
import { previewTtlMs } from "#app/features/preview/preview.service.server.ts";
import type { Assets } from "#app/site/render/assets.ts";
import { type RenderedPage, renderPage } from "#app/site/render/render.server.tsx";
import type { App, AppDeps } from "../app-context.ts";
import { contentPolicy } from "../security-headers.ts";
import { renderEditable } from "./page-editing.ts";

/**
 * Shows a page as it would look after a save, to anyone who has the link; the back office may embed it in an iframe.
 */
export function mountPreviews(app: App, deps: AppDeps, assets: Assets): void {
  app.get("/preview/:id", async (c) => {
    const preview = await find(deps, c.req.param("id"));
    if (preview?.editing) {
      const { html, policy } = await renderEditable(deps, assets, preview.editing as EditedPage);
      return c.html(html, 200, { ...headers, "Content-Security-Policy": policy });
    }
    const { page, status } = await renderPreview(deps, assets, preview);
    return c.html(...framed(deps.config, page, status));
  });
}

/** A page to be shown in a frame of this site, for viewing only: body, status and headers of its response. */
export function framed<Status extends number>(
  config: AppDeps["config"],
  { html, csp }: RenderedPage,
  status: Status,
): [html: string, status: Status, headers: Record<string, string>] {
  const policy = contentPolicy(config, { scripts: csp.scriptHashes, styles: csp.styleHashes }).replace(
    "frame-ancestors 'none'",
    "frame-ancestors 'self'",
  );
  return [
    html.replace("<head>", '<head><base target="_blank">'),
    status,
    {
      ...headers,
      "Content-Security-Policy": `${policy}; ${sandbox}`,
    },
  ];
}

/** For viewing only: its forms send nothing, and its links open the real site in another tab. */
const sandbox = "sandbox allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox";

const headers = { "Cache-Control": "no-store", "X-Robots-Tag": "noindex", "X-Frame-Options": "SAMEORIGIN" };

async function find({ db, now }: AppDeps, id: string): Promise<Preview | undefined> {
  return /^[\w-]{43}$/.test(id) ? findPreview(db, id, new Date(now().getTime() - previewTtlMs)) : undefined;
}

/** A preview of the not-found page is itself a page that was found. */
async function renderPreview(
  deps: AppDeps,
  assets: Assets,
  preview: Preview | undefined,
): Promise<{ page: RenderedPage; status: 200 | 404 }> {
  const db = preview && (await previewed(deps.db, preview));
  // The preview has expired, or the entry it would change has since been deleted.
  if (!db) return { page: await renderPage(deps, assets, { path: "/preview" }), status: 404 };
  return { page: await renderPage({ ...deps, db }, assets, { path: preview.address }), status: 200 };
}
