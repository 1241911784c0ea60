import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { cpuSeconds } from "./process-figures.ts";
import { bring } from "./tools.ts";

export interface Load {
  perSecond: number;
  p99Ms: number;
  /** CPU time of the server per response, in microseconds. */
  cpuMicros: number | undefined;
}

interface Shot {
  url: string;
  /** Processes whose CPU time is measured. */
  pids: number[];
  headers?: Record<string, string>;
  connections: number;
  seconds: number;
}

/** Sends GETs over keep-alive connections for a while: with wrk if installed, otherwise autocannon. */
export async function load(shot: Shot): Promise<Load> {
  const before = cpuSeconds(shot.pids);
  const { answered, perSecond, p99Ms } = hasWrk() ? await wrk(shot) : await autocannon(shot);
  const after = cpuSeconds(shot.pids);
  const cpuMicros = before === undefined || after === undefined ? undefined : ((after - before) * 1e6) / answered;
  return { perSecond, p99Ms, cpuMicros };
}

let wrkIsThere: boolean | undefined;

export function hasWrk(): boolean {
  wrkIsThere ??= spawnSync("wrk", ["--version"]).error === undefined;
  return wrkIsThere;
}

async function wrk({ url, headers = {}, connections, seconds }: Shot) {
  const flags = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  const text = await output("wrk", ["-t1", `-c${connections}`, `-d${seconds}s`, "--latency", ...flags, url]);
  const answered = Number(/(\d+) requests in/.exec(text)?.[1]);
  if (/Non-2xx/.test(text)) throw new Error(`${url} answered with errors:\n${text}`);
  return {
    answered,
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(text)?.[1]),
    p99Ms: inMs(/99%\s+([\d.]+)(us|ms|s)/.exec(text)),
  };
}

function inMs(match: RegExpExecArray | null): number {
  const scale = { us: 1e-3, ms: 1, s: 1e3 }[match?.[2] ?? "ms"] ?? 1;
  return Number(match?.[1]) * scale;
}

async function autocannon({ url, headers, connections, seconds }: Shot) {
  const folder = await bring("autocannon", "9.0.0");
  const program = path.join(folder, "autocannon.js");
  const flags = Object.entries(headers ?? {}).flatMap(([name, value]) => ["-H", `${name}=${value}`]);
  const text = await output(process.execPath, [
    program,
    "-j",
    "-c",
    String(connections),
    "-d",
    String(seconds),
    ...flags,
    url,
  ]);
  const report = JSON.parse(text);
  return { answered: report["2xx"], perSecond: report.requests.average, p99Ms: report.latency.p99 };
}

/** Runs a program without blocking this process, which must keep responding. */
export function output(program: string, args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "ignore"] });
    let text = "";
    child.stdout.on("data", (chunk) => (text += chunk));
    child.on("error", reject);
    child.on("close", () => resolve(text));
  });
}

/** Whether a program is on PATH. */
export const has = (program: string) =>
  (process.env.PATH ?? "").split(path.delimiter).some((folder) => fs.existsSync(path.join(folder, program)));
