import type { EditedPage } from "#app/features/page-editing/page-editing.contract.ts";
import { findPreview, type Preview } from "#app/features/preview/preview.repository.server.ts";
import { previewSave, previewTtlMs } from "#app/features/preview/preview.service.server.ts";
import { previewPast } from "#app/features/site-as-of/site-as-of.service.server.ts";
import { AppError } from "#app/shared/app-error.ts";
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
    const page = preview && (await renderPreview(deps, assets, preview));
    // 200 even for the not-found page, if that was to be seen.
    if (page) return c.html(...framed(deps.config, page, 200));
    return c.html(...framed(deps.config, await renderPage(deps, assets, { path: "/preview" }), 404));
  });
}

/** A page to be shown in a frame of this site, for viewing only: body, status and headers of its response. */
export function framed<Status extends number>(
  config: AppDeps["config"],
  { html, csp }: RenderedPage,
  status: Status,
): [html: string, status: Status, headers: Record<string, string>] {
  const policy = contentPolicy(config, { scripts: csp.scriptHashes, styles: csp.styleHashes, isFramed: true });
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

const headers = {
  "Cache-Control": "no-store, no-transform",
  "X-Robots-Tag": "noindex",
  "X-Frame-Options": "SAMEORIGIN",
};

async function find({ db, now }: AppDeps, id: string): Promise<Preview | undefined> {
  return /^[\w-]{43}$/.test(id) ? findPreview(db, id, new Date(now().getTime() - previewTtlMs)) : undefined;
}

/** The page, unless the entry that it would change has been deleted since. */
async function renderPreview(deps: AppDeps, assets: Assets, { save, past }: Preview) {
  try {
    if (save) return await renderDry(deps, assets, (db) => previewSave(db, save, deps.now()));
    if (past) return await renderDry(deps, assets, (db) => previewPast(deps, db, past));
  } catch (error) {
    if (!(error instanceof AppError && error.code === "not_found")) throw error;
  }
  return undefined;
}

/** Renders the page of a change that is not made. `change` makes it in a dry run, and returns the page's address. */
export function renderDry(
  deps: AppDeps,
  assets: Assets,
  change: (copy: AppDeps["db"]) => Promise<string>,
): Promise<RenderedPage> {
  return deps.dryRun(async (db) => {
    const { pathname: path } = new URL(await change(db), deps.config.publicUrl);
    return renderPage({ ...deps, db }, assets, { path });
  });
}
