import fs from "node:fs";
import path from "node:path";
import type { Config } from "#app/platform/config.ts";
import { BackupError } from "#db/backup-facts.ts";
import { OpenError } from "#db/open-database.ts";
import { requireRoom } from "#db/room.server.ts";
import { PageFailed, renderSite } from "../render-site.ts";
import { type Manifest, readArchive } from "./archive.ts";
import { partialFile, removeLeftovers } from "./partial-files.ts";
import { restoreArchive } from "./restore.ts";

export interface Proof {
  manifest: Manifest;
  /** How many pages were rendered from it. */
  pages: number;
}

/**
 * Proves that a backup works: restores it into a scratch database (beside the file, or on the PostgreSQL server of
 * `scratchUrl`, otherwise of DATABASE_URL), compares counts and checksums, renders every public page from it, and
 * cleans up.
 * @throws BackupError with the reason if it does not
 */
export async function verifyBackup(
  config: Config,
  file: string,
  environment: Record<string, string | undefined>,
): Promise<Proof> {
  const archive = await readArchive(file);
  await removeLeftovers(path.dirname(file), (name) => name === path.basename(file));
  const dataDir = partialFile(file, "proof");
  // The pictures are in the scratch database: the bucket is not touched.
  const scratch = { ...config, dataDir, port: 0, backup: undefined, pictureBucket: undefined };
  const verify = async (databaseUrl: string | undefined) => {
    const place = { ...scratch, databaseUrl };
    await restoreArchive(place, archive, environment);
    return renderSite(place);
  };
  const { database, payload, pictures } = archive.manifest;
  try {
    // What is free on the disk of a PostgreSQL server, it does not tell.
    if (database === "sqlite") requireRoom(path.dirname(file), payload.bytes + (pictures?.bytes ?? 0));
    fs.mkdirSync(dataDir, { mode: 0o700 });
    const pages = database === "sqlite" ? await verify(undefined) : await inScratchDatabase(config, verify);
    return { manifest: archive.manifest, pages };
  } catch (cause) {
    if (cause instanceof BackupError) throw cause;
    const isPlain = cause instanceof OpenError || cause instanceof PageFailed;
    throw new BackupError(
      isPlain ? `The backup ${file} is unusable: ${cause.message}` : `The backup ${file} cannot be proved (${cause}).`,
      { cause },
    );
  } finally {
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
}

/**
 * A backup is made even if the bucket has lost pictures, and restores all others; but nobody may take it for whole.
 * @throws BackupError naming some of them
 */
export function requirePictures({ pictures }: Manifest, file: string): void {
  if (!pictures?.missing) return;
  const { count, first } = pictures.missing;
  const named = first.join(", ") + (count > first.length ? ", …" : "");
  throw new BackupError(
    `The backup ${file} is restored and rendered, but lacks pictures that are missing in the bucket, ${count} in all: ${named}. Put them back there, upload them again, or delete them.`,
  );
}

async function inScratchDatabase<T>(
  { databaseUrl, scratchUrl }: Config,
  work: (databaseUrl: string) => Promise<T>,
): Promise<T> {
  const server = scratchUrl ?? databaseUrl;
  if (server === undefined)
    throw new BackupError(
      "The backup is of PostgreSQL. Set BACKUP_SCRATCH_URL (or DATABASE_URL) to a server on which databases may be made.",
    );
  const { withScratchDatabase } = await import("#db/postgres/scratch.server.ts");
  return withScratchDatabase(server, work);
}
