import { type App, type AppDeps, methodNotAllowed } from "./app-context.ts";
import { contentPolicy } from "./security-headers.ts";

/** Every path whose first segment is `admin`, in any letter case, is the back office: a program in the browser that knows its own addresses. */
export function mountAdmin(app: App, { config }: AppDeps, adminHtml: () => Promise<string>): void {
  const bases = `data-api="${attribute(config.apiBaseUrl)}" data-upload="${attribute(config.uploadBaseUrl)}"`;
  app.all("*", async (c, next) => {
    if (!/^\/admin(?:\/|$)/i.test(c.req.path)) return next();
    if (!["GET", "HEAD"].includes(c.req.method)) throw methodNotAllowed(["GET"]);
    // A file of the program that is gone: after an upgrade the browser shall not take a document for a script.
    if (/^\/admin\/assets\//i.test(c.req.path)) return c.text("Not found\n", 404);
    // The program starts after the first paint, so the chosen theme (app/site/layout/theme.ts) comes with the document.
    const theme = /(?:^|; )theme=(light|dark)/.exec(c.req.header("Cookie") ?? "")?.[1];
    const html = (await adminHtml()).replace("<html", `<html ${bases}${theme ? ` data-theme="${theme}"` : ""}`);
    return c.html(html, 200, {
      "Cache-Control": "no-cache",
      // A preview stands in a frame of the form.
      "Content-Security-Policy": `${contentPolicy(config)}; frame-src 'self'`,
      "X-Robots-Tag": "noindex",
    });
  });
}

const attribute = (text: string) => text.replace(/[&"<]/g, (mark) => `&#${mark.charCodeAt(0)};`);
