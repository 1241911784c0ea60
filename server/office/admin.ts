import { firstPaint } from "#app/admin/first-paint/first-paint.server.tsx";
import { contentTypes } from "#app/platform/content/content-types.ts";
import { cspHash } from "#app/platform/csp-hash.server.ts";
import { listPath } from "#app/shared/content-type.ts";
import { requestTimeoutMs } from "#app/shared/limits.ts";
import { entriesAtOnce } from "#app/shared/paging.ts";
import { layerOrder, themeRules } from "#app/shared/theme.ts";
import { chosenTheme } from "#app/site/layout/theme.ts";
import { escaped } from "#app/site/render/escape.ts";
import { type App, type AppDeps, methodNotAllowed } from "../app-context.ts";
import { compressed } from "../front/cached-response.ts";
import { contentPolicy } from "../security-headers.ts";
import { type Company, readCompany, withCompany } from "./admin-company.ts";

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
  const bases = `data-api="${escaped(config.apiBaseUrl)}" data-upload="${escaped(config.uploadBaseUrl)}"`;
  // Where password managers send people whose password has leaked (W3C, A Well-Known URL for Changing Passwords).
  app.get("/.well-known/change-password", (c) => c.redirect("/admin/account"));
  app.all("*", async (c, next) => {
    if (!/^\/admin(?:\/|$)/i.test(c.req.path)) return next();
    if (!["GET", "HEAD"].includes(c.req.method)) throw methodNotAllowed(["GET"]);
    // An asset that no longer exists after an upgrade: the browser must not get an HTML document in place of a script.
    if (/^\/admin\/assets\//i.test(c.req.path)) return c.text("Not found\n", 404, { "Cache-Control": "no-store" });
    const company = await readCompany(deps);
    const place = placeIn(c.req.path);
    const isLogin = place === loginPlace;
    const rules = themeRules(company.theme);
    const styles = rules ? [layerOrder + rules] : [];
    // Scripts start after the first paint, so the document itself carries the chosen theme (app/site/layout/theme.ts).
    const chosen = chosenTheme(c.req.header("Cookie"));
    const html = withCompany(await adminHtml(isLogin ? "login" : "index"), company)
      .replace("<html", `<html ${bases}${chosen ? ` data-theme="${chosen}"` : ""}`)
      .replace("</head>", `${styles.map((style) => `<style id="theme">${style}</style>`).join("")}</head>`);
    const calls = earlyCalls(c.req.url).map((call) => config.apiBaseUrl + call);
    const opened = isLogin ? html : withOpening(html, company, calls, place === "/");
    const [body, encoding] = await compressed(deps.log, c.req.path, opened, c.req.header("Accept-Encoding"));
    const policy = contentPolicy(config, {
      scripts: isLogin ? [] : [cspHash(openOffice)],
      styles: styles.map(cspHash),
    });
    return c.body(body, 200, {
      "Content-Type": "text/html; charset=UTF-8",
      ...encoding,
      "Cache-Control": "no-cache",
      // The form shows previews in an iframe.
      "Content-Security-Policy": `${policy}; frame-src 'self'`,
      "X-Robots-Tag": "noindex",
    });
  });
}

/** Adds the script that requests what the first screen shows and, if that is All Projects, its first paint. */
function withOpening(html: string, company: Company, calls: string[], isAllProjects: boolean): string {
  const list = isAllProjects ? calls.find((call) => call.includes("/get-all")) : undefined;
  // During development styles come with the scripts, so there is nothing to paint before them.
  const painted = list !== undefined && html.includes("data-program") ? firstPaint(company, list) : "";
  return html
    .replace(
      "<head>",
      () =>
        `<head data-early="${escaped(JSON.stringify(calls))}"${painted && " data-paints"}><script>${openOffice}</script>`,
    )
    .replace('<div id="root">', (root) => painted + root);
}

/**
 * Before any script has been loaded: without login data, goes to the login screen at once; with it, asks for what the
 * first screen shows, which takes the responses from there (app/browser/early-calls.ts). A failed call is sent again by
 * the screen, unless its time is over. The program is requested here too, unless the document has something to paint before it
 * (app/admin/first-paint/first-paint.client.ts). Screens opened by a one-time link need no login data.
 */
const openOffice = `{const page=document.documentElement.dataset,add=(tag,values)=>document.head.append(Object.assign(document.createElement(tag),values));
const preload=(files)=>{for(const href of files)add("link",{rel:"modulepreload",crossOrigin:"",href})},
run=([src,...more])=>{if(src)add("script",{type:"module",crossOrigin:"",src,onload(){run(more)}})};
window.loadProgram=(files)=>{preload(files);run(files)};
let user,token;try{user=JSON.parse(localStorage.getItem("userData"));token=localStorage.getItem("token")}catch{}
if(!(user&&typeof user=="object")&&!/^\\/admin\\/(invite|reset)\\//i.test(location.pathname)){delete page.program;location.replace("/admin/login")}
else{page.opens="";
if(token){const calls=window.earlyCalls={};
for(const call of JSON.parse(document.head.dataset.early)){const signal=AbortSignal.timeout(${requestTimeoutMs});
(calls[call]=fetch(call,{headers:{Authorization:"Bearer "+token},signal}).then(async all=>new Response(await all.blob(),all))
.catch(()=>{if(signal.aborted)throw signal.reason})).catch(()=>{})}}
if(page.program&&!("paints"in document.head.dataset))preload(JSON.parse(page.program))}}`;

/** The paths, below the API's base URL, of what the screen at this address loads first. */
function earlyCalls(address: string): string[] {
  const { pathname, search } = new URL(address);
  const place = placeIn(pathname);
  const type = search ? undefined : contentTypes.find((each) => listPath(each) === place);
  return [
    "/user/me",
    ...(type ? [`/${type.path}/get-all?limit=${entriesAtOnce}&offset=0`] : []),
    // What waits, which is summed up above the projects too.
    ...(["/", "/today"].includes(place) ? ["/today"] : []),
  ];
}

/** A path below /admin, without it, as the routes compare it. */
const placeIn = (path: string) =>
  path
    .replace(/^\/admin/i, "")
    .replace(/\/$/, "")
    .toLowerCase() || "/";
