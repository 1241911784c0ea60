import { programHeader } from "#app/shared/office-program.ts";
import type { AdminHtml } from "./admin.ts";
import type { App } from "./app-context.ts";

/** Names the back office's program in every answer to an administrator's call, so that an open one notices an upgrade. */
export function mountOfficeProgram(app: App, adminHtml: AdminHtml): void {
  let program: Promise<string | undefined> | undefined;
  app.use("/api/*", async (c, next) => {
    await next();
    if (!c.req.header("Authorization")) return;
    program ??= adminHtml("index").then(programIn);
    const name = await program;
    if (name) c.res.headers.set(programHeader, name);
  });
}

/**
 * The last of the files that a built document lists (vite.config.ts): it imports all others, so its name, a hash, changes
 * with any of them. During development there is none: browsers are told of changes.
 */
const programIn = (html: string): string | undefined => /([\w.-]+\.js)&#34;\]"/.exec(html)?.[1];
