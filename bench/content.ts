import { randomBytes, randomInt } from "node:crypto";
import { projectInput } from "#app/features/project/project.contract.ts";
import { projectRepository } from "#app/features/project/project.repository.server.ts";
import { insertQuote } from "#app/features/quote/quote.repository.server.ts";
import { insertUpload } from "#app/features/upload/upload.repository.server.ts";
import { variantWidths } from "#app/shared/image-address.ts";
import { openDatabase } from "#db/open.server.ts";
import type { Db } from "#db/schema.ts";

/** Writes to the database of a product that is not running, in one transaction. */
export async function fill(
  place: { dataDir: string; databaseUrl?: string | undefined },
  write: (db: Db) => Promise<void>,
): Promise<void> {
  const { db, close } = await openDatabase({ databaseUrl: undefined, ...place });
  await db.transaction().execute(write);
  await close();
}

const words = ["stock", "orders", "wallet", "portal", "clinic", "booking", "token", "delivery", "listing", "course"];

/** Numbered leads made of ordinary words; one in 2,000 contains "lighthouse". */
export async function quotes(db: Db, from: number, to: number): Promise<void> {
  for (let n = from; n < to; n++) {
    const word = words[n % words.length];
    const rare = n % 2_000 === 0 ? " lighthouse" : "";
    const message = `We need a ${word} for ${n} people${rare}, with the ${words[(n * 7) % words.length]} we already have.`;
    await insertQuote(db, { fullName: `Visitor ${n}`, email: `visitor${n}@example.com`, message }, null, new Date());
  }
}

const project = (n: number) =>
  projectInput.parse({
    title: `Project ${n}`,
    description: "A portal that replaces three spreadsheets.",
    technology: "React, Node.js",
  });

export async function projects(db: Db, from: number, to: number): Promise<void> {
  for (let n = from; n < to; n++) await projectRepository.insert(db, project(n), new Date());
}

/** Of one picture with all its sizes. */
export const bytesPerPicture = { original: 250_000, size: 2_000 };

const noise = randomBytes(64 * 1024 * 1024);

/** Bytes that do not compress. */
function someBytes(length: number): Buffer {
  const from = randomInt(noise.length - length);
  return noise.subarray(from, from + length);
}

/** Pictures in all sizes, so the only work left is checking whether one is missing. */
export async function pictures(db: Db, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const hash = randomBytes(16).toString("hex");
    const row = { hash, mime: "image/webp", bytes: someBytes(bytesPerPicture.original), width: 1920, height: 1440 };
    await insertUpload(db, { ...row, createdAt: new Date().toISOString() });
    const variants = variantWidths.flatMap((width) =>
      (["avif", "webp"] as const).map((format) => ({ hash, width, format, bytes: someBytes(bytesPerPicture.size) })),
    );
    await db.insertInto("uploadVariant").values(variants).execute();
  }
}
