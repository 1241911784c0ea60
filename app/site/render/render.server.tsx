import type { ComponentType } from "react";
import { closingDays } from "#app/features/job/job.repository.server.ts";
import type { SiteContent } from "#app/features/site-content/defaults/site-content.ts";
import { readSiteContent } from "#app/features/site-content/read-site-content.service.server.ts";
import type { Deps } from "#app/platform/deps.ts";
import { siteDay } from "#app/platform/site-day.repository.server.ts";
import SiteLayout from "#app/site/layout/site.layout.tsx";
import type { LoadContext, Loaded, PortfolioFilter, Redirect } from "#app/site/pages/load.server.ts";
import { pages } from "#app/site/pages/pages.server.ts";
import { seamRules, seamsIn } from "#app/ui/seam.ts";
import { addressOf } from "./address.ts";
import type { Assets } from "./assets.ts";
import { endOfDayIn, nextNewYearIn, yearIn } from "./calendar.ts";
import { documentOf } from "./document.server.tsx";
import { notFoundPage } from "./error-page.server.ts";
import { focalRules } from "./focal-rules.server.ts";
import { logoPictures } from "./logo.server.ts";
import type { FormFailure, Frame } from "./page-data.ts";
import { renderInSlices } from "./render-in-slices.server.tsx";

export interface PageRequest {
  /** Portfolio only. */
  filter?: PortfolioFilter;
  /** Path as received; letter case, trailing slash and percent-encoding are normalized here. */
  path: string;
  /** A form that the server refused; its page is rendered with the submitted values. */
  form?: FormFailure;
  /** Status of a page with `form`: 422, 429 or 503. */
  status?: number;
}

export interface RenderedPage {
  status: number;
  html: string;
  /** Target of a redirect. */
  location?: string;
  /** Hash sources for the CSP: `sha256-…`. */
  csp: { scriptHashes: string[]; styleHashes: string[] };
  /** Only `page` may be cached and shared. */
  kind: "page" | "error" | "form" | "redirect";
  /** The page shows the right year and the right openings until then. */
  validUntil: Date;
}

/** Renders the document for any public path. Throws on failures other than "not found". */
export async function renderPage(deps: Deps, assets: Assets, request: PageRequest): Promise<RenderedPage> {
  const content = await readSiteContent(deps);
  // A refused form is shown on Home, which contains all three.
  const path = request.form ? "/" : addressOf(request.path);
  const found = await load({ deps, content, filter: request.filter }, path);
  if ("redirect" in found) return redirectTo(found, deps, content);
  const logo = await logoPictures(deps, content.theme);
  const frame: Frame = {
    path: path ?? "",
    content: {
      company: content.company,
      footer: content.footer,
      quotePanel: content.quotePanel,
      contact: content.home.contact,
      ...(logo && { logo }),
    },
    year: yearIn(content.company.timeZone, deps.now()),
    form: request.form,
  };
  const validUntil = await validity(deps, content.company);
  const { html, csp } = await renderDocument(deps, assets, found, frame, content.theme);
  const status = request.form ? (request.status ?? 422) : found.status;
  const kind = request.form || found.isPersonal ? "form" : status === 200 ? "page" : "error";
  return { status, html, csp, kind, validUntil };
}

/** Until when the year is right, and no opening closes. */
async function validity(deps: Deps, { timeZone }: SiteContent["company"]): Promise<Date> {
  const newYear = nextNewYearIn(timeZone, deps.now());
  const { next } = await closingDays(deps.db, await siteDay(deps));
  return next === undefined ? newYear : new Date(Math.min(newYear.getTime(), endOfDayIn(timeZone, next).getTime()));
}

async function load(context: Omit<LoadContext, "params">, path: string | undefined): Promise<Loaded | Redirect> {
  for (const page of pages) {
    const match = path === undefined ? null : page.path.exec(path);
    if (match) return page.load({ ...context, params: match.slice(1) });
  }
  return notFoundPage(context.content);
}

// Each page gets the props of its own load function.
const components = import.meta.glob<ComponentType<{ frame: Frame }>>("../pages/*.page.tsx", {
  eager: true,
  import: "default",
});

function componentOf(page: string): ComponentType<{ frame: Frame }> {
  const found = components[`../pages/${page}.page.tsx`];
  if (!found) throw new Error(`app/site/pages/${page}.page.tsx does not exist.`);
  return found;
}

async function renderDocument(
  { config }: Deps,
  assets: Assets,
  { page, props, head }: Loaded,
  frame: Frame,
  theme: SiteContent["theme"],
) {
  const Page = componentOf(page);
  const body = await renderInSlices(
    <SiteLayout frame={frame}>
      <Page {...props} frame={frame} />
    </SiteLayout>,
  );
  const isFindable = head.canonical !== undefined && frame.form === undefined;
  return documentOf({
    config,
    assets,
    head,
    isFindable,
    page,
    company: frame.content.company.name,
    theme,
    pictureRules: seamRules(seamsIn(props)) + focalRules(props),
    body,
  });
}

function redirectTo({ redirect }: Redirect, { now }: Deps, { company }: SiteContent): RenderedPage {
  return {
    status: 301,
    location: redirect,
    html: "",
    csp: { scriptHashes: [], styleHashes: [] },
    kind: "redirect",
    validUntil: nextNewYearIn(company.timeZone, now()),
  };
}
