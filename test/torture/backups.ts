import { spawn } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import Database from "better-sqlite3";
import pg from "pg";
import { freePort } from "../free-port.ts";
import { makePostgres } from "../postgres.ts";
import { Product } from "../product.ts";
import { percentile } from "./load.ts";
import { startSenders } from "./senders.ts";
import { inboxOf } from "./torture.ts";

// Promise 30: backups of a large site while visitors send messages, each restored into an empty place.

export interface BackupPlan {
  database: "sqlite" | "postgres";
  backups: number;
  megabytes: number;
  senders: number;
  say?: (line: string) => void;
}

export interface BackupFigures {
  backups: number;
  /** Backups from which a site was restored that starts. */
  restored: number;
  /** Size of the last backup. */
  megabytes: number;
  /** Acknowledged before a backup began and missing in the site restored from it; over all backups. */
  lost: number;
  acknowledged: number;
  /** 99th percentile of acknowledging responses during a backup, in ms: of the median and of the worst backup. */
  writeMs: { median: number; worst: number };
  backupS: { median: number; worst: number };
  restoreS: { median: number; worst: number };
  /** Responses other than 201 and 503. */
  wrong: string[];
}

/** Each figure that misses its goal, as a sentence; none when all is well. */
export function missedInBackups({ backups, restored, lost, writeMs, restoreS, wrong }: BackupFigures): string[] {
  const most: [string, number, number][] = [
    ["backups that no site was restored from", backups - restored, 0],
    ["leads acknowledged and lost", lost, 0],
    ["ms until a lead was acknowledged during a backup, p99 of the worst", writeMs.worst, 500],
    ["s until restored, worst", restoreS.worst, 300],
    [`answers other than 201 and 503 (${wrong[0] ?? ""})`, wrong.length, 0],
  ];
  return most.filter(([, is, goal]) => is > goal).map(([what, is, goal]) => `${what}: ${is}, at most ${goal} promised`);
}

/** Backs up and restores the built product with its own commands. */
export async function backups(plan: BackupPlan): Promise<BackupFigures> {
  const folder = mkdtempSync(path.join(tmpdir(), "backups-"));
  const postgres = plan.database === "postgres" ? await makePostgres({ isDurable: true }) : undefined;
  const dataDir = path.join(folder, "data");
  const place = { DATA_DIR: dataDir, ...(postgres && { DATABASE_URL: postgres.url }) };
  const product = new Product(await freePort(), place);
  const [writeMs, backupS, restoreS]: [number[], number[], number[]] = [[], [], []];
  let megabytes = 0;
  let restored = 0;
  let lost = 0;
  const acknowledged: string[] = [];
  const wrong: string[] = [];
  try {
    await product.start();
    await fill(plan.megabytes, path.join(dataDir, "jorna.sqlite"), postgres?.url);
    for (let n = 1; n <= plan.backups; n++) {
      const file = path.join(folder, "backup.tar");
      const senders = startSenders(product.url, plan.senders);
      await pause(1_000);
      const before = [...acknowledged, ...slugsOf(senders.sending.acknowledged)];
      const from = senders.sending.ms.length;
      backupS.push(await runCommand("backup", [file], place));
      writeMs.push(percentile(senders.sending.ms.slice(from), 0.99));
      const sending = await senders.finish();
      acknowledged.push(...slugsOf(sending.acknowledged));
      wrong.push(...sending.wrong);
      megabytes = Math.round(statSync(file).size / 1e6);

      const target = {
        DATA_DIR: path.join(folder, `restored-${n}`),
        ...(postgres && (await emptyDatabase(postgres.url))),
      };
      restoreS.push(await runCommand("restore", [file], target));
      const copy = new Product(await freePort(), target);
      try {
        await copy.start();
        const stored = new Set((await inboxOf(copy.url)).map(({ slug }) => slug));
        lost += before.filter((slug) => !stored.has(slug)).length;
        restored++;
      } finally {
        await copy.kill();
      }
      rmSync(target.DATA_DIR, { recursive: true, force: true });
      if (target.DATABASE_URL && postgres) await dropDatabase(postgres.url, target.DATABASE_URL);
      plan.say?.(
        `backup ${n}: ${megabytes} MB in ${backupS.at(-1)} s, restored in ${restoreS.at(-1)} s, ${before.length} acknowledged before it, ${lost} lost, p99 of writes ${writeMs.at(-1)} ms`,
      );
    }
    return {
      backups: plan.backups,
      restored,
      megabytes,
      lost,
      acknowledged: acknowledged.length,
      writeMs: spread(writeMs),
      backupS: spread(backupS),
      restoreS: spread(restoreS),
      wrong,
    };
  } finally {
    await product.kill();
    await postgres?.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

const slugsOf = (messages: { slugs: Set<string> }[]): string[] => messages.flatMap(({ slugs }) => [...slugs]);

/** Adds pictures of four megabytes each, which cannot be compressed. */
async function fill(megabytes: number, file: string, databaseUrl: string | undefined): Promise<void> {
  const columns = "(hash, mime, bytes, width, height, created_at)";
  const rows = Array.from({ length: Math.ceil(megabytes / 4) }, () => randomUUID().replaceAll("-", ""));
  const values = (hash: string) => [hash, "image/png", randomBytes(4e6), 2_000, 2_000, new Date().toISOString()];
  if (databaseUrl === undefined) {
    const db = new Database(file);
    const insert = db.prepare(`insert into upload ${columns} values (?, ?, ?, ?, ?, ?)`);
    for (const hash of rows) insert.run(...values(hash));
    db.close();
  } else {
    const client = await connected(databaseUrl);
    for (const hash of rows)
      await client.query(`insert into upload ${columns} values ($1, $2, $3, $4, $5, $6)`, values(hash));
    await client.end();
  }
}

async function emptyDatabase(url: string): Promise<{ DATABASE_URL: string }> {
  const name = `restored_${randomUUID().replaceAll("-", "")}`;
  const client = await connected(url);
  await client.query(`create database ${name}`);
  await client.end();
  const target = new URL(url);
  target.pathname = `/${name}`;
  return { DATABASE_URL: target.href };
}

async function dropDatabase(url: string, target: string): Promise<void> {
  const client = await connected(url);
  await client.query(`drop database ${new URL(target).pathname.slice(1)} with (force)`);
  await client.end();
}

async function connected(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}

/** @returns how long it took, in seconds */
function runCommand(name: "backup" | "restore", args: string[], environment: Record<string, string>): Promise<number> {
  const begunMs = performance.now();
  const program = path.resolve(`dist/server/${name}.js`);
  const env = { PATH: process.env.PATH, NODE_ENV: "production", ...environment };
  const command = spawn(process.execPath, [program, ...args], { stdio: ["ignore", "ignore", "pipe"], env });
  let said = "";
  command.stderr.on("data", (text: Buffer) => {
    said += text.toString();
  });
  return new Promise((resolve, reject) => {
    command.on("error", reject);
    command.on("exit", (code) => {
      if (code === 0) resolve(Math.round((performance.now() - begunMs) / 100) / 10);
      else reject(new Error(`npm run ${name} ended with ${code}: ${said}`));
    });
  });
}

function spread(values: number[]): { median: number; worst: number } {
  const sorted = values.toSorted((a, b) => a - b);
  return { median: sorted[sorted.length >> 1] ?? 0, worst: sorted.at(-1) ?? 0 };
}
