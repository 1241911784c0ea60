import { contentRevision } from "#app/platform/change.repository.server.ts";
import { isMigrated } from "#db/migrate.server.ts";
import type { App, AppDeps } from "./app-context.ts";

/** /healthz: the process answers. /readyz: it can serve, that is, the database is reachable and at this build's state. Cheap: anyone may ask. */
export function mountHealth(app: App, deps: AppDeps): void {
  const headers = { "Cache-Control": "no-store" };
  let migrated = false;
  app.get("/healthz", (c) => c.json({ status: "ok" }, 200, headers));
  app.get("/readyz", async (c) => {
    try {
      await contentRevision(deps.db);
      migrated ||= await isMigrated(deps.db);
      if (migrated) return c.json({ status: "ready" }, 200, headers);
    } catch (error) {
      deps.log.warn("not ready", { error: (error as Error).message });
    }
    return c.json({ status: "not ready" }, 503, { ...headers, "Retry-After": "1" });
  });
}
