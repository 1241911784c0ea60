import fs from "node:fs";
import { createLog, errorFacts } from "#app/platform/observability/log.ts";
import { createLogOutput } from "#app/platform/observability/log-output.ts";
import { isDatabaseUnavailable } from "#db/failures.ts";
import { NewerDatabase, OlderDatabase, requireMigrated } from "#db/migrate/migrate.server.ts";
import { OpenError, openDatabase, sqliteFile } from "#db/open.server.ts";
import { InvalidEnvironment, readConfig } from "../config.ts";
import { AdministratorsError, runAdminCommand } from "./administrators.ts";

/**
 * `npm run admin`: opens the site's database, possibly beside the running site, changes no schema, and prints the
 * result.
 */
async function main(): Promise<void> {
  const config = readConfig();
  // Opening it would create one.
  if (!config.databaseUrl && !fs.existsSync(sqliteFile(config.dataDir)))
    throw new OpenError(`DATA_DIR: there is no database in ${config.dataDir} yet. Start the site once (npm start).`);
  const { db, close } = await openDatabase(config);
  try {
    await requireMigrated(db);
    const log = createLog(config.logLevel, createLogOutput());
    console.log(await runAdminCommand({ config, db, log, now: () => new Date() }, process.argv.slice(2)));
  } finally {
    await close();
  }
}

function reason(error: unknown): string {
  const isPlain = [AdministratorsError, InvalidEnvironment, OpenError, NewerDatabase, OlderDatabase].some(
    (kind) => error instanceof kind,
  );
  if (isPlain) return (error as Error).message;
  if (isDatabaseUnavailable(error)) return "The database cannot be written to just now. Try again in a few seconds.";
  return JSON.stringify(errorFacts(error));
}

try {
  await main();
} catch (error) {
  console.error(reason(error));
  process.exitCode = 1;
}
