import { programHeader } from "#app/shared/office-program.ts";
import type { App } from "../app-context.ts";
import type { AdminHtml } from "./admin.ts";

/** Names the back office's program in every answer to an administrator's call, so that an open one notices an upgrade. */
export function mountOfficeProgram(app: App, adminHtml: AdminHtml): void {
  let program: Promise<string | undefined> | undefined;
  // During development the document may be impossible to make for a moment. Whoever opens it sees why; calls must not
  // fail because of it, and the next one tries again.
  const findProgram = () =>
    adminHtml("index")
      .then(programIn)
      .catch(() => {
        program = undefined;
        return undefined;
      });
  app.use("/api/*", async (c, next) => {
    await next();
    if (!c.req.header("Authorization")) return;
    program ??= findProgram();
    const name = await program;
    if (name) c.res.headers.set(programHeader, name);
  });
}

/**
 * The last of the files that a built document lists (vite.config.ts): it imports all others, so its name, a hash, changes
 * with any of them. During development there is none: browsers are told of changes.
 */
const programIn = (html: string): string | undefined => /([\w.-]+\.js)&#34;\]"/.exec(html)?.[1];
