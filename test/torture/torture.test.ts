import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { missedOnFullDisk } from "./full-disk.ts";
import { type LongRunFigures, missedInLongRun } from "./long-run.ts";
import { type Figures, missedGoals, torture } from "./torture.ts";

// The long run is `npm run torture`.

function requireBuild(): void {
  if (!existsSync("dist/server/main.js"))
    throw new Error("This test kills the built product. Run npm run build first.");
}

// A machine that runs other tests at the same time is slower than one that only serves.
const goals = { readyMs: { median: 60_000, worst: 200_000 }, acknowledged: 9 };

test.each(["sqlite", "postgres"] as const)(
  "after repeated kills of the server, every acknowledged lead is stored once and announced by mail (%s)",
  async (database) => {
    requireBuild();
    const figures = await torture({
      database,
      kills: 4,
      senders: 8,
      longestLifeMs: 1_500,
      moods: ["refuse", "drop", "takeAndDrop", "down"],
    });
    expect(missedGoals(figures, goals), JSON.stringify(figures)).toEqual([]);
    expect(figures.kills).toBe(4);
  },
  300_000,
);

const well: Figures = {
  kills: 100,
  tries: 9_000,
  repliesLost: 0,
  acknowledged: 5_000,
  stored: 5_000,
  notified: 5_000,
  lost: 0,
  doubled: 0,
  unnotified: 0,
  mailsTwice: 3,
  mailsDoubled: 0,
  wrong: [],
  refusals: {},
  readyMs: { median: 2_000, worst: 5_000 },
  tookS: 300,
};

test.each<[string, Partial<Figures>]>([
  ["leads acknowledged and lost: 1, at most 0 promised", { lost: 1 }],
  ["leads stored twice: 1, at most 0 promised", { doubled: 1 }],
  ["leads not announced: 1, at most 0 promised", { unnotified: 1 }],
  ["leads announced under two Message-IDs: 1, at most 0 promised", { mailsDoubled: 1 }],
  ["answers other than 201 and 503 (500 x): 1, at most 0 promised", { wrong: ["500 x"] }],
  ["ms until ready, median: 2001, at most 2000 promised", { readyMs: { median: 2_001, worst: 5_000 } }],
  ["ms until ready, worst: 5001, at most 5000 promised", { readyMs: { median: 2_000, worst: 5_001 } }],
  ["leads acknowledged: 4999, at least 5000 needed", { acknowledged: 4_999 }],
])("a result of the kill run that misses its goal is reported: %s", (line, change) => {
  const promised = { readyMs: { median: 2_000, worst: 5_000 }, acknowledged: 5_000 };

  expect(missedGoals(well, promised)).toEqual([]);
  expect(missedGoals({ ...well, ...change }, promised)).toEqual([line]);
});

const sample = { memoryMb: 200, openFiles: 300, logMb: 10 };
const wellForADay: LongRunFigures = {
  requests: 432_000,
  uploads: 1_440,
  unsent: 0,
  early: sample,
  late: { ...sample, memoryMb: 220, openFiles: 320 },
  maxLogMb: 64,
  wrong: {},
  acknowledged: 36_000,
  lost: 0,
};

test.each<[string, Partial<LongRunFigures>]>([
  [
    "growth of memory after the first hour, in per cent: 11, at most 10 promised",
    { late: { ...sample, memoryMb: 222 } },
  ],
  ["open files more than after the first hour: 21, at most 20 promised", { late: { ...sample, openFiles: 321 } }],
  ["MiB of SQLite's log: 65, at most 64 promised", { maxLogMb: 65 }],
  ['unexpected answers ({"500 /":2}): 2, at most 0 promised', { wrong: { "500 /": 2 } }],
  ["requests without a connection: 1, at most 0 promised", { unsent: 1 }],
  ["leads acknowledged and lost: 1, at most 0 promised", { lost: 1 }],
])("a result of the long run that misses its goal is reported: %s", (line, change) => {
  expect(missedInLongRun(wellForADay)).toEqual([]);
  expect(missedInLongRun({ ...wellForADay, ...change })).toEqual([line]);
});

test("the full-disk run reports lost data, leftover files and late recovery", () => {
  const kept = { stored: 100, refused: 50, missing: 0 };
  const well = { messages: kept, pictures: kept, wrong: [], reads: 300, backMs: 5_000, integrity: "ok", files: [] };
  expect(missedOnFullDisk({ ...well, hasEnded: false })).toEqual([]);
  const lost = { ...kept, missing: 1 };
  const bad = { messages: lost, pictures: lost, wrong: ["500 to /"], reads: 300, backMs: 5_001, integrity: "no" };
  expect(missedOnFullDisk({ ...bad, files: ["half"], hasEnded: true })).toHaveLength(7);
});

test("npm run torture exits with code 1 and reports the missed goal", { timeout: 120_000 }, () => {
  requireBuild();
  const program = path.resolve("test/torture/main.ts");
  const flags =
    "--database sqlite --kills 1 --life 1 --senders 2 --acknowledged 1000000 --overload 0 --upgrades 0 --disk 0 --backups 1 --megabytes 4";
  const run = spawnSync(process.execPath, [program, ...flags.split(" ")], { encoding: "utf8" });

  expect(run.stdout).toContain('"restored": 1');
  expect(run.stdout).toMatch(/^MISSED on sqlite: leads acknowledged: \d+, at least 1000000 needed$/m);
  expect(run.status).toBe(1);
});
