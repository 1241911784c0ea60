import path from "node:path";
import { restoreBackup } from "../backup/restore.ts";
import { processEnvironment, readConfig } from "../config.ts";
import { describeBackup, runCommand, WrongUsage } from "./console.ts";

const usage = `The site of a backup, into an empty place (DATA_DIR without a site, or an empty PostgreSQL database):

  npm run restore -- FILE`;

/** `npm run restore`. */
await runCommand(async (args) => {
  const [file] = args;
  if (!file || args.length > 1 || file.startsWith("-")) throw new WrongUsage(usage);
  const config = readConfig();
  const begun = performance.now();
  const manifest = await restoreBackup(config, path.resolve(file), processEnvironment());
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  const place = config.databaseUrl === undefined ? config.dataDir : "the database of DATABASE_URL";
  return `Restored in ${seconds} s into ${place}: ${describeBackup(manifest)}. Start the site now (npm start).`;
});
