import fs from "node:fs";
import path from "node:path";
import { errorFacts, type Log } from "#app/platform/observability/log.ts";
import { makeFolder } from "#db/sqlite/file.server.ts";
import { readStaticFiles } from "#server/files/static-files.ts";

/**
 * How long a previous build's files are kept after its last start, since open pages and back offices still request
 * them.
 */
const keptMs = 30 * 24 * 60 * 60_000;
const dayMs = 24 * 60 * 60_000;

const folderIn = (dataDir: string): string => path.join(dataDir, "former-assets");

/** The two bundles' folders of hashed files, and their URL prefixes. */
const bundles = [
  { name: "client", base: "/assets/" },
  { name: "admin", base: "/admin/assets/" },
];

/** Files of builds that were started with this data folder. Their names contain hashes, so they cannot collide. */
export function readFormerAssets(dataDir: string, headers: Record<string, string>): ReturnType<typeof readStaticFiles> {
  try {
    return new Map(
      bundles.flatMap(({ name, base }) => [...readStaticFiles(path.join(folderIn(dataDir), name), base, headers)]),
    );
  } catch {
    return new Map();
  }
}

/** Keeps this build's hashed files for later builds, and deletes old ones. A failure to do so has no effect today. */
export function keepAssets(dataDir: string, dist: string, log: Log, nowMs = Date.now()): void {
  try {
    for (const { name } of bundles) {
      const kept = path.join(folderIn(dataDir), name);
      const own = path.join(dist, name, "assets");
      makeFolder(kept);
      for (const file of fs.readdirSync(own)) keep(path.join(own, file), path.join(kept, file), nowMs);
      for (const file of fs.readdirSync(kept)) forgetOld(path.join(kept, file), nowMs);
    }
  } catch (error) {
    log.warn("files of this build were not kept for the next", errorFacts(error));
  }
}

function keep(from: string, to: string, nowMs: number): void {
  const found = fs.statSync(to, { throwIfNoEntry: false });
  if (found && nowMs - found.mtimeMs < dayMs) return;
  if (!found) {
    const draft = `${to}.${process.pid}.part`;
    fs.copyFileSync(from, draft);
    fs.renameSync(draft, to);
  }
  fs.utimesSync(to, nowMs / 1000, nowMs / 1000);
}

function forgetOld(file: string, nowMs: number): void {
  const found = fs.statSync(file, { throwIfNoEntry: false });
  if (found && nowMs - found.mtimeMs > keptMs) fs.rmSync(file, { force: true });
}
