import path from "node:path";
import { readArchive } from "../backup/archive.ts";
import { makeBackup } from "../backup/backup.ts";
import { processEnvironment, readConfig } from "../config.ts";
import { describeBackup, runCommand, WrongUsage } from "./console.ts";

const usage = `One file with the whole site, made while the site runs or not:

  npm run backup -- FILE           makes it; a former backup of that name is replaced when the new one is whole
  npm run backup -- --verify FILE  reads one from the first byte to the last, and says what it holds
  npm run backup -- --prove FILE   restores one into a scratch database, compares it, and draws every page from it`;

/** `npm run backup`; also started by the site's own schedule. */
await runCommand(async (args) => {
  const options = args.filter((word) => word.startsWith("-"));
  const [file, ...others] = args.filter((word) => !word.startsWith("-"));
  const [option, ...more] = options;
  if (!file || others.length > 0 || more.length > 0) throw new WrongUsage(usage);
  const target = path.resolve(file);
  const begun = performance.now();
  const seconds = () => ((performance.now() - begun) / 1000).toFixed(1);
  switch (option) {
    case "--verify": {
      const { manifest } = await readArchive(target);
      return `${target} is whole: ${describeBackup(manifest)}.`;
    }
    case "--prove": {
      // Rendering pages needs the whole application, which making a backup need not load.
      const { proveBackup } = await import("../backup/prove.ts");
      const { manifest, pages } = await proveBackup(readConfig(), target, processEnvironment());
      return `${target} is proved in ${seconds()} s: restored, compared, ${pages} pages rendered; ${describeBackup(manifest)}.`;
    }
    case undefined: {
      const manifest = await makeBackup(readConfig(), target, processEnvironment());
      return `Backup made in ${seconds()} s: ${target}, ${describeBackup(manifest)}.`;
    }
    default:
      throw new WrongUsage(usage);
  }
});
