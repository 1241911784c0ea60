import path from "node:path";
import { readArchive } from "../backup/archive.ts";
import { makeBackup } from "../backup/backup.ts";
import { processEnvironment, readConfig } from "../config.ts";
import { describeBackup, runCommand, WrongUsage } from "./console.ts";

const usage = `One file with the whole site, made while the site runs or not:

  npm run backup -- FILE           makes it; a former backup of that name is replaced when the new one is whole
  npm run backup -- --verify FILE  reads one from the first byte to the last, and says what it holds`;

/** `npm run backup`, and what the site's own schedule starts. */
await runCommand(async (args) => {
  const words = args.filter((word) => word !== "--verify");
  const [file] = words;
  if (!file || words.length > 1 || file.startsWith("-")) throw new WrongUsage(usage);
  const target = path.resolve(file);
  if (words.length < args.length) {
    const { manifest } = await readArchive(target);
    return `${target} is whole: ${describeBackup(manifest)}.`;
  }
  const begun = performance.now();
  const manifest = await makeBackup(readConfig(), target, processEnvironment());
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  return `Backup made in ${seconds} s: ${target}, ${describeBackup(manifest)}.`;
});
