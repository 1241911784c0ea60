import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import type { Config } from "#app/platform/config.ts";
import type { Log } from "#app/platform/observability/log.ts";
import { productRoot } from "#app/platform/product-root.server.ts";
import { outcomeOf } from "#db/child-outcome.server.ts";
import { OperatorError } from "#db/failures.ts";
import { newestMigration } from "#db/migrate/migrate.server.ts";
import { findPendingUpgrade, inTurnOfUpgrades, type PendingUpgrade } from "#db/migrate/pending-migrations.server.ts";
import { makeFolder } from "#db/sqlite/file.server.ts";

/** An upgrade was tried on a copy and failed; nothing was changed. */
export class UpgradeRefused extends OperatorError {
  override name = "UpgradeRefused";
}

/**
 * Runs the upgrade's preparatory steps, which change nothing, in a separate process: SQLite's file must not be read
 * beside another handle.
 */
const builtProgram = (): string => path.join(productRoot(), "dist/server/upgrade.js");

/**
 * Opens a site. If its database comes from an earlier build, it is backed up first, and the upgrade is rehearsed on the
 * restored copy, down to rendering every page; only then does `open` migrate it, in one transaction. Interrupted at any
 * moment, the database is either the old one or the new one.
 * @throws UpgradeRefused
 */
export async function upgradeThenOpen<T>(config: Config, log: Log, open: () => Promise<T>): Promise<T> {
  if (!config.upgradeCheck || !(await findPendingUpgrade(config))) return open();
  return inTurnOfUpgrades(config, async () => {
    // Another instance may have been faster.
    const pending = await findPendingUpgrade(config);
    if (!pending) return open();
    log.info("upgrade started", { from: pending.from, to: pending.to });
    await migrateCopy(pending);
    const opened = await open();
    log.info("upgraded", { to: pending.to, backup: fileBefore(config) });
    return opened;
  });
}

async function migrateCopy({ from, to }: PendingUpgrade): Promise<void> {
  // It exits when this process does: the fourth descriptor is a pipe between the two.
  const child = spawn(process.execPath, ["--no-warnings", builtProgram(), "--rehearse"], {
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  const { code, output } = await outcomeOf(child);
  if (code === 0) return;
  const why = output.trim().split("\n")[0] || `it was ended (${code})`;
  throw new UpgradeRefused(
    `The upgrade of the database from ${from} to ${to} was tried on a copy first, and that failed: ${why} Nothing was changed. Fix that, or start the former release again; UPGRADE_CHECK=off upgrades without backup and rehearsal.`,
  );
}

/** Path of the backup made before an upgrade to this build's schema. */
export function fileBefore({ backup, dataDir }: Pick<Config, "backup" | "dataDir">): string {
  const name = `jorna-before-${newestMigration}.tar`;
  if (backup && fs.existsSync(backup.folder)) return path.join(backup.folder, name);
  const folder = path.join(dataDir, "upgrade");
  makeFolder(folder);
  return path.join(folder, name);
}
