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
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { type Programs, postgresPrograms } from "./postgres-programs.ts";

// PostgreSQL refuses to run as root: there, the machine's nobody runs it.
const NOBODY = 65_534;
const owner = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

export interface Postgres {
  /** Its `postgres` database, by a user who may make others. */
  url: string;
  /** `immediate` is a crash: the next start has to recover. */
  stop(how?: "fast" | "immediate"): Promise<void>;
  /** Starts it again, with its data and on its port. */
  start(): Promise<void>;
  /** Stops it and takes its data away. */
  remove(): Promise<void>;
}

/** A PostgreSQL server of its own for tests, started. Quick and forgetful, unless `isDurable` asks for its usual care. */
export async function makePostgres({ isDurable = false } = {}): Promise<Postgres> {
  const folder = mkdtempSync(path.join(tmpdir(), "postgres-test-"));
  const bin = placePrograms(postgresPrograms(), folder);
  giveAway(folder);
  const data = path.join(folder, "data");
  makeCluster(bin, data);
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const settings = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: "300",
    shared_buffers: "64MB",
    ...(!isDurable && { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }),
  };
  const args = [
    "-D",
    data,
    "-p",
    String(port),
    ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  ];
  let server: ChildProcess | undefined;
  const stop = async (how: "fast" | "immediate" = "fast") => {
    await end(server, how === "fast" ? "SIGINT" : "SIGQUIT");
    server = undefined;
  };
  const start = async () => {
    server = spawnServer(bin, args, path.join(folder, "log"));
    await answering(url, server, path.join(folder, "log"));
  };
  const remove = async () => {
    await stop("immediate");
    rmSync(folder, { recursive: true, force: true });
  };
  await start().catch(async (error: unknown) => {
    await remove();
    throw error;
  });
  return { url, start, stop, remove };
}

/** Fetched programs lie inside this checkout, which nobody may be shut out of, in root's home for one: nobody gets a copy. */
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
  // The character set decides what lower() does to a name; the first of these that the machine knows.
  const attempts = ["C.UTF-8", "en_US.UTF-8", "C"].map((locale) => () => {
    rmSync(data, { recursive: true, force: true });
    const args = ["-D", data, "-U", "postgres", "--auth=trust", "--encoding=UTF8", `--locale=${locale}`, "--no-sync"];
    return spawnSync(path.join(bin, "initdb"), args, { encoding: "utf8", cwd: "/", ...owner });
  });
  let said = "";
  for (const attempt of attempts) {
    const { status, stderr, error } = attempt();
    if (status === 0) return;
    said = error?.message ?? stderr;
  }
  throw new Error(`PostgreSQL's initdb failed in ${bin}: ${said.trim()}`);
}

function spawnServer(bin: string, args: string[], log: string): ChildProcess {
  const server = spawn(path.join(bin, "postgres"), args, { stdio: ["ignore", "ignore", "pipe"], cwd: "/", ...owner });
  server.stderr?.pipe(createWriteStream(log, { flags: "a" }));
  // A test run that is broken off must not leave it behind.
  const kill = () => server.kill("SIGQUIT");
  process.once("exit", kill);
  server.once("exit", () => process.off("exit", kill));
  return server;
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

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
