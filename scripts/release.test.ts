import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import * as tar from "tar";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { freshFolder, freshLocation } from "#test/data-location.ts";
import { freePort } from "#test/free-port.ts";
import { firstAdmin, isReady, officeOf, sendJson } from "#test/product.ts";
import { openS3 } from "#test/s3-server.ts";
import { plainPng } from "#test/upload.ts";

const root = path.resolve(import.meta.dirname, "..");
const made = path.join(root, ".runtime/release-test");

/** A release as unpacked on a server, and a PATH that contains only Node. */
const app = path.join(made, "app");
const bin = path.join(made, "bin");

beforeAll(async () => {
  fs.rmSync(made, { recursive: true, force: true });
  for (const folder of [app, bin]) fs.mkdirSync(folder, { recursive: true });
  execFileSync(process.execPath, [path.join(root, "scripts/release.mjs"), made], { stdio: "ignore" });
  await tar.extract({ file: archive(), cwd: app, strip: 1 });
  fs.symlinkSync(process.execPath, path.join(bin, "node"));
}, 240_000);

const archive = (): string => path.join(made, fs.readdirSync(made).find((name) => name.endsWith(".tar.gz")) ?? "");

/** Runs the release through its own launcher script. */
function run(args: string[], environment: Record<string, string>) {
  const env = { PATH: bin, HOST: "127.0.0.1", ...firstAdmin, ...environment };
  // Away from the checkout, whose packages it would find.
  const child = spawn(path.join(bin, "node"), [path.join(app, "jorna.mjs"), ...args], { cwd: "/", env });
  onTestFinished(() => void child.kill("SIGKILL"));
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += text));
  const ended = new Promise<[number | null, string]>((resolve) => child.on("close", (code) => resolve([code, said])));
  return { child, ended };
}

async function serve(environment: Record<string, string>) {
  const port = await freePort();
  const { child, ended } = run([], { PORT: String(port), ...environment });
  const url = `http://127.0.0.1:${port}`;
  while (!(await isReady(url))) if (child.exitCode !== null) throw new Error((await ended)[1]);
  const end = () => {
    child.kill("SIGTERM");
    return ended.then(([code]) => code);
  };
  return { url, port, ended, end };
}

test("a release has one version: in its name, --version, the backups and the metrics", async () => {
  const [, version = ""] = /^jorna-(\d+\.\d+\.\d+(?:\+[\da-f]{8})?)-linux-/.exec(path.basename(archive())) ?? [];
  expect(await run(["--version"], {}).ended).toEqual([0, `${version}\n`]);
  const data = { DATA_DIR: freshFolder() };
  const site = await serve(data);
  expect(await (await fetch(`${site.url}/metrics`)).text()).toContain(`jorna_build_info{version="${version}"} 1`);
  const file = path.join(freshFolder(), "site.tar");
  expect((await run(["backup", file], data).ended)[1]).toContain(`by version ${version}.`);
  expect(await site.end()).toBe(0);
});

test("a release is under 20 MB and contains no build or test packages", () => {
  expect(fs.statSync(archive()).size).toBeLessThan(20_000_000);
  // In the format of sha256sum.
  const sum = createHash("sha256").update(fs.readFileSync(archive())).digest("hex");
  expect(fs.readFileSync(`${archive()}.sha256`, "utf8")).toBe(`${sum}  ${path.basename(archive())}\n`);
  // Only what works in it.
  expect(fs.readdirSync(path.join(app, "deploy")).sort()).toEqual(["Caddyfile", "jorna.service", "nginx.conf"]);
  for (const name of ["README.md", "CHANGELOG.md", "docs/operating.md"]) {
    const text = fs.readFileSync(path.join(app, name), "utf8");
    for (const [, target = ""] of text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g))
      expect([name, target, fs.existsSync(path.join(app, path.dirname(name), target))]).toEqual([name, target, true]);
    if (name !== "CHANGELOG.md") expect(text).not.toMatch(/docker|Dockerfile|compose|npm (start|run|test)/);
  }
  // Messages refer to its table of settings.
  expect(fs.readFileSync(path.join(app, "README.md"), "utf8")).toContain("## Settings");
  const packages = fs.readdirSync(path.join(app, "node_modules"));
  expect(packages).toEqual(expect.arrayContaining(["better-sqlite3", "harfbuzzjs", "nodemailer", "pg", "sharp"]));
  for (const other of ["vite", "typescript", "vitest", "react", "subset-font"]) expect(packages).not.toContain(other);
});

test("a release contains no development build of React, nor any other choice by NODE_ENV", () => {
  const server = path.join(app, "dist/server");
  const files = fs.readdirSync(server, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".js"));
  const code = files.map((name) => fs.readFileSync(path.join(server, name), "utf8")).join("\n");
  expect(code).toContain("react-dom-server.node.production");
  expect(code.match(/react-dom-server\S*\.development|process\.env\.NODE_ENV/)?.[0]).toBeUndefined();
});

test("a release with only Node serves pages, accepts uploads and leads, and makes and verifies backups", async () => {
  const data = { DATA_DIR: freshFolder() };
  const site = await serve(data);
  expect(await (await fetch(site.url)).text()).toMatch(/<h1/);
  const share = await fetch(`${site.url}/share/home.png`);
  expect([share.status, share.headers.get("Content-Type")]).toEqual([200, "image/png"]);
  const lead = { fullName: "Ada Lovelace", email: "ada@example.com", message: "An engine, please." };
  const sent = await sendJson(site.url, "/quote/new", lead);
  expect(sent.status).toBe(201);
  expect((await (await officeOf(site.url)).upload(await plainPng())).status).toBe(201);

  // The command of the image's health check.
  const dockerfile = fs.readFileSync(path.join(root, "deploy/Dockerfile"), "utf8");
  const [, check = ""] = /HEALTHCHECK[^\n]*\n\s+CMD (\[.*\])/.exec(dockerfile) ?? [];
  const [, ...args] = JSON.parse(check) as string[];
  const isHealthy = (port: number) =>
    new Promise((resolve) =>
      spawn(process.execPath, args, { env: { PORT: String(port) } }).on("close", (code) => resolve(code === 0)),
    );
  expect(await isHealthy(site.port)).toBe(true);

  const file = path.join(freshFolder(), "site.tar");
  expect(await run(["backup", file], data).ended).toEqual([0, expect.stringContaining("Backup made")]);
  expect(await run(["backup", "--prove", file], data).ended).toEqual([0, expect.stringContaining("is proved")]);
  const storage = await openS3();
  const upload = run(["backup", "--upload", file], { ...data, ...storage.environment });
  expect(await upload.ended).toEqual([0, expect.stringContaining("Copied in")]);
  expect(await site.end()).toBe(0);
  expect((await site.ended)[1]).toContain(
    `\n  Site         http://localhost:${site.port}\n  Back office  http://localhost:${site.port}/admin/login\n`,
  );
  expect(await isHealthy(site.port)).toBe(false);
  expect(await run(["dance"], data).ended).toEqual([1, expect.stringMatching(/^There is no command dance\./)]);
});

test("a release takes compiled code from a folder of its own only, never from one that somebody else may write to", async () => {
  const isUsed = async (make: (cache: string) => void) => {
    const TMPDIR = freshFolder();
    const cache = path.join(TMPDIR, `jorna-compiled-${process.getuid?.()}`);
    make(cache);
    await run(["backup"], { TMPDIR }).ended;
    return fs.readdirSync(cache).length > 0;
  };
  expect(await isUsed(() => {})).toBe(true);
  const open = (cache: string) => {
    fs.mkdirSync(cache);
    fs.chmodSync(cache, 0o777);
  };
  expect(await isUsed(open)).toBe(false);
  expect(await isUsed((cache) => fs.symlinkSync(freshFolder(), cache))).toBe(false);
});

test("a release names its own commands, and its public address if it has one", async () => {
  const data = { DATA_DIR: freshFolder(), PUBLIC_URL: "https://site.example" };
  expect(await run(["admin", "list"], data).ended).toEqual([
    1,
    expect.stringContaining("Start the site once (node jorna.mjs)."),
  ]);

  const site = await serve(data);
  await site.end();
  const [, said] = await site.ended;
  expect(said).toContain("\n  Site         https://site.example\n  Back office  https://site.example/admin/login\n");
  expect(said).toContain(`\n  Listens on   http://localhost:${site.port}\n`);
  expect(said).toContain(`if it is lost: node jorna.mjs admin reset ${firstAdmin.ADMIN_EMAIL}\n`);

  for (const command of ["admin", "backup", "restore", "move"]) {
    const [code, usage] = await run([command], data).ended;
    expect([code, usage.includes("npm")]).toEqual([1, false]);
    expect(usage).toContain(`\n  node jorna.mjs ${command} `);
  }
  expect((await run(["upgrade", "now"], data).ended)[1]).toContain("\n  node jorna.mjs upgrade --check\n");
});

test("a release serves from PostgreSQL", async () => {
  const { databaseUrl = "", dataDir } = await freshLocation("postgres");
  const site = await serve({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir });
  expect((await fetch(`${site.url}/portfolio`)).status).toBe(200);
  expect(await site.end()).toBe(0);
});
