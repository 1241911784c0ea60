import { spawnSync } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import Database from "better-sqlite3";
import sharp from "sharp";
import { freePort } from "../free-port.ts";
import { officeOf, Product } from "../product.ts";

// Promise 21: a file system of some megabytes is filled by messages and uploads, and has room again. Linux, as root: it
// is mounted.

export interface FullDiskPlan {
  megabytes: number;
  /** Refused messages, and refused uploads, until there is room again. */
  refusals: number;
}

export interface FullDiskFigures {
  messages: { stored: number; refused: number; missing: number };
  pictures: { stored: number; refused: number; missing: number };
  /** Responses other than 201 and 503, and reads other than 200. */
  wrong: string[];
  /** Of the reads while it was full. */
  reads: number;
  /** From when there was room until a message and a picture were stored. */
  backMs: number;
  /** SQLite's own check of the database. */
  integrity: string;
  /** Files in the data folder that are not known. */
  files: string[];
  hasEnded: boolean;
}

/** Each figure that misses its goal, as a sentence; none when all is well. */
export function missedOnFullDisk(figures: FullDiskFigures): string[] {
  const { messages, pictures, wrong, backMs, integrity, files, hasEnded } = figures;
  return [
    ...(messages.missing > 0 ? [`messages acknowledged and lost: ${messages.missing}, at most 0 promised`] : []),
    ...(pictures.missing > 0 ? [`pictures acknowledged and lost: ${pictures.missing}, at most 0 promised`] : []),
    ...(wrong.length > 0 ? [`other answers than promised: ${wrong.length} (${wrong[0]}), at most 0 promised`] : []),
    ...(backMs > 5_000 ? [`ms until writes work after there is room: ${backMs}, at most 5000 promised`] : []),
    ...(integrity === "ok" ? [] : [`integrity: ${integrity}`]),
    ...(files.length > 0 ? [`files left behind: ${files.join(", ")}`] : []),
    ...(hasEnded ? ["the process has ended"] : []),
  ];
}

/** Fills the disk under the built product, on SQLite. @throws if nothing can be mounted */
export async function fullDisk({ megabytes, refusals }: FullDiskPlan): Promise<FullDiskFigures> {
  const folder = mkdtempSync(path.join(tmpdir(), "full-disk-"));
  run("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder]);
  const ballast = path.join(folder, "ballast");
  const dataDir = path.join(folder, "data");
  const product = new Product(await freePort(), { DATA_DIR: dataDir, SEED: "off" });
  const wrong: string[] = [];
  try {
    await product.start();
    const office = await officeOf(product.url);
    writeFileSync(ballast, Buffer.alloc(2 * 2 ** 20));
    const messages = { stored: [] as string[], refused: 0 };
    const pictures = { stored: [] as string[], refused: 0 };
    const sendMessage = async () => {
      const { status, slug } = await postMessage(product.url);
      if (status === 201) messages.stored.push(slug);
      else if (status === 503) messages.refused++;
      else wrong.push(`${status} to a message`);
      return status;
    };
    const sendPicture = async () => {
      const { status, url } = await office.upload(await noise());
      if (status === 201) pictures.stored.push(url);
      else if (status === 503 || status === 507) pictures.refused++;
      else wrong.push(`${status} to a picture`);
      return status;
    };
    let reads = 0;
    while (messages.refused < refusals || pictures.refused < refusals) {
      await Promise.all([sendMessage(), sendMessage(), sendPicture()]);
      for (const address of ["/", "/api/faq/get-all", "/healthz"]) {
        const { status } = await fetch(product.url + address).then(async (answer) => (await answer.text(), answer));
        reads++;
        if (status !== 200) wrong.push(`${status} to ${address}`);
      }
    }
    const full = { messages: messages.refused, pictures: pictures.refused };

    rmSync(ballast);
    const roomMs = performance.now();
    for (const send of [sendMessage, sendPicture])
      while ((await send()) !== 201 && performance.now() - roomMs < 60_000) await pause(50);
    const backMs = Math.round(performance.now() - roomMs);

    const shown = await Promise.all(
      pictures.stored.map(async (url) => (await fetch(new URL(url, product.url))).status),
    );
    const hasEnded = product.hasEnded;
    await product.stop();
    const database = new Database(path.join(dataDir, "jorna.sqlite"), { readonly: true });
    const slugs = new Set(database.prepare("select slug from quote").pluck().all());
    const integrity = String(database.pragma("integrity_check", { simple: true }));
    database.close();
    const known = /^(jorna\.sqlite(-wal|-shm)?|lock\.(json|sqlite)|site\.json|reserve|former-assets)$/;
    return {
      messages: {
        stored: messages.stored.length,
        refused: full.messages,
        missing: messages.stored.filter((slug) => !slugs.has(slug)).length,
      },
      pictures: {
        stored: pictures.stored.length,
        refused: full.pictures,
        missing: shown.filter((status) => status !== 200).length,
      },
      wrong,
      reads,
      backMs,
      integrity,
      files: readdirSync(dataDir).filter((name) => !known.test(name)),
      hasEnded,
    };
  } finally {
    await product.kill();
    run("umount", [folder]);
    if (existsSync(folder)) rmSync(folder, { recursive: true, force: true });
  }
}

async function postMessage(url: string): Promise<{ status: number; slug: string }> {
  const answer = await fetch(`${url}/api/quote/new`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "Idempotency-Key": randomUUID() },
    body: JSON.stringify({
      fullName: "Ada",
      email: "ada@example.com",
      message: randomBytes(3_000).toString("base64"),
    }),
  });
  const body = (await answer.json()) as { data?: { slug: string } };
  return { status: answer.status, slug: body.data?.slug ?? "" };
}

/** A picture that no coding makes small. */
function noise(): Promise<Buffer<ArrayBuffer>> {
  const [width, height] = [300, 200];
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer() as Promise<Buffer<ArrayBuffer>>;
}

function run(command: string, options: string[]): void {
  const { status, stderr } = spawnSync(command, options, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ${options.join(" ")}: ${stderr.trim()} (as root; --disk 0 skips it)`);
}
