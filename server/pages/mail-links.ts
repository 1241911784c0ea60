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
    // Only its end: of a long run of such signs the expression takes quadratic time.
    const path = pathname.slice(0, -longest) + pathname.slice(-longest).replace(stuck, "");
    // One slash: two would name another host.
    return path === pathname ? next() : Promise.resolve(c.redirect(`/${path.replace(/^[/\\]+/, "")}${search}`, 301));
  });
}
