import { createHash } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import { insertUpload, keptHashes } from "#app/features/upload/upload.repository.server.ts";
import { findContent } from "#app/platform/content/content-registry.server.ts";
import { writeContent } from "#app/platform/content/content-write.server.ts";
import { keepRevision } from "#app/platform/content/revision.repository.server.ts";
import type { Deps } from "#app/platform/deps.ts";
import { productRoot } from "#app/platform/product-root.server.ts";
import { findSetting, insertSetting } from "#app/platform/setting.repository.server.ts";
import type { AnyEntry } from "#app/shared/content-type.ts";
import { isUniqueViolation } from "#db/failures.ts";
import { builtInAltTexts } from "#db/migrations/0026_built-in-alt-texts.ts";
import { faqs } from "#db/seed/faqs.ts";
import { jobs } from "#db/seed/jobs.ts";
import { projects } from "#db/seed/projects.ts";
import { reviews } from "#db/seed/reviews.ts";
import { withoutTimeLimits } from "#db/time-limits.server.ts";

const picturesFolder = () => path.join(productRoot(), "db/seed/pictures");

/**
 * Stores the product's own raster pictures in the database, like uploads, and returns the address of each by name. Runs
 * at every start, so that a release with a new picture adds it to existing databases too.
 */
export async function readBuiltInPictures({ db, now }: Pick<Deps, "db" | "now">): Promise<Map<string, string>> {
  const names = (await fs.readdir(picturesFolder())).filter((name) => name.endsWith(".webp")).sort();
  const pictures = await Promise.all(
    names.map(async (name) => {
      const bytes = await fs.readFile(path.join(picturesFolder(), name));
      return { name, bytes, hash: createHash("sha256").update(bytes).digest("hex").slice(0, 32) };
    }),
  );
  const kept = await keptHashes(
    db,
    pictures.map(({ hash }) => hash),
  );
  const missing = pictures.filter(({ hash }) => !kept.has(hash));
  const rows = missing.map(({ hash, bytes }) => ({
    hash,
    mime: "image/webp",
    bytes,
    ...webpSize(bytes),
    createdAt: now().toISOString(),
  }));
  if (rows.length > 0)
    await withoutTimeLimits(db, (db) =>
      db.transaction().execute(async (trx) => {
        for (const row of rows) await insertUpload(trx, row);
      }),
    );
  return new Map(pictures.map(({ name, hash }) => [`/pictures/${name}`, `/uploads/${hash}.webp`]));
}

/**
 * Dimensions of one of our own WebP files, from its header (RFC 9649, section 2), without starting the image process.
 */
function webpSize(bytes: Buffer): { width: number; height: number } {
  const kind = bytes.toString("latin1", 12, 16);
  if (kind === "VP8X") return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (kind === "VP8 ") return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  const size = bytes.readUInt32LE(21);
  return { width: (size & 0x3fff) + 1, height: ((size >>> 14) & 0x3fff) + 1 };
}

const written = "built-in content";

/**
 * Writes the built-in content to an empty database, once: if all of it is deleted, the site stays empty, even after a
 * restart.
 */
export async function writeBuiltInContent(deps: Pick<Deps, "db" | "now" | "pages" | "pictures">): Promise<void> {
  if (await findSetting(deps.db, written)) return;
  // Another instance may be writing it, however long that takes.
  await withoutTimeLimits(deps.db, (db) => writeOnce({ ...deps, db })).catch((error: unknown) => {
    // Another process that started at the same time was first.
    if (!isUniqueViolation(error)) throw error;
  });
}

async function writeOnce(deps: Pick<Deps, "db" | "now" | "pages" | "pictures">): Promise<void> {
  const at = deps.now();
  await writeContent(deps, async (db) => {
    await insertSetting(db, written, at.toISOString());
    const write = async (noun: string, input: object, readOnly?: { isSample: true }) => {
      const content = findContent(noun);
      if (!content) throw new Error(`There is no content type ${noun}`);
      const data: AnyEntry = await content.repository.insert(db, content.schemas.input.parse(input), at, readOnly);
      await keepRevision(db, {
        noun,
        slug: data.slug,
        version: data.version,
        action: "create",
        data,
        userId: null,
        at,
      });
    };
    for (const project of projects) await write("project", withPictures(project, deps.pictures), { isSample: true });
    for (const job of jobs) await write("job", job);
    for (const faq of faqs) await write("faq", faq);
    for (const review of reviews) await write("review", review, { isSample: true });
  });
}

function withPictures({ picture, detail, ...words }: (typeof projects)[number], pictures: Deps["pictures"]) {
  const address = (state: string) => pictures.get(`/pictures/${picture}-${state}.webp`) ?? "";
  const alt = (state: string) => builtInAltTexts[address(state)] ?? null;
  return {
    ...words,
    projectImage: address("built"),
    projectImageAlt: alt("built"),
    drawnImage: `/art/drawings/${picture}-drawn.svg`,
    sketchImage: address("sketch"),
    sketchImageAlt: alt("sketch"),
    sections: detail.map((section, place) => ({
      ...section,
      img: address(`detail-${place + 1}`),
      imgAlt: alt(`detail-${place + 1}`),
    })),
  };
}
