import { setTimeout as pause } from "node:timers/promises";
import { contentVersion } from "#app/platform/content/revision.repository.server.ts";
import { checkWritable } from "#app/platform/write-probe.repository.server.ts";
import { isMigrated } from "#db/migrate/migrate.server.ts";
import type { App, AppDeps } from "./app-context.ts";

/**
 * /healthz: the process is alive (and no longer starting: server/front/unavailable-response.ts). /readyz: it can serve, that is, the database is intact, migrated and writable: a lead
 * sent now would be stored. Cheap enough for anyone to call.
 */
export function mountHealth(app: App, deps: AppDeps): void {
  const headers = { "Cache-Control": "no-store" };
  const isReady = readiness(deps);
  app.get("/healthz", (c) => c.json({ status: "ok" }, 200, headers));
  app.get("/readyz", async (c) => {
    const ready = await isReady();
    // Damage does not heal: it takes a restart with an intact database.
    if (deps.damage.found !== undefined) return c.json({ status: "damaged" }, 503, { ...headers, "Retry-After": "60" });
    if (ready) return c.json({ status: "ready" }, 200, headers);
    return c.json({ status: "not ready" }, 503, { ...headers, "Retry-After": "1" });
  });
}

/** However often it is called, it performs at most one write a second. */
const holdsMs = { ready: 1_000, notReady: 250 };
/** If the database is slow, the last known state is reported. */
const checkTimeoutMs = 400;

function readiness(deps: AppDeps): () => Promise<boolean> {
  let known: { isReady: boolean; untilMs: number } | undefined;
  let running: Promise<boolean> | undefined;
  let migrated = false;

  async function check(): Promise<boolean> {
    try {
      migrated ||= await isMigrated(deps.db);
      if (!migrated) return false;
      await contentVersion(deps.leadDb);
      await checkWritable(deps.leadDb);
      return true;
    } catch (error) {
      deps.log.warn("not ready", { error: (error as Error).message });
      return false;
    }
  }

  async function refresh(): Promise<boolean> {
    const isReady = await check();
    known = { isReady, untilMs: performance.now() + (isReady ? holdsMs.ready : holdsMs.notReady) };
    running = undefined;
    return isReady;
  }

  return async () => {
    if (known && performance.now() < known.untilMs) return known.isReady;
    running ??= refresh();
    if (!known) return running;
    const { isReady } = known;
    return Promise.race([running, pause(checkTimeoutMs, isReady, { ref: false })]);
  };
}
