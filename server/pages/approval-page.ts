import pageStyle from "#app/approval-page/approval-page.css?inline";
import { approvalPageBody } from "#app/approval-page/approval-page.server.tsx";
import { answerInput, type Spot, spot as spotShape } from "#app/features/approval/approval.contract.ts";
import { type OpenedLink, openLink, receiveAnswer, toNote } from "#app/features/approval/approval.service.server.ts";
import { previewDraft } from "#app/features/preview/preview.service.server.ts";
import { readSiteContent } from "#app/features/site-content/read-site-content.service.server.ts";
import { userNames } from "#app/platform/accounts/user-name.repository.server.ts";
import { listApprovalNotes } from "#app/platform/content/approval.repository.server.ts";
import { findContentType } from "#app/platform/content/content-types.ts";
import { entryTitles } from "#app/platform/content/entry-titles.repository.server.ts";
import { cspHash } from "#app/platform/csp-hash.server.ts";
import { asAppError, check, readForm, retryAfter } from "#app/platform/http.server.ts";
import { errorFacts } from "#app/platform/observability/log.ts";
import { randomName } from "#app/platform/secret.server.ts";
import { AppError, statusOf } from "#app/shared/app-error.ts";
import type { AnyEntry } from "#app/shared/content-type.ts";
import { timeIn } from "#app/shared/day.ts";
import { layerOrder, themeRules } from "#app/shared/theme.ts";
import { chosenTheme } from "#app/site/layout/theme.ts";
import type { Assets } from "#app/site/render/assets.ts";
import { escaped } from "#app/site/render/escape.ts";
import { type App, type AppContext, type AppDeps, clientOf, methodNotAllowed } from "../app-context.ts";
import { contentPolicy } from "../security-headers.ts";
import { type PlainPage, plainPage } from "./plain-page.ts";
import { framed, renderDry } from "./preview-page.ts";

/**
 * The pages behind a link for approval. Their addresses hold the token, so nothing here logs one, and no response is
 * stored, indexed or named as a referrer.
 */
export function mountApprovals(app: App, deps: AppDeps, assets: Assets): void {
  const guarded =
    (name: string, handle: (c: AppContext, token: string) => Promise<Response>) =>
    async (c: AppContext): Promise<Response> => {
      c.set("route", `${c.req.method} ${name}`);
      const response = await answered(deps, c, handle);
      for (const [header, value] of Object.entries(hidden)) response.headers.set(header, value);
      return response;
    };
  app.get(
    "/approve/:token",
    guarded("/approve/:token", (c, token) => show(deps, assets, c, token)),
  );
  app.post(
    "/approve/:token",
    guarded("/approve/:token", (c, token) => receive(deps, assets, c, token)),
  );
  app.get(
    "/approve/:token/page",
    guarded("/approve/:token/page", (c, token) => renderDraft(deps, assets, c, token)),
  );
  app.all("/approve/:token", () => {
    throw methodNotAllowed(["GET", "POST"]);
  });
  // A damaged address may still hold a token, so it is not left to the pages.
  app.all(
    "/approve/*",
    guarded("/approve/*", async (c) => closed(deps, c)),
  );
}

const hidden = {
  "Cache-Control": "no-store, no-transform",
  "X-Robots-Tag": "noindex, nofollow",
  "Referrer-Policy": "no-referrer",
};

/** Any failure is answered here: further out, the path would be logged. */
async function answered(
  deps: AppDeps,
  c: AppContext,
  handle: (c: AppContext, token: string) => Promise<Response>,
): Promise<Response> {
  try {
    await deps.limits.take("approvalByAddress", clientOf(c));
    return await handle(c, c.req.param("token") ?? "");
  } catch (error) {
    return failed(deps, c, error);
  }
}

function failed(deps: AppDeps, c: AppContext, error: unknown): Response {
  const known = asAppError(error);
  if (statusOf[known.code] >= 500) deps.log.error("approval page failed", errorFacts(known.cause ?? known));
  if (wantsJson(c)) return refusal(c, known);
  return plain(deps, c, known, {
    heading: "This page is not available just now",
    text: known.message,
    more: c.req.method === "POST" ? "<p>Go back: what you typed may still be in the form.</p>" : "",
  });
}

const wantsJson = (c: AppContext) => c.req.header("Accept") === "application/json";

const refusal = (c: AppContext, error: AppError) =>
  c.json({ code: error.code, message: error.message, errors: error.errors }, statusOf[error.code], retryAfter(error));

function plain({ config }: AppDeps, c: AppContext, error: AppError, page: Omit<PlainPage, "title">): Response {
  const { html, headers } = plainPage(config, { title: page.heading, ...page });
  return c.html(html, statusOf[error.code], { ...retryAfter(error), ...headers });
}

type Open = Extract<OpenedLink, { is: "open" }>;

/** The link of a token, or the page that says why it does not open. */
async function opened(deps: AppDeps, c: AppContext, token: string): Promise<Open | Response> {
  const found = await openLink(deps, token);
  return found.is === "open" ? found : closed(deps, c, found.is === "ended" ? found.link : undefined);
}

/** Says that a link does not open, and whom to ask; all but ended ones get the same answer. */
async function closed(deps: AppDeps, c: AppContext, ended?: { endsAt: string }): Promise<Response> {
  const { company } = await readSiteContent(deps);
  const [heading, text] = ended
    ? [
        "This link has ended",
        `It was open until ${timeIn(company.timeZone, ended.endsAt)}. What you answered has been kept. To go on, ask the person who sent it to you for a new link.`,
      ]
    : [
        "This link is not open",
        "It may have been taken back, or cut off when it was copied. Ask the person who sent it to you for a new one.",
      ];
  const error = new AppError(ended ? "gone" : "not_found", text);
  if (wantsJson(c)) return refusal(c, error);
  const more = `<p>You can also write to <a href="mailto:${escaped(company.email)}">${escaped(company.email)}</a>.</p>`;
  return plain(deps, c, error, { heading, text, more });
}

/** The page in its frame, as visitors will see it. */
async function renderDraft(deps: AppDeps, assets: Assets, c: AppContext, token: string): Promise<Response> {
  const link = await opened(deps, c, token);
  if (link instanceof Response) return link;
  try {
    const page = await renderDry(deps, assets, (db) => previewDraft(db, link.link, deps.now()));
    return c.html(...framed(deps.config, page, 200));
  } catch (error) {
    // The draft, as it is now, is not valid or was just changed. Anything else is a failure.
    if (!(error instanceof AppError && ["invalid", "conflict", "stale", "not_found"].includes(error.code))) throw error;
  }
  const text = "Somebody is just working on it, and it cannot be shown in this state. Load it again in a few minutes.";
  return plain(deps, c, new AppError("conflict", text), { heading: "This page is being edited", text, isFramed: true });
}

interface Refused {
  error: AppError;
  fields: Record<string, string>;
}

/** The client's page; `refused`: with what was typed and could not be stored. */
async function show(deps: AppDeps, assets: Assets, c: AppContext, token: string, refused?: Refused): Promise<Response> {
  const found = await opened(deps, c, token);
  if (found instanceof Response) return found;
  const { link, state } = found;
  const { company, theme } = await readSiteContent(deps);
  const type = findContentType(link.noun);
  const authors = await userNames(deps.db, [link.createdBy]);
  const heading = (await titleOf(deps, found)) || company.name;
  const body = approvalPageBody({
    company: company.name,
    title: heading,
    name: link.name,
    author: authors.get(link.createdBy) ?? "",
    endsAt: link.endsAt,
    timeZone: company.timeZone,
    path: `/approve/${token}`,
    // Where the entry is on its page.
    fragment: type ? new URL(type.page({ slug: link.slug } as AnyEntry), deps.config.publicUrl).hash : "",
    isLive: state.isLive,
    seen: state.fingerprint,
    formKey: randomName(),
    notes: (await listApprovalNotes(deps.db, [link.id])).map((note) => toNote(note, state)),
    refused: refused && {
      message: refused.error.message,
      saysState: refused.error.code === "stale" || (refused.error.code === "conflict" && state.isLive),
      name: refused.fields.name ?? "",
      text: refused.fields.text ?? "",
      spot: spotIn(refused.fields.spot) ? (refused.fields.spot ?? "") : "",
    },
    isSent: !refused && c.req.query("sent") === "1",
  });
  const style = `${layerOrder}${themeRules(theme)}${pageStyle}`;
  const chosen = chosenTheme(c.req.header("Cookie"));
  const html =
    `<!doctype html><html lang="en"${chosen ? ` data-theme="${chosen}"` : ""}><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">` +
    `<title>${escaped(`${heading}: your approval`)}</title>${links(assets)}<style>${style}</style></head><body>${body}</body></html>`;
  const policy = contentPolicy(deps.config, { styles: [cspHash(style)] });
  const status = refused ? statusOf[refused.error.code] : 200;
  return c.html(html, status, {
    ...(refused && retryAfter(refused.error)),
    "Content-Security-Policy": `${policy}; frame-src 'self'`,
  });
}

/** The title of the entry as the client is to approve it. */
async function titleOf({ db }: AppDeps, { link, state }: Open): Promise<string | undefined> {
  const type = findContentType(link.noun);
  if (!type) return undefined;
  const drafted = state.draft?.changes[type.title];
  return typeof drafted === "string" ? drafted : (await entryTitles(db, [link]))(link);
}

const links = (assets: Assets) =>
  assets
    .styles("about")
    .map((href) => `<link rel="stylesheet" href="${href}">`)
    .concat([...assets.devScripts, assets.approvalScript].map((src) => `<script type="module" src="${src}"></script>`))
    .join("");

/** Stores an answer: a 303 to the page, or the page again with what was typed; JSON for the page's script. */
async function receive(deps: AppDeps, assets: Assets, c: AppContext, token: string): Promise<Response> {
  const found = await opened(deps, c, token);
  if (found instanceof Response) return found;
  const fields = Object.fromEntries(await readForm(c.req.raw));
  try {
    await deps.limits.take("approvalAnswer", String(found.link.id));
    await receiveAnswer(deps, found.link.id, check(answerInput, { ...fields, spot: spotIn(fields.spot) ?? null }));
  } catch (error) {
    const known = asAppError(error);
    if (statusOf[known.code] >= 500) deps.log.error("answer not stored", errorFacts(known.cause ?? known));
    if (wantsJson(c)) return refusal(c, known);
    return show(deps, assets, c, token, { error: known, fields });
  }
  return wantsJson(c) ? c.json({ data: {} }) : c.redirect(`/approve/${token}?sent=1`, 303);
}

/** A spot as the form sends it; one that is not understood is left out rather than losing the comment. */
function spotIn(json: string | undefined): Spot | undefined {
  if (!json) return undefined;
  try {
    return spotShape.safeParse(JSON.parse(json)).data;
  } catch {
    return undefined;
  }
}
