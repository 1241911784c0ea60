import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

/**
 * Measuring tools that neither starting nor testing needs: installed on demand beside the pinned Node, outside the lock
 * file.
 * @returns the package's folder
 */
export async function bring(name: string, version: string): Promise<string> {
  const home = path.resolve(".runtime/bench");
  const folder = path.join(home, "node_modules", name);
  if (!fs.existsSync(path.join(folder, "package.json"))) {
    console.error(`Bringing ${name} ${version} …`);
    fs.mkdirSync(home, { recursive: true });
    const npm = spawnSync(
      "npm",
      ["install", "--prefix", home, "--no-save", "--no-audit", "--no-fund", "--loglevel=error", `${name}@${version}`],
      {
        stdio: ["ignore", "ignore", "inherit"],
      },
    );
    if (npm.status !== 0) throw new Error(`${name} could not be brought.`);
  }
  return folder;
}
