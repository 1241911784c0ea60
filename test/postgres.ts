import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import {
  chownSync,
  cpSync,
  createWriteStream,
  existsSync,
  lchownSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { dataRoot } from "./data-root.ts";
import { freePort } from "./free-port.ts";
import { type Programs, postgresPrograms } from "./postgres-programs.ts";

// PostgreSQL refuses to run as root; root runs it as the user nobody.
const NOBODY = 65_534;
const owner = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

const usualSettings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "300",
  shared_buffers: "64MB",
};
/**
 * Without autovacuum plans do not depend on when statistics were last taken, and hundreds of databases are left alone.
 * The log of writes is kept small, since it is in memory.
 */
const forgetful = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  autovacuum: "off",
  max_wal_size: "256MB",
};

/**
 * A separate PostgreSQL server for tests, started. Fast and not durable, unless `isDurable` keeps the default settings
 * and the data on the disk.
 */
export async function makePostgres({ isDurable = false } = {}): Promise<Postgres> {
  const folder = mkdtempSync(path.join(isDurable ? tmpdir() : dataRoot, "postgres-test-"));
  const programs = mkdtempSync(path.join(tmpdir(), "postgres-test-"));
  const bin = placePrograms(postgresPrograms(), programs);
  for (const each of [folder, programs]) giveAway(each);
  makeCluster(bin, path.join(folder, "data"));
  const settings = { ...usualSettings, ...(!isDurable && forgetful) };
  const postgres = new Postgres([folder, programs], path.join(bin, "postgres"), await freePort(), settings);
  await postgres.start().catch(async (error: unknown) => {
    await postgres.remove();
    throw error;
  });
  return postgres;
}

export class Postgres {
  /** URL of its `postgres` database, for a user who may create others. */
  readonly url: string;
  /** The first contains the data. */
  readonly #folders: [string, string];
  readonly #program: string;
  readonly #args: string[];
  #server: ChildProcess | undefined;

  constructor(folders: [string, string], program: string, port: number, settings: Record<string, string>) {
    this.url = `postgres://postgres@127.0.0.1:${port}/postgres`;
    this.#folders = folders;
    this.#program = program;
    const set = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    this.#args = ["-D", path.join(folders[0], "data"), "-p", String(port), ...set];
    process.once("exit", this.#abandon);
  }

  /** Starts it; later restarts keep its data and port. */
  async start(): Promise<void> {
    const log = path.join(this.#folders[0], "log");
    this.#server = spawn(this.#program, this.#args, { stdio: ["ignore", "ignore", "pipe"], cwd: "/", ...owner });
    this.#server.stderr?.pipe(createWriteStream(log, { flags: "a" }));
    await answering(this.url, this.#server, log);
  }

  /** `immediate` is a crash: the next start has to recover. */
  async stop(how: "fast" | "immediate" = "fast"): Promise<void> {
    await end(this.#server, how === "fast" ? "SIGINT" : "SIGQUIT");
  }

  /** Stops it and deletes its data. */
  async remove(): Promise<void> {
    await this.stop("immediate");
    process.off("exit", this.#abandon);
    this.#clear();
  }

  /** An interrupted test run must not leave it behind. */
  readonly #abandon = () => {
    this.#server?.kill("SIGKILL");
    this.#clear();
  };

  #clear(): void {
    for (const folder of this.#folders) rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Downloaded programs are inside this checkout, which the user nobody may be unable to enter (root's home, for
 * example), so that user gets a copy.
 */
function placePrograms({ bin, home }: Programs, folder: string): string {
  if (home === undefined || owner.uid === undefined) return bin;
  const copy = path.join(folder, "programs");
  cpSync(home, copy, { recursive: true, verbatimSymlinks: true });
  return path.join(copy, "bin");
}

function giveAway(folder: string): void {
  if (owner.uid === undefined) return;
  chownSync(folder, owner.uid, owner.gid);
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }))
    lchownSync(path.join(folder, name), owner.uid, owner.gid);
}

function makeCluster(bin: string, data: string): void {
  // The character set determines how lower() treats a name; uses the first one that the machine supports.
  const attempts = ["C.UTF-8", "en_US.UTF-8", "C"].map((locale) => () => {
    rmSync(data, { recursive: true, force: true });
    const args = ["-D", data, "-U", "postgres", "--auth=trust", "--encoding=UTF8", `--locale=${locale}`, "--no-sync"];
    return spawnSync(path.join(bin, "initdb"), args, { encoding: "utf8", cwd: "/", ...owner });
  });
  let reason = "";
  for (const attempt of attempts) {
    const { status, stderr, error } = attempt();
    if (status === 0) return;
    reason = error?.message ?? stderr;
  }
  throw new Error(`PostgreSQL's initdb failed in ${bin}: ${reason.trim()}`);
}

async function answering(url: string, server: ChildProcess, log: string): Promise<void> {
  for (const began = Date.now(); Date.now() - began < 30_000; await pause(30)) {
    if (server.exitCode !== null) break;
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
    client.on("error", () => {});
    const isUp = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => {});
    if (isUp) return;
  }
  throw new Error(`PostgreSQL did not start: ${existsSync(log) ? readFileSync(log, "utf8").slice(-2_000) : ""}`);
}

async function end(server: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (!server || server.exitCode !== null || server.signalCode !== null) return;
  const ended = new Promise((resolve) => server.once("exit", resolve));
  server.kill(signal);
  await ended;
}
