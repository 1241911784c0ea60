import { type SpawnOptions, spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { BackupError } from "../backup-facts.ts";
import { outcomeOf } from "../child-outcome.server.ts";

type Environment = Record<string, string | undefined>;

interface Tool {
  program: string;
  /** As printed by the tool, for example `15.18`. */
  version: string;
  major: number;
}

/**
 * From this version on pg_restore sets `transaction_timeout`, which older servers do not know, and dumps have a format
 * that no older pg_restore reads.
 */
const settingTransactionTimeout = 17;

/**
 * Finds PostgreSQL's program of that name, on PATH or where packages install it: of the newer version of server and dump
 * if available, else the next newer, since an older one supports neither the server nor the dump.
 * @param server its major version
 * @param dump that of the pg_dump that made what is restored
 * @throws BackupError naming what is there and what is needed
 */
export function findTool(
  name: "pg_dump" | "pg_restore",
  { server, dump = server }: { server: number; dump?: number },
  environment: Environment,
): Tool {
  const least = Math.max(server, dump);
  const most = server < settingTransactionTimeout ? settingTransactionTimeout - 1 : Number.POSITIVE_INFINITY;
  if (least > most)
    throw new BackupError(
      `The backup was made by pg_dump ${dump}, and only a PostgreSQL of version ${settingTransactionTimeout} or newer takes it; this one is ${server}.`,
    );
  const found = folders(environment)
    .map((folder) => readTool(path.join(folder, name)))
    .filter((tool) => tool !== undefined)
    .sort((a, b) => a.major - b.major);
  const fitting = found.find(({ major }) => major >= least && major <= most);
  if (fitting) return fitting;
  const newest = found.at(-1);
  const install = `Install PostgreSQL's client programs of version ${least} (Debian and Ubuntu: postgresql-client-${least}).`;
  if (!newest) throw new BackupError(`${name} was not found in PATH or where packages put it. ${install}`);
  const is = newest.major < least ? `older than ${least}, which is needed here` : `too new for a server of ${server}`;
  throw new BackupError(`${newest.program} is version ${newest.version}, ${is}. ${install}`);
}

function folders({ PATH = "" }: Environment): string[] {
  const packaged = ["/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/opt/homebrew/opt/{postgresql@*,libpq}/bin"];
  return [...PATH.split(path.delimiter).filter((folder) => folder !== ""), ...fs.globSync(packaged)];
}

function readTool(program: string): Tool | undefined {
  if (!fs.existsSync(program)) return undefined;
  const { stdout } = spawnSync(program, ["--version"], { encoding: "utf8", cwd: "/" });
  const version = /\(PostgreSQL\) (\d+\S*)/.exec(stdout ?? "")?.[1];
  return version === undefined ? undefined : { program, version, major: Number.parseInt(version, 10) };
}

/** Where systems keep the certificates that they trust: libpq knows none by itself, other than Node. */
const trusted = ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem"];

/**
 * Converts pg's connection URL into one that libpq understands; the password is passed in the environment, which
 * process lists do not show.
 */
export function libpqAddress(databaseUrl: string): { address: string; environment: Environment } {
  const address = new URL(databaseUrl);
  const password = address.searchParams.get("password") || decodeURIComponent(address.password);
  address.password = "";
  for (const [name, value] of [...address.searchParams]) {
    if (!/^(ssl(mode|rootcert|cert|key)|connect_timeout|options|target_session_attrs|host|port|user)$/.test(name))
      address.searchParams.delete(name);
    if (name === "sslmode" && value === "no-verify") address.searchParams.set(name, "require");
    // It runs in another folder.
    if (/^ssl(rootcert|cert|key)$/.test(name)) address.searchParams.set(name, path.resolve(value));
  }
  const roots = trusted.find((file) => fs.existsSync(file));
  const isVerified = address.searchParams.get("sslmode")?.startsWith("verify-");
  if (isVerified && roots && !address.searchParams.has("sslrootcert")) address.searchParams.set("sslrootcert", roots);
  // libpq does not read "+" as a space.
  address.search = address.search.replaceAll("+", "%20");
  return { address: address.href, environment: password === "" ? {} : { PGPASSWORD: password } };
}

/** Runs a program to completion, with `input` on its stdin if given. @throws BackupError with its last output */
export async function runTool(
  { program }: Tool,
  args: string[],
  environment: Environment,
  input?: Readable,
): Promise<void> {
  const options: SpawnOptions = { stdio: [input ? "pipe" : "ignore", "ignore", "pipe"], cwd: "/", env: environment };
  const child = spawn(program, args, options);
  const ended = outcomeOf(child);
  const stop = () => void child.kill();
  for (const signal of signals) process.once(signal, stop);
  // If it exits early the pipe breaks; its own output explains why.
  if (input && child.stdin) await pipeline(input, child.stdin).catch(() => {});
  const { code, output } = await ended;
  for (const signal of signals) process.off(signal, stop);
  if (code !== 0) throw new BackupError(`${path.basename(program)} failed: ${reasonIn(output) || code}`);
}

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

function reasonIn(stderr: string): string {
  const lines = stderr.split("\n").map((line) => line.trim());
  return (lines.find((line) => line.includes("error:")) ?? lines.filter(Boolean).at(-1) ?? "").replace(
    /^\S+: error: /,
    "",
  );
}
