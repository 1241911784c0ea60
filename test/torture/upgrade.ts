import { spawnSync } from "node:child_process";
import path from "node:path";

// Promise 31: an upgrade of a large site that is killed at random moments.

export interface UpgradePlan {
  kills: number;
  rows: number;
}

/**
 * Runs the test of interrupted starts at this size.
 * @returns each figure that misses its goal, as a sentence; none when all is well
 */
export function missedInUpgrades({ kills, rows }: UpgradePlan): string[] {
  const vitest = path.resolve("node_modules/vitest/vitest.mjs");
  const files = ["process/interrupted-start.test.ts", "process/upgrade.test.ts"];
  const { status } = spawnSync(process.execPath, [vitest, "run", ...files, "-t", "upgrade that is killed|at once"], {
    env: { ...process.env, UPGRADE_KILLS: String(kills), UPGRADE_ROWS: String(rows) },
    stdio: "inherit",
  });
  return status === 0 ? [] : [`upgrades killed at a random moment: not all of ${kills} went on with all ${rows} rows`];
}
