import { hash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { createTestApp, signIn, type TestApp } from "#test/app.ts";
import { type CommandOutcome, killAt, runCommand } from "#test/commands.ts";
import { type DataLocation, freshFolder, freshLocation, hasStatistics, runStatements } from "#test/data-location.ts";
import { ada, charles, makeFaq, makeProject } from "#test/make.ts";
import type { Environment } from "#test/process-environment.ts";
import { uploadPicture } from "#test/upload.ts";
import { openPostgresSource } from "./postgres-move.server.ts";

const placeOf = ({ dataDir, databaseUrl }: DataLocation): string => databaseUrl ?? dataDir;

const move = (from: DataLocation, to: DataLocation, environment: Environment = {}): Promise<CommandOutcome> =>
  runCommand("move", ["--from", placeOf(from), "--to", placeOf(to)], environment);

/** As an operator may do, from PostgreSQL 17 on. */
const limitTransactions = ({ databaseUrl = "" }: DataLocation, ms: string) =>
  runStatements(
    databaseUrl,
    `do $$ begin execute format('alter database %I set transaction_timeout = ${ms}', current_database());
     exception when undefined_object then null; end $$`,
  );

/** Opens a site at this location, runs `work` and closes it again. */
async function withSite<T>(place: DataLocation, work: (app: TestApp) => Promise<T>, isNew = false): Promise<T> {
  const app = await createTestApp(place.databaseUrl ? "postgres" : "sqlite", { place, seed: true, hasAdmin: isNew });
  const result = await work(app);
  await app.close();
  return result;
}

/** Everything that visitors and staff are shown, as checksums by URL. */
async function everything(app: TestApp): Promise<Record<string, string>> {
  const token = await signIn(app);
  const bytesAt = async (address: string) => {
    const answer = await app.request(address, { headers: { Authorization: `Bearer ${token}` } });
    expect([address, answer.status]).toEqual([address, 200]);
    return Buffer.from(await answer.arrayBuffer()).toString("latin1");
  };
  const map = await bytesAt("/sitemap.xml");
  const pages = [...map.matchAll(/<loc>http:\/\/site\.example([^<]*)<\/loc>/g)].map(([, address = ""]) => address);
  const office = ["quote/export", "subscription/export", "trash/get-all", "site/get-all", "quote/get-all?q=engi"];
  const shown = [...pages, "/feed.xml", "/sitemap.xml", ...office.map((call) => `/api/${call}`)];
  const texts: Record<string, string> = {};
  for (const address of shown) texts[address] = await bytesAt(address);
  const pictures = Object.values(texts)
    .join()
    .matchAll(/\/uploads\/[0-9a-f]{32}\.webp/g);
  for (const [address] of pictures) texts[address] ??= await bytesAt(address);
  return Object.fromEntries(Object.entries(texts).map(([address, text]) => [address, hash("sha256", text)]));
}

async function writeSite(app: TestApp): Promise<void> {
  for (let count = 0; count < 3; count++) await app.call("POST", "/quote/new", { ...ada, message: `Engine ${count}` });
  await app.call("POST", "/quote/new", { ...charles, message: "Ärger mit 日本語, \u2028 “quoted” \\ ' 😀" });
  await app.call("POST", "/subscription/subscribe", { email: "ada@example.org" });
  const project = await makeProject(app);
  const faq = await makeFaq(app);
  await app.office("DELETE", `/project/${project.slug}`);
  await app.office("DELETE", `/faq/${faq.slug}`);
  await uploadPicture(app);
}

test("moving a site from SQLite to PostgreSQL and back keeps pages, exports and pictures byte for byte", async () => {
  const [first, second, third] = [
    await freshLocation("sqlite"),
    await freshLocation("postgres"),
    await freshLocation("sqlite"),
  ];
  const before = await withSite(
    first,
    async (app) => {
      await writeSite(app);
      return everything(app);
    },
    true,
  );
  expect(Object.keys(before).length).toBeGreaterThan(30);

  await limitTransactions(second, "200");
  expect(await move(first, second)).toMatchObject({
    code: 0,
    err: "",
    out: expect.stringContaining("checksums equal"),
  });
  await limitTransactions(second, "0");
  expect(await hasStatistics(second.databaseUrl ?? "", "quote")).toBe(true);
  expect(await withSite(second, everything)).toEqual(before);
  expect(await move(second, third)).toMatchObject({ code: 0, err: "" });
  expect(await withSite(third, everything)).toEqual(before);

  // Ids are not reused, not even those of deleted entries.
  const numbers = (place: DataLocation) =>
    withSite(place, async (app) => {
      const project = await makeProject(app);
      await app.call("POST", "/quote/new", ada);
      const { id } = await app.deps.db.selectFrom("quote").select("id").orderBy("id", "desc").executeTakeFirstOrThrow();
      return [project.number, id];
    });
  expect(await numbers(second)).toEqual(await numbers(third));
});

test("a move to a target that already contains data is refused", async () => {
  const from = await freshLocation("sqlite");
  await withSite(from, async (app) => void (await app.call("POST", "/quote/new", ada)), true);
  const folder = freshFolder();
  fs.writeFileSync(path.join(folder, "site.json"), "{}");
  const occupied = await freshLocation("postgres");
  await runStatements(occupied.databaseUrl ?? "", "create table notes (text text); insert into notes values ('Ada')");
  const inUse = await freshLocation("postgres");
  await withSite(inUse, async (app) => void (await app.call("POST", "/quote/new", charles)), true);
  for (const [to, why] of [
    [{ dataDir: folder, databaseUrl: undefined }, /already contains a site/],
    [occupied, /already contains data \(notes\)/],
    [inUse, /already contains data/],
    [from, /Both places are/],
  ] as const)
    expect(await move(from, to)).toMatchObject({ code: 1, err: expect.stringMatching(why) });
  expect(fs.readdirSync(folder)).toEqual(["site.json"]);
});

test("an address that cannot be read is refused without repeating its password", async () => {
  for (const word of ["postgres://ada:se/cret@db.example/site", "postgres://ada:12/secret@db.example/site"]) {
    const { code, err } = await runCommand("move", ["--from", word, "--to", word], {});
    expect([code, err]).toEqual([1, expect.not.stringMatching(/cret/)]);
  }
});

test("a move of a running site is refused, on both databases", async () => {
  for (const database of ["sqlite", "postgres"] as const) {
    const from = await freshLocation(database);
    const app = await createTestApp(database, { place: from });
    expect(await move(from, await freshLocation("sqlite"))).toMatchObject({
      code: 1,
      err: expect.stringMatching(/in use by/),
    });
    await app.close();
  }
});

test("an interrupted move leaves no site at the target and can be repeated", async () => {
  const from = await freshLocation("sqlite");
  await withSite(from, async () => {}, true);

  const folder = await freshLocation("sqlite");
  expect((await move(from, folder, killAt("rename jorna.sqlite"))).code).toBe(null);
  expect(fs.readdirSync(folder.dataDir)).not.toContain("jorna.sqlite");
  expect(await move(from, folder)).toMatchObject({ code: 0, err: "" });

  const server = await freshLocation("postgres");
  expect((await move(from, server, killAt('send insert into "public"."upload"'))).code).toBe(null);
  expect(await move(from, server)).toMatchObject({ code: 0, err: "" });
});

test("a site that is started while its PostgreSQL is being moved acknowledges nothing that would stay behind", async () => {
  const from = await freshLocation("postgres");
  await withSite(from, async () => {}, true);
  const source = await openPostgresSource(from.databaseUrl ?? "");
  const app = await createTestApp("postgres", { place: from, hasAdmin: false });
  expect((await app.call("POST", "/quote/new", ada)).status).toBe(503);
  await source.close();
  expect((await app.call("POST", "/quote/new", ada)).status).toBe(201);
});
