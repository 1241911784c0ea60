import { existsSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "..");
const packageOf = (name: string) =>
  JSON.parse(readFileSync(path.join(root, "node_modules", name, "package.json"), "utf8"));

interface Locked {
  dev?: boolean;
  optional?: boolean;
  optionalDependencies?: Record<string, string>;
}

const lock: { packages: Record<string, Locked> } = JSON.parse(
  readFileSync(path.join(root, "package-lock.json"), "utf8"),
);

// Versions below these have known holes (Node and Hono: request parsing and path handling, SQLite: a WAL reset that loses writes).
test("Node is at least 24.14.1", () => {
  expect(isAtLeast(process.versions.node, "24.14.1"), process.versions.node).toBe(true);
});

test("Hono is at least 4.12.25", () => {
  const { version } = packageOf("hono");
  expect(isAtLeast(version, "4.12.25"), version).toBe(true);
});

test("the bundled SQLite is at least 3.51.3, which cannot lose a write in a WAL reset", () => {
  const database = new Database(":memory:");
  const version = String(database.prepare("select sqlite_version()").pluck().get());
  database.close();
  expect(isAtLeast(version, "3.51.3"), version).toBe(true);
});

test("the lock file names the packages of every platform", () => {
  const missing = Object.values(lock.packages)
    .flatMap((entry) => Object.keys(entry.optionalDependencies ?? {}))
    .filter((name) => !lock.packages[`node_modules/${name}`]);
  expect(missing, "node scripts/complete-lock.mjs adds them").toEqual([]);
});

test("production stands on at most 100 packages", () => {
  // Of a package that comes once per platform a machine installs one: such packages are marked optional.
  const needed = Object.entries(lock.packages).filter(
    ([place, entry]) => place !== "" && !entry.dev && !entry.optional,
  );
  expect(needed.length).toBeLessThanOrEqual(100);
});

test("production takes at most 150 MB on the disk", () => {
  const installed = Object.entries(lock.packages)
    .filter(([place, entry]) => place !== "" && !entry.dev)
    .map(([place]) => path.join(root, place))
    .filter((folder) => existsSync(folder));
  const bytes = installed.reduce((sum, folder) => sum + sizeOf(folder), 0);
  expect(bytes).toBeGreaterThan(10e6);
  expect(bytes).toBeLessThanOrEqual(150e6);
});

/** Of all files in a folder; packages inside it are counted on their own. */
function sizeOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== "node_modules")
    .map((entry) => {
      const place = path.join(folder, entry.name);
      return entry.isDirectory() ? sizeOf(place) : lstatSync(place).size;
    })
    .reduce((sum, bytes) => sum + bytes, 0);
}

function isAtLeast(version: string, floor: string): boolean {
  const [have, need] = [version, floor].map((text) => text.split(".").map(Number));
  const at = need?.findIndex((part, index) => part !== have?.[index]) ?? -1;
  return at === -1 || Number(have?.[at]) > Number(need?.[at]);
}
