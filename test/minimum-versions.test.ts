import { execFileSync } from "node:child_process";
import { existsSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "..");
const packageOf = (name: string) =>
  JSON.parse(readFileSync(path.join(root, "node_modules", name, "package.json"), "utf8"));

interface Locked {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  hasInstallScript?: boolean;
  optionalDependencies?: Record<string, string>;
}

const lock: { packages: Record<string, Locked> } = JSON.parse(
  readFileSync(path.join(root, "package-lock.json"), "utf8"),
);

// Versions below these have known vulnerabilities or bugs (Node and Hono: request parsing and path handling, SQLite: a
// WAL reset that loses writes).
test("Node is at least 24.14.1", () => {
  expect(isAtLeast(process.versions.node, "24.14.1"), process.versions.node).toBe(true);
});

test.each([
  // Path confusion, mount prefix, body limits: CVE-2026-39407, CVE-2026-47676, CVE-2026-44456, CVE-2026-54286.
  ["hono", "4.12.25"],
  // The same for static paths: CVE-2026-39406, GHSA-wc8c-qw6v-h7f6.
  ["@hono/node-server", "1.19.11"],
  // Address parser: CVE-2025-14874; a quoted local part was delivered elsewhere before 7.0.7.
  ["nodemailer", "7.0.11"],
  // CVE-2026-22030, -22029, -21884, CVE-2025-61686, -43864.
  ["react-router", "7.12.0"],
  // Bundles libvips with the decoders' fixes, and enforces its pixel limit.
  ["sharp", "0.34.0"],
  // Bundles the SQLite version of the test below.
  ["better-sqlite3", "12.8.0"],
])("%s is at least %s", (name, floor) => {
  const { version } = packageOf(name);
  expect(isAtLeast(version, floor), version).toBe(true);
});

test("no package runs a script when it is installed", () => {
  const withScript = Object.entries(lock.packages).filter(([, entry]) => entry.hasInstallScript && !entry.optional);
  expect(withScript.map(([place]) => place)).toEqual([]);
});

test("docs/dependencies.md lists exactly the production dependencies", () => {
  const { dependencies } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  const text = readFileSync(path.join(root, "docs/dependencies.md"), "utf8");
  const named = [...text.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name]) => name);
  expect(named.sort()).toEqual(Object.keys(dependencies).sort());
});

test("npm run sbom lists every production package of the lock file and no other", () => {
  const sbom = JSON.parse(execFileSync(process.execPath, ["scripts/sbom.mjs"], { cwd: root, encoding: "utf8" }));
  const listed: string[] = sbom.components.map(
    (each: { name: string; version: string }) => `${each.name}@${each.version}`,
  );
  const locked = Object.entries(lock.packages)
    .filter(([place, entry]) => place !== "" && !entry.dev)
    .map(([place, entry]) => `${place.replace(/^.*node_modules\//, "")}@${entry.version}`);
  expect(listed.toSorted()).toEqual([...new Set(locked)].toSorted());
  expect(listed).toContainEqual(expect.stringMatching(/^react@/));
  expect(sbom.metadata.component.name).toBe("jorna");
});

test("each decision record begins with the number in its file name, and the numbers are unique", () => {
  const folder = path.join(root, "docs/decisions");
  const numbers = readdirSync(folder).flatMap((name) => /^(\d{4})-/.exec(name)?.[1] ?? []);
  expect(numbers).toEqual([...new Set(numbers)]);
  for (const name of readdirSync(folder).filter((each) => each !== "README.md"))
    expect(readFileSync(path.join(folder, name), "utf8").slice(0, 7)).toBe(`# ${name.slice(0, 4)} `);
});

test("the bundled SQLite is at least 3.51.3, which cannot lose a write in a WAL reset", () => {
  const database = new Database(":memory:");
  const version = String(database.prepare("select sqlite_version()").pluck().get());
  database.close();
  expect(isAtLeast(version, "3.51.3"), version).toBe(true);
});

test("the lock file contains the optional packages of every platform", () => {
  const missing = Object.values(lock.packages)
    .flatMap((entry) => Object.keys(entry.optionalDependencies ?? {}))
    .filter((name) => !lock.packages[`node_modules/${name}`]);
  expect(missing, "node scripts/complete-lock.mjs adds them").toEqual([]);
});

test("production depends on at most 100 packages", () => {
  // A package with one variant per platform is installed only once: such variants are marked optional.
  const needed = Object.entries(lock.packages).filter(
    ([place, entry]) => place !== "" && !entry.dev && !entry.optional,
  );
  expect(needed.length).toBeLessThanOrEqual(100);
});

test("production packages take at most 150 MB on disk", () => {
  const installed = Object.entries(lock.packages)
    .filter(([place, entry]) => place !== "" && !entry.dev)
    .map(([place]) => path.join(root, place))
    .filter((folder) => existsSync(folder));
  const bytes = installed.reduce((sum, folder) => sum + sizeOf(folder), 0);
  expect(bytes).toBeGreaterThan(10e6);
  expect(bytes).toBeLessThanOrEqual(150e6);
});

/** Size of all files in a folder; nested packages are counted separately. */
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
