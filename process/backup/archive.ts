import { createHash } from "node:crypto";
import fs from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { Readable } from "node:stream";
import { z } from "zod";
import { BackupError, type RestoredPictures } from "#db/backup-facts.ts";
import { migrationNames, newestMigration } from "#db/migrate/migrate.server.ts";
import { readPictures } from "./pictures.ts";
import { block, padded, tarHeader } from "./tar.ts";

// A backup is one tar archive of three files: manifest.json, the database, and the checksums of both, in the format of
// `sha256sum -c`. Pictures that are kept in a bucket are a fourth one, pictures.tar.

const product = "jorna";
/** Incremented when older builds cannot read an archive: the second has pictures beside the database. */
const newestFormat = 2;
const sumsName = "SHA256SUMS";
const largestManifest = 1024 * 1024;
export const pieceBytes = 1024 * 1024;

const manifestShape = z.object({
  product: z.literal(product),
  format: z.number().int(),
  /** Version of the product. */
  version: z.string(),
  database: z.enum(["sqlite", "postgres"]),
  /** The tool that made the dump, with its version. */
  madeBy: z.string(),
  migrations: z.array(z.string()),
  siteId: z.string().nullable(),
  /** ISO 8601, UTC: everything stored before this time is included. */
  createdAt: z.iso.datetime(),
  /** The database file in the archive. */
  payload: z.object({ name: z.enum(["database.sqlite", "database.dump"]), bytes: z.number().int() }),
  /** Those that are not in the database. */
  pictures: z
    .object({
      name: z.literal("pictures.tar"),
      bytes: z.number().int(),
      count: z.number().int(),
      /** Those that were not in the bucket either: how many, and the addresses of the first ones. */
      missing: z.object({ count: z.number().int(), first: z.array(z.string()) }).optional(),
    })
    .optional(),
  /** Row count by table. */
  rows: z.record(z.string(), z.number().int()),
  /** Checksum of the rows by table (db/table-contents.ts). */
  checksums: z.record(z.string(), z.string()).optional(),
});
/** Metadata of a backup. */
export type Manifest = z.infer<typeof manifestShape>;

export const manifestOf = (facts: Omit<Manifest, "product" | "format">): Manifest => ({
  product,
  format: facts.pictures ? newestFormat : 1,
  ...facts,
});

/**
 * Writes the archive to the new file `target`; durable when this returns. `pictures`: the file of pictures, if the
 * manifest has any.
 */
export async function writeArchive(
  target: string,
  manifest: Manifest,
  payload: string,
  pictures?: string,
): Promise<void> {
  const at = new Date(manifest.createdAt);
  const text = Buffer.from(`${JSON.stringify(manifest, undefined, 2)}\n`);
  const file = await open(target, "wx", 0o600);
  try {
    const write = async (...pieces: Buffer[]) => {
      for (const piece of pieces) await file.writeFile(piece);
    };
    await write(tarHeader("manifest.json", text.length, at), text, filling(text.length));
    const found: string[] = [];
    for (const [index, { name, bytes }] of partsOf(manifest).entries()) {
      await write(tarHeader(name, bytes, at));
      const hash = createHash("sha256");
      for await (const piece of fs.createReadStream(index === 0 ? payload : (pictures ?? ""), {
        highWaterMark: pieceBytes,
      })) {
        hash.update(piece);
        await write(piece);
      }
      found.push(hash.digest("hex"));
      await write(filling(bytes));
    }
    const sums = sumsText(text, manifest, found);
    await write(tarHeader(sumsName, sums.length, at), sums, filling(sums.length), Buffer.alloc(2 * block));
    await file.sync();
  } finally {
    await file.close();
  }
}

const filling = (size: number): Buffer => Buffer.alloc(padded(size) - size);

interface Part {
  name: string;
  bytes: number;
}

/** The files between the manifest and the checksums. */
const partsOf = ({ payload, pictures }: Manifest): Part[] => [payload, ...(pictures ? [pictures] : [])];

const sumsText = (manifestText: Buffer, manifest: Manifest, sums: string[]): Buffer =>
  Buffer.from(
    [
      `${createHash("sha256").update(manifestText).digest("hex")}  manifest.json\n`,
      ...partsOf(manifest).map(({ name }, index) => `${sums[index]}  ${name}\n`),
    ].join(""),
  );

/** A backup whose every byte has been verified. */
export interface Archive {
  manifest: Manifest;
  /** The database file. */
  payload(): Readable;
  /** Writes it to a new file, durably. */
  extract(target: string): Promise<void>;
  /** Those that are not in the database file. */
  pictures(): RestoredPictures;
}

/**
 * Reads and verifies a backup from the first byte to the last.
 * @throws BackupError if it is not one of ours, comes from a newer build, or is incomplete, saying what to do
 */
export async function readArchive(name: string): Promise<Archive> {
  const file = await open(name, "r").catch((cause: Error) => {
    throw new BackupError(`The backup ${name} cannot be read (${cause.message}).`, { cause });
  });
  try {
    const { size } = await file.stat();
    const { manifest, text, offset } = await readManifest(file, name, size);
    const damaged = (what: string) => new BackupError(`The backup ${name} is damaged: ${what}. Use another one.`);
    const parts = partsOf(manifest);
    const zeros = parts.map(() => "0".repeat(64));
    const sumsSize = sumsText(text, manifest, zeros).length;
    const sumsAt = parts.reduce((end, { bytes }) => end + block + padded(bytes), offset);
    const expected = sumsAt + block + padded(sumsSize) + 2 * block;
    if (size !== expected)
      throw damaged(size < expected ? `cut short at ${size} of ${expected} bytes` : `longer than ${expected} bytes`);
    const at = new Date(manifest.createdAt);
    const found: string[] = [];
    const starts: number[] = [];
    let position = offset;
    let isAsWritten = true;
    for (const part of parts) {
      const start = position + block;
      const header = await readAt(file, position, block);
      position = start + padded(part.bytes);
      const rest = await readAt(file, start + part.bytes, position - start - part.bytes);
      isAsWritten &&= header.equals(tarHeader(part.name, part.bytes, at)) && rest.equals(filling(part.bytes));
      found.push(await sumOf(payloadOf(name, start, part.bytes)));
      starts.push(start);
    }
    const sums = sumsText(text, manifest, found);
    const ending = [tarHeader(sumsName, sums.length, at), sums, filling(sums.length), Buffer.alloc(2 * block)];
    isAsWritten &&= (await readAt(file, sumsAt, size - sumsAt)).equals(Buffer.concat(ending));
    if (!isAsWritten) throw damaged("its checksums do not match");
    // Only now: a changed byte could make any migration look like one of a newer build.
    refuseNewer(manifest, name);
    const streamOf = (index: number) => payloadOf(name, starts[index] ?? 0, parts[index]?.bytes ?? 0);
    return {
      manifest,
      payload: () => streamOf(0),
      extract: (target) => extract(streamOf(0), target),
      pictures: () => (manifest.pictures ? readPictures(streamOf(1), manifest.pictures.count) : none()),
    };
  } finally {
    await file.close();
  }
}

async function* none(): RestoredPictures {}

async function readManifest(file: FileHandle, name: string, size: number) {
  const foreign = () => new BackupError(`${name} is no backup of this product, or its beginning is damaged.`);
  const header = await readAt(file, 0, block);
  const length = Number.parseInt(header.toString("ascii", 124, 135), 8);
  if (header.toString("ascii", 0, 14) !== "manifest.json\0" || !(length > 0 && length <= largestManifest))
    throw foreign();
  const text = await readAt(file, block, length);
  const found = parse(text);
  // Checked before the shape, which a newer build may have changed.
  if (found?.product === product && Number(found.format) > newestFormat) throw newer(name, `format ${found.format}`);
  const parsed = manifestShape.safeParse(found);
  const offset = block + padded(length);
  if (!parsed.success || size < offset) throw foreign();
  const rest = await readAt(file, block + length, offset - block - length);
  const isAsWritten = header.equals(tarHeader("manifest.json", length, new Date(parsed.data.createdAt)));
  if (!isAsWritten || !rest.equals(filling(length))) throw foreign();
  return { manifest: parsed.data, text, offset };
}

function parse(text: Buffer): { product?: unknown; format?: unknown } | undefined {
  try {
    return JSON.parse(text.toString());
  } catch {
    return undefined;
  }
}

function refuseNewer({ migrations, version }: Manifest, name: string): void {
  const unknown = migrations.filter((each) => !migrationNames.includes(each)).at(-1);
  if (unknown) throw newer(name, `${unknown} (version ${version})`);
}

const newer = (name: string, what: string): BackupError =>
  new BackupError(
    `The backup ${name} was made by a newer build: it is at ${what}, this build knows ${newestMigration} and format ${newestFormat}. Restore it with that build.`,
  );

async function readAt(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
  return buffer.subarray(0, bytesRead);
}

function payloadOf(name: string, start: number, bytes: number): Readable {
  if (bytes === 0) return Readable.from([]);
  return fs.createReadStream(name, { start, end: start + bytes - 1, highWaterMark: pieceBytes });
}

/** Hexadecimal SHA-256. */
export async function sumOf(bytes: Readable): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of bytes) hash.update(piece);
  return hash.digest("hex");
}

async function extract(payload: Readable, target: string): Promise<void> {
  const file = await open(target, "wx", 0o600);
  try {
    for await (const piece of payload) await file.writeFile(piece);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Whether a backup may overwrite this file, because it is one itself. */
export async function isArchive(name: string): Promise<boolean> {
  const file = await open(name, "r");
  try {
    await readManifest(file, name, (await file.stat()).size);
    return true;
  } catch (error) {
    if (error instanceof BackupError) return false;
    throw error;
  } finally {
    await file.close();
  }
}
