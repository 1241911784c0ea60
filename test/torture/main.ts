import { parseArgs } from "node:util";
import { backups, missedInBackups } from "./backups.ts";
import { fullDisk, missedOnFullDisk } from "./full-disk.ts";
import { longRun, missedInLongRun } from "./long-run.ts";
import { missedInOverload, overload } from "./overload.ts";
import { missedGoals, torture } from "./torture.ts";
import { missedInUpgrades } from "./upgrade.ts";

// `npm run torture`: the long run, with the figures of promises 1, 3, 20, 21, 26, 30, 31 and 36 (docs/reliability.md).
// Exits with code 1 and prints a line for each figure that misses its goal.

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "100" },
    senders: { type: "string", default: "16" },
    life: { type: "string", default: "3000" },
    /** Minimum number of acknowledged leads on each database; by default 50 per kill. */
    acknowledged: { type: "string" },
    database: { type: "string", default: "sqlite,postgres" },
    /** How long ten times the capacity is offered, in seconds; 0 skips it. */
    overload: { type: "string", default: "60" },
    /** Connections opened at the same moment. */
    connections: { type: "string", default: "4000" },
    /** Backups under writes, each restored, and the size of the site in MB. */
    backups: { type: "string", default: "20" },
    megabytes: { type: "string", default: "800" },
    /** Hours of five requests a second, at least 2; 0, the default, skips them. */
    hours: { type: "string", default: "0" },
    /** Upgrades of a site of so many rows, killed at random moments; 0 skips them. */
    upgrades: { type: "string", default: "50" },
    rows: { type: "string", default: "100000" },
    /** Size of the disk that is filled, in MB, which is mounted, as root; 0 skips it. */
    disk: { type: "string", default: "16" },
  },
});

const kills = Number(values.kills);
const goals = { readyMs: { median: 2_000, worst: 5_000 }, acknowledged: Number(values.acknowledged ?? 50 * kills) };

let isGood = true;
for (const database of values.database.split(",") as ("sqlite" | "postgres")[]) {
  const say = (line: string) => console.log(`${database}  ${line}`);
  if (kills > 0) {
    const moods = ["refuse", "drop", "takeAndDrop", "hang", "down"] as const;
    const plan = { database, kills, senders: Number(values.senders), longestLifeMs: Number(values.life), say };
    const figures = await torture({ ...plan, moods: [...moods] });
    judge(database, figures, missedGoals(figures, goals));
  }
  if (Number(values.overload) > 0) {
    const plan = { database, seconds: Number(values.overload), atOnce: Number(values.connections), say };
    const figures = await overload(plan);
    judge(database, figures, missedInOverload(figures));
  }
  if (Number(values.backups) > 0) {
    const plan = { database, backups: Number(values.backups), megabytes: Number(values.megabytes), say };
    const figures = await backups({ ...plan, senders: Number(values.senders) });
    judge(database, figures, missedInBackups(figures));
  }
  if (Number(values.hours) > 0) {
    const figures = await longRun({ database, hours: Number(values.hours), say });
    judge(database, figures, missedInLongRun(figures));
  }
}
if (Number(values.upgrades) > 0) {
  const plan = { kills: Number(values.upgrades), rows: Number(values.rows) };
  judge("sqlite", plan, missedInUpgrades(plan));
}
if (Number(values.disk) > 0) {
  const figures = await fullDisk({ megabytes: Number(values.disk), refusals: 50 });
  judge("sqlite", figures, missedOnFullDisk(figures));
}
if (isGood) console.log("Every figure holds.");
process.exitCode = isGood ? 0 : 1;

function judge(database: string, figures: object, misses: string[]): void {
  console.log(JSON.stringify({ database, ...figures }, null, 2));
  for (const miss of misses) console.log(`MISSED on ${database}: ${miss}`);
  if (misses.length > 0) isGood = false;
}
