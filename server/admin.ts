import { createHash } from "node:crypto";
import { contentTypes } from "#app/platform/content-types.ts";
import { listPath } from "#app/shared/content-type.ts";
import { entriesAtOnce } from "#app/shared/paging.ts";
import { themeRules } from "#app/shared/theme.ts";
import { readCompany, withCompany } from "./admin-company.ts";
import { type App, type AppDeps, methodNotAllowed } from "./app-context.ts";
import { contentPolicy } from "./security-headers.ts";

/** The login screen's path below /admin: a document of its own, which the routes of the back office do not have. */
export const loginPlace = "/login";

/** The HTML of the back office, or of its login screen: a smaller program of its own. */
export type AdminHtml = (document: "index" | "login") => Promise<string>;

/**
 * Every path whose first segment is `admin`, in any letter case, is the back office: a single-page app with client-side
 * routing, except for the login screen.
 */
export function mountAdmin(app: App, deps: AppDeps, adminHtml: AdminHtml): void {
  const { config } = deps;
  const bases = `data-api="${attribute(config.apiBaseUrl)}" data-upload="${attribute(config.uploadBaseUrl)}"`;
  app.all("*", async (c, next) => {
    if (!/^\/admin(?:\/|$)/i.test(c.req.path)) return next();
    if (!["GET", "HEAD"].includes(c.req.method)) throw methodNotAllowed(["GET"]);
    // An asset that no longer exists after an upgrade: the browser must not get an HTML document in place of a script.
    if (/^\/admin\/assets\//i.test(c.req.path)) return c.text("Not found\n", 404);
    // Scripts start after the first paint, so the document itself carries the chosen theme (app/site/layout/theme.ts).
    const chosen = /(?:^|; )theme=(light|dark)/.exec(c.req.header("Cookie") ?? "")?.[1];
    const company = await readCompany(deps);
    const place = placeIn(c.req.path);
    const isLogin = place === loginPlace;
    const html = withCompany(await adminHtml(isLogin ? "login" : "index"), company).replace(
      "<html",
      `<html ${bases}${chosen ? ` data-theme="${chosen}"` : ""}`,
    );
    const rules = themeRules(company.theme);
    const early = JSON.stringify(earlyCalls(c.req.url).map((call) => config.apiBaseUrl + call));
    const asking = isLogin
      ? html
      : html.replace("<head>", `<head data-early="${attribute(early)}"><script>${sendEarly}</script>`);
    const themed = asking.replace("</head>", rules ? `<style>${order}${rules}</style></head>` : "</head>");
    return c.html(themed, 200, {
      "Cache-Control": "no-cache",
      // The form shows previews in an iframe.
      "Content-Security-Policy": `${contentPolicy(config, { scripts: isLogin ? [] : [hashOf(sendEarly)], styles: rules ? [hashOf(order + rules)] : [] })}; frame-src 'self'`,
      "X-Robots-Tag": "noindex",
    });
  });
}

/**
 * Asks for what the first screen shows, before any script has been loaded; the screen takes the responses from there
 * (app/browser/early-calls.ts). A failed call is sent again by the screen.
 */
const sendEarly = `{let t;try{t=localStorage.getItem("token")}catch{}
if(t){const calls=window.earlyCalls={};
for(const call of JSON.parse(document.head.dataset.early))calls[call]=fetch(call,{headers:{Authorization:"Bearer "+t}}).catch(()=>{})}}`;

/** The paths, below the API's base URL, of what the screen at this address loads first. */
function earlyCalls(address: string): string[] {
  const { pathname, search } = new URL(address);
  const place = placeIn(pathname);
  const type = search ? undefined : contentTypes.find((each) => listPath(each) === place);
  return [
    "/user/me",
    ...(type ? [`/${type.path}/get-all?limit=${entriesAtOnce}&offset=0`] : []),
    // What waits, above the projects.
    ...(place === "/" ? ["/today", "/overview"] : []),
  ];
}

/** A path below /admin, without it, as the routes compare it. */
const placeIn = (path: string) =>
  path
    .replace(/^\/admin/i, "")
    .replace(/\/$/, "")
    .toLowerCase() || "/";

/** The order of the layers must come first, because style sheets may arrive in any order. */
const order = "@layer tokens,base,ui;";

const hashOf = (text: string) => `sha256-${createHash("sha256").update(text).digest("base64")}`;

const attribute = (text: string) => text.replace(/[&"<]/g, (mark) => `&#${mark.charCodeAt(0)};`);
