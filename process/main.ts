import fs from "node:fs";
import { isIPv6 } from "node:net";
import path from "node:path";
import { afterRestore } from "#app/features/data-subject/erase-visitor-data.service.server.ts";
import type { Config } from "#app/platform/config.ts";
import { createLog } from "#app/platform/observability/log.ts";
import { createLogOutput } from "#app/platform/observability/log-output.ts";
import { productRoot } from "#app/platform/product-root.server.ts";
import { keepOwner } from "#db/data-dir/owner.server.ts";
import { OperatorError } from "#db/failures.ts";
import { createApp } from "#server/app.ts";
import { readAssets } from "#server/files/assets.ts";
import { readStaticFiles } from "#server/files/static-files.ts";
import { openPort, type Site } from "#server/front/listen.ts";
import { startingResponse } from "#server/front/unavailable-response.ts";
import { commonHeaders } from "#server/security-headers.ts";
import { readConfig, requireBackupFolder } from "./config.ts";
import { type OpenDeps, openDeps } from "./deps.ts";
import { endOnFailure } from "./fatal-errors.ts";
import { firstStart } from "./first-start.ts";
import { keepAssets, readFormerAssets } from "./former-assets.ts";
import { withLocalCommands } from "./installation.ts";
import { endOnSignal } from "./shutdown.ts";
import { unexpected } from "./unexpected.ts";
import { upgradeThenOpen } from "./upgrade.ts";
import { startWorker } from "./worker.ts";

/**
 * Starts the process: environment, port, dependencies, initial content, site. The port comes first: if it is taken,
 * nothing has been created, and while the database is migrated, visitors are told to come back.
 */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  requireBackupFolder(config);
  const log = createLog(config.logLevel, createLogOutput());
  const port = await openPort(config, startingResponse(config));
  let end = () => port.close(1_000);
  endOnSignal(() => end(), log);
  endOnFailure(() => end(), log);
  keepOwner(config.dataDir);
  const deps = await upgradeThenOpen(config, log, () => openDeps(config));
  await afterRestore(deps);
  const firstAdmin = await firstStart(deps);
  port.serve(builtSite(deps));
  keepAssets(config.dataDir, path.join(productRoot(), "dist"), log);
  const stopWorker = startWorker(deps);
  end = async () => {
    await Promise.all([stopWorker(), port.close()]);
    await deps.close();
  };
  console.log(withLocalCommands(`\n${addresses(config, port.port)}${firstAdmin}`));
}

/** Where people find the site, and where it listens if a proxy stands between. */
function addresses({ publicUrl, host = "::" }: Config, port: number): string {
  const isLocal = /^(0\.0\.0\.0|127\.0\.0\.1|::1?)$/.test(host);
  const here = `http://${isLocal ? "localhost" : isIPv6(host) ? `[${host}]` : host}:${port}`;
  // With PORT=0 the default of PUBLIC_URL names no port.
  const site = process.env.PUBLIC_URL ? publicUrl : here;
  const behind = site === here ? "" : `  Listens on   ${here}\n`;
  return `  Site         ${site}\n  Back office  ${site}/admin/login\n${behind}`;
}

/** The application with the files of the build. */
function builtSite(deps: OpenDeps): Site {
  const dist = path.join(productRoot(), "dist");
  const read = (name: string) => fs.readFileSync(path.join(dist, `admin/${name}.html`), "utf8");
  const adminHtml = { index: read("index"), login: read("login") };
  const headers = commonHeaders(deps.config);
  const files = new Map([
    ...readFormerAssets(deps.config.dataDir, headers),
    ...readStaticFiles(path.join(dist, "client"), "/", headers),
    ...[...readStaticFiles(path.join(dist, "admin"), "/admin/", headers)].filter(([address]) =>
      address.startsWith("/admin/assets/"),
    ),
  ]);
  const app = createApp(deps, readAssets(path.join(dist, "client")), async (document) => adminHtml[document]);
  return { app, deps, files };
}

/** The message for the console, if an operator can fix the cause. */
function reason(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  const { code, address, hostname, port } = error as Partial<{
    code: string;
    address: string;
    hostname: string;
    port: number;
  }>;
  if (code === "EADDRINUSE") return `PORT ${port} is in use by another program. Stop it, or choose another PORT.`;
  if (code === "EACCES" && port !== undefined)
    return `PORT ${port} may not be used by this user. Choose a PORT above 1023.`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    return `HOST ${address ?? hostname} is not an address of this machine.`;
  return unexpected(error);
}

try {
  await main();
} catch (error) {
  console.error(`Cannot start: ${withLocalCommands(reason(error))}`);
  process.exit(1);
}
