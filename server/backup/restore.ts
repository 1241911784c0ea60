import type { Config } from "#app/platform/config.ts";
import { BackupError } from "#db/backup-facts.ts";
import { restoreSqlite } from "#db/sqlite-backup.server.ts";
import { type Manifest, readArchive } from "./archive.ts";

/**
 * Makes the site of a backup in an empty place: a data folder without one, or an empty PostgreSQL database. An older build's is brought
 * up to date by the next start. What is refused has changed nothing.
 * @param environment of this process, for the programs of PostgreSQL
 * @throws BackupError, CannotOpen
 */
export async function restoreBackup(
  { dataDir, databaseUrl, port }: Pick<Config, "dataDir" | "databaseUrl" | "port">,
  file: string,
  environment: Record<string, string | undefined>,
): Promise<Manifest> {
  const { manifest, payload, extract } = await readArchive(file);
  const wanted = databaseUrl === undefined ? "sqlite" : "postgres";
  if (manifest.database !== wanted)
    throw new BackupError(
      `The backup ${file} is of ${names[manifest.database]}, and DATABASE_URL is ${databaseUrl ? "set" : "not set"}, which means ${names[wanted]}.`,
    );
  if (databaseUrl === undefined) await restoreSqlite({ dataDir, port }, manifest, extract);
  else {
    const { restorePostgres } = await import("#db/postgres-backup.server.ts");
    await restorePostgres(databaseUrl, manifest, payload, environment);
  }
  return manifest;
}

export const names = { sqlite: "SQLite", postgres: "PostgreSQL" };
