import { execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import * as tar from "tar";

const root = path.resolve(import.meta.dirname, "../..");

/** A build of an earlier commit, in a temporary folder. */
export interface FormerBuild {
  commit: string;
  /** Its newest migration. */
  migration: string;
  /** Path of its server program. */
  program: string;
  remove(): void;
}

/** There is no former build here; the message says why. */
export class NoFormerBuild extends Error {
  override name = "NoFormerBuild";
}

/**
 * Builds the last commit before the newest migration, from the history of this checkout and with the packages that are
 * installed in it.
 * @throws NoFormerBuild
 */
export async function buildFormer(): Promise<FormerBuild> {
  const added = git("log", "-1", "--diff-filter=A", "--format=%H", "--", "db/migrations");
  if (added === "") throw new NoFormerBuild("The history here names no commit that added a migration.");
  const commit = git("rev-parse", "--short", "--verify", `${added}^`);
  const migrations = git("ls-tree", "--name-only", commit, "db/migrations/").split("\n").sort();
  const folder = mkdtempSync(path.join(tmpdir(), "drill-former-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const archive = spawn("git", ["archive", commit], { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
    await pipeline(archive.stdout, tar.extract({ cwd: folder, strict: true }));
    symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"));
    const built = spawnSync(process.execPath, ["scripts/build.mjs"], { cwd: folder, encoding: "utf8" });
    const program = path.join(folder, "dist/server/main.js");
    if (built.status !== 0 || !existsSync(program))
      throw new NoFormerBuild(`The commit ${commit} cannot be built with the packages installed here: ${built.stderr}`);
    return { commit, migration: path.basename(migrations.at(-1) ?? "", ".ts"), program, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

function git(...args: string[]): string {
  try {
    return execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();
  } catch (cause) {
    const said = String((cause as { stderr?: string }).stderr ?? (cause as Error).message).trim();
    throw new NoFormerBuild(`This is no git checkout with its history: ${said.split("\n")[0]}`, { cause });
  }
}
