import type { Config } from "#app/platform/config.ts";
import { BackupError } from "#db/backup-facts.ts";
import { restoreSqlite } from "#db/sqlite/backup.server.ts";
import { type Archive, type Manifest, readArchive } from "./archive.ts";

type Place = Pick<Config, "dataDir" | "databaseUrl" | "port">;

/**
 * Makes the site of a backup in an empty place: a data folder without one, or an empty PostgreSQL database. An older build's is brought
 * up to date by the next start. What is refused has changed nothing.
 * @param environment of this process, for the programs of PostgreSQL
 * @throws BackupError, CannotOpen
 */
export async function restoreBackup(
  place: Place,
  file: string,
  environment: Record<string, string | undefined>,
): Promise<Manifest> {
  const archive = await readArchive(file);
  const { database } = archive.manifest;
  const wanted = place.databaseUrl === undefined ? "sqlite" : "postgres";
  if (database !== wanted)
    throw new BackupError(
      `The backup ${file} is of ${names[database]}, and DATABASE_URL is ${place.databaseUrl ? "set" : "not set"}, which means ${names[wanted]}.`,
    );
  await restoreArchive(place, archive, environment);
  return archive.manifest;
}

/** The same of an archive that was read, into a place of its kind. */
export async function restoreArchive(
  { dataDir, databaseUrl, port }: Place,
  { manifest, payload, extract }: Archive,
  environment: Record<string, string | undefined>,
): Promise<void> {
  if (databaseUrl === undefined) return restoreSqlite({ dataDir, port }, manifest, extract);
  const { restorePostgres } = await import("#db/postgres/backup.server.ts");
  await restorePostgres(databaseUrl, manifest, payload, environment);
}

export const names = { sqlite: "SQLite", postgres: "PostgreSQL" };
