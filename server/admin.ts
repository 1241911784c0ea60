import { type App, type AppDeps, methodNotAllowed } from "./app-context.ts";
import { contentPolicy } from "./security-headers.ts";

/**
 * Every path whose first segment is `admin`, in any letter case, is the back office: a single-page app with client-side
 * routing.
 */
export function mountAdmin(app: App, { config }: AppDeps, adminHtml: () => Promise<string>): void {
  const bases = `data-api="${attribute(config.apiBaseUrl)}" data-upload="${attribute(config.uploadBaseUrl)}"`;
  app.all("*", async (c, next) => {
    if (!/^\/admin(?:\/|$)/i.test(c.req.path)) return next();
    if (!["GET", "HEAD"].includes(c.req.method)) throw methodNotAllowed(["GET"]);
    // An asset that no longer exists after an upgrade: the browser must not get an HTML document in place of a script.
    if (/^\/admin\/assets\//i.test(c.req.path)) return c.text("Not found\n", 404);
    // Scripts start after the first paint, so the document itself carries the chosen theme (app/site/layout/theme.ts).
    const theme = /(?:^|; )theme=(light|dark)/.exec(c.req.header("Cookie") ?? "")?.[1];
    const html = (await adminHtml()).replace("<html", `<html ${bases}${theme ? ` data-theme="${theme}"` : ""}`);
    return c.html(html, 200, {
      "Cache-Control": "no-cache",
      // The form shows previews in an iframe.
      "Content-Security-Policy": `${contentPolicy(config)}; frame-src 'self'`,
      "X-Robots-Tag": "noindex",
    });
  });
}

const attribute = (text: string) => text.replace(/[&"<]/g, (mark) => `&#${mark.charCodeAt(0)};`);
