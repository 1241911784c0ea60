import path from "node:path";
import type { Config } from "#app/platform/config.ts";
import { listsIn, readErased, restoredSetting } from "#app/platform/erased-people.server.ts";
import { BackupError } from "#db/backup-facts.ts";
import { restoreSqlite } from "#db/sqlite/backup.server.ts";
import { type Archive, type Manifest, readArchive } from "./archive.ts";
import { horizonMs } from "./file-name.ts";

type Place = Pick<Config, "dataDir" | "databaseUrl" | "port">;

/** What is written into a restored database: settings by name. */
type Settings = Record<string, string>;

/**
 * Restores the site of a backup to an empty location: a data folder without a site, or an empty PostgreSQL database. A
 * backup from an older build is migrated by the next start. If it fails, nothing was changed. The next start ends what
 * may have ended since the backup (`afterRestore`); the lists beside it and of this site say who was erased.
 * @param lists the contents of more such lists
 * @param environment of this process, for the PostgreSQL tools
 * @throws BackupError, OpenError
 */
export async function restoreBackup(
  place: Place & Pick<Config, "backup">,
  file: string,
  environment: Record<string, string | undefined>,
  lists: string[] = [],
): Promise<Manifest> {
  const archive = await readArchive(file);
  const { database } = archive.manifest;
  const wanted = place.databaseUrl === undefined ? "sqlite" : "postgres";
  if (database !== wanted)
    throw new BackupError(
      `The backup ${file} is of ${names[database]}, and DATABASE_URL is ${place.databaseUrl ? "set" : "not set"}, which means ${names[wanted]}.`,
    );
  const folder = path.dirname(file);
  // A backup from before an upgrade may be in a folder of its own in DATA_DIR.
  const besideIt = path.basename(folder) === "upgrade" ? [folder, path.dirname(folder)] : [folder];
  const found = [...besideIt, place.dataDir, place.backup?.folder ?? folder].flatMap(listsIn);
  // Clocks of instances differ, and what was being erased while the backup was made may be in it.
  const since = new Date(Date.parse(archive.manifest.createdAt) - horizonMs).toISOString();
  const erased = readErased([...found, ...lists], since);
  await restoreArchive(place, archive, environment, { [restoredSetting]: JSON.stringify(erased) });
  return archive.manifest;
}

/** The same for an archive already read, to a location of the same kind. */
export async function restoreArchive(
  { dataDir, databaseUrl, port }: Place,
  { manifest, payload, extract, pictures }: Archive,
  environment: Record<string, string | undefined>,
  settings: Settings = {},
): Promise<void> {
  if (databaseUrl === undefined) return restoreSqlite({ dataDir, port }, manifest, extract, pictures(), settings);
  const { restorePostgres } = await import("#db/postgres/backup.server.ts");
  await restorePostgres(databaseUrl, manifest, payload, environment, pictures(), settings);
}

export const names = { sqlite: "SQLite", postgres: "PostgreSQL" };
