import fs from "node:fs";
import { afterRestore } from "#app/features/data-subject/erase-visitor-data.service.server.ts";
import { createLog } from "#app/platform/observability/log.ts";
import { createLogOutput } from "#app/platform/observability/log-output.ts";
import { requireOwner } from "#db/data-dir/owner.server.ts";
import { requireMigrated } from "#db/migrate/migrate.server.ts";
import { OpenError, openDatabase, sqliteFile } from "#db/open.server.ts";
import { readConfig } from "../config.ts";
import { parseAdminCommand, runAdminCommand } from "./administrators.ts";
import { runCommand } from "./console.ts";

/** `npm run admin`: opens the site's database, possibly beside the running site, and changes no schema. */
await runCommand(async (args) => {
  const command = parseAdminCommand(args);
  const config = readConfig();
  if (!config.databaseUrl) requireOwner(config.dataDir);
  // Opening it would create one.
  if (!config.databaseUrl && !fs.existsSync(sqliteFile(config.dataDir)))
    throw new OpenError(`DATA_DIR: there is no database in ${config.dataDir} yet. Start the site once (npm start).`);
  const { db, close } = await openDatabase(config);
  try {
    await requireMigrated(db);
    const log = createLog(config.logLevel, createLogOutput());
    const deps = { config, db, log, now: () => new Date() };
    // The first start of a restored site would end a link that is made before it.
    await afterRestore(deps);
    return await runAdminCommand(deps, command);
  } finally {
    await close();
  }
});
