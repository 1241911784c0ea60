import fs from "node:fs";
import path from "node:path";
import { findPendingUpgrade, inTurnOfUpgrades } from "#db/migrate/pending-migrations.server.ts";
import { makeBackup } from "../backup/backup.ts";
import { partialFile, removeLeftovers } from "../backup/partial-files.ts";
import { verifyBackup } from "../backup/verify.ts";
import { processEnvironment, readConfig } from "../config.ts";
import { openDeps } from "../deps.ts";
import { fileBefore } from "../upgrade.ts";
import { describeBackup, runCommand, UsageError } from "./console.ts";

const usage = `Brings an earlier build's database to this build's state, as a start does by itself:

  npm run upgrade
      backs up, tries it on a copy, and does it
  npm run upgrade -- --check
      tells what would be done, and tries it on a copy; the site may run`;

// Started by a site that is starting up (process/upgrade.ts), it ends with it.
process.on("disconnect", () => process.exit(1));
process.channel?.unref();

/** `npm run upgrade`, and the rehearsal during a start. */
await runCommand(async ([option, ...more]) => {
  if (more.length > 0 || ![undefined, "--check", "--rehearse"].includes(option)) throw new UsageError(usage);
  const config = readConfig();
  if (option === "--rehearse") {
    await migrateCopy(fileBefore(config));
    return "";
  }
  const pending = await findPendingUpgrade(config);
  if (!pending) return "There is nothing to upgrade: there is no database of an earlier build.";
  const { from, to, migrations } = pending;
  const plan = `From ${from} to ${to}: ${migrations.join(", ")}.`;
  if (option === "--check") {
    const target = path.join(path.dirname(fileBefore(config)), "jorna-check.tar");
    // With the proof of it, whose name contains its own.
    await removeLeftovers(path.dirname(target), (name) => name.includes(path.basename(target)));
    const file = partialFile(target, "copy");
    try {
      return `${plan}\nTried on a copy: ${await migrateCopy(file)} An upgrade would succeed; none was performed.`;
    } finally {
      fs.rmSync(file, { force: true });
    }
  }
  return inTurnOfUpgrades(config, async () => {
    const rehearsed = await migrateCopy(fileBefore(config));
    const deps = await openDeps({ ...config, smtpUrl: undefined });
    await deps.close();
    return `${plan}\nTried on a copy: ${rehearsed} Done. The backup from before: ${fileBefore(config)}.`;
  });

  /** Makes the backup, then upgrades a restored copy of it and renders its pages. */
  async function migrateCopy(file: string): Promise<string> {
    await makeBackup(config, file, processEnvironment());
    const { manifest, pages } = await verifyBackup(config, file, processEnvironment());
    return `${pages} pages rendered (${describeBackup(manifest)}).`;
  }
});
