import type { App } from "../app-context.ts";

/** Signs that end no address of the site, as they are or percent-encoded. */
const stuck = /(?:[.,;:!)>\]}"'*]|%(?:3e|29|2c|3b|5d|7d|22|27)|%e2%80%9[9d]|%c2%bb)+$/i;

/** As many signs as are looked at. */
const longest = 100;

/**
 * Mail and chat programs often take the sign behind a link for a part of it: leads to the address without it. Mounted
 * behind the API, whose addresses are never written in a sentence.
 */
export function mountMailLinks(app: App): void {
  app.get("*", (c, next) => {
    const { pathname, search } = new URL(c.req.url);
    const path = withoutSigns(pathname);
    // Of the links in mails those to a list of the back office have a query; elsewhere a word may end so.
    const query = pathname.startsWith("/admin/") ? withoutSigns(search) : search;
    if (path === pathname && query === search) return next();
    // One slash: two would name another host.
    return Promise.resolve(c.redirect(`/${path.replace(/^[/\\]+/, "")}${query}`, 301));
  });
}

/** Only the end is looked at: of a long run of such signs the expression takes quadratic time. */
const withoutSigns = (text: string) => text.slice(0, -longest) + text.slice(-longest).replace(stuck, "");
