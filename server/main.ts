import fs from "node:fs";
import path from "node:path";
import { errorFacts } from "#app/platform/log.ts";
import { productRoot } from "#app/platform/product-root.server.ts";
import { NewerDatabase } from "#db/migrate.server.ts";
import { CannotOpen } from "#db/open.server.ts";
import { createApp } from "./app.ts";
import { readAssets } from "./assets.ts";
import { readConfig, WrongEnvironment } from "./config.ts";
import { type OpenDeps, openDeps } from "./deps.ts";
import { firstStart } from "./first-start.ts";
import { type Listening, listen } from "./listen.ts";
import { commonHeaders } from "./security-headers.ts";
import { readStaticFiles } from "./static-files.ts";
import { startWorker } from "./worker.ts";

/** The process: environment, outside world, first content, front door. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const deps = await openDeps(config);
  const firstAdmin = await firstStart(deps);
  const listening = await openDoor(deps);
  const stopWorker = startWorker(deps);
  endOnSignal(async () => {
    await Promise.all([stopWorker(), listening.close()]);
    await deps.close();
  });
  const { port } = listening;
  console.log(
    `\n  Site         http://localhost:${port}\n  Back office  http://localhost:${port}/admin/login\n${firstAdmin}`,
  );
}

function openDoor(deps: OpenDeps): Promise<Listening> {
  const dist = path.join(productRoot(), "dist");
  const adminHtml = fs.readFileSync(path.join(dist, "admin/index.html"), "utf8");
  const headers = commonHeaders(deps.config);
  const files = new Map([
    ...readStaticFiles(path.join(dist, "client"), "/", headers),
    ...[...readStaticFiles(path.join(dist, "admin"), "/admin/", headers)].filter(([address]) =>
      address.startsWith("/admin/assets/"),
    ),
  ]);
  const app = createApp(deps, readAssets(path.join(dist, "client")), async () => adminHtml);
  return listen(deps.config, {
    app,
    pages: deps.pages,
    files,
    onCacheHit: deps.metrics.cache.adder({ result: "hit" }),
  });
}

function endOnSignal(end: () => Promise<void>): void {
  let ending = false;
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    process.on(signal, () => {
      if (ending) return;
      ending = true;
      end().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
}

/** The sentence for the console, where the reason is one that a person can mend. */
function reason(error: unknown): string {
  if (error instanceof WrongEnvironment || error instanceof CannotOpen || error instanceof NewerDatabase)
    return error.message;
  const { code, address, port } = error as { code?: string; address?: string; port?: number };
  if (code === "EADDRINUSE") return `PORT ${port} is taken by another program. Stop it, or choose another PORT.`;
  if (code === "EACCES" && port !== undefined)
    return `PORT ${port} may not be used by this user. Choose a PORT above 1023.`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") return `HOST ${address ?? ""} is no address of this machine.`;
  return JSON.stringify(errorFacts(error));
}

try {
  await main();
} catch (error) {
  console.error(`Cannot start: ${reason(error)}`);
  process.exit(1);
}
