import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import * as tar from "tar";
import { expect, onTestFinished, test } from "vitest";
import { lockFolder } from "#db/data-dir/process-lock.server.ts";
import { openDatabase } from "#db/open.server.ts";
import { onEveryDatabase } from "#test/app.ts";
import { killAt, littleRoom, runCommand } from "#test/commands.ts";
import {
  type DataLocation,
  freshFolder,
  freshLocation,
  hasStatistics,
  migratedLocation,
  runStatements,
} from "#test/data-location.ts";
import { makeEarlyDatabase } from "#test/early-database.ts";
import { dataOf, serve } from "#test/process.ts";
import { type Environment, processEnvironment } from "#test/process-environment.ts";
import { firstAdmin, logIn, officeOf, sendJson } from "#test/product.ts";
import { plainPng } from "#test/upload.ts";
import { type Manifest, manifestOf, writeArchive } from "./archive.ts";
import { makeBackup } from "./backup.ts";
import { partialFile } from "./partial-files.ts";
import { restoreBackup } from "./restore.ts";
import { tarHeader } from "./tar.ts";

// Tests the commands as processes beside a running site. What only prepares a test calls what they call.

const fileIn = (folder: string, name = "site.tar") => path.join(folder, name);

onEveryDatabase("a backup", (database) => {
  test("made while leads arrive contains every lead acknowledged before it began, and the uploaded picture", async () => {
    const place = await migratedLocation(database);
    const site = await serve({ ...dataOf(place), SEED: "off", RATE_LIMIT: "off" });
    const picture = await upload(site.url);
    const leads = sendLeads(site.url);
    await leads.atLeast(20);
    const before = [...leads.acknowledged];
    const file = fileIn(freshFolder());
    const made = await runCommand("backup", [file], dataOf(place));
    expect([made.code, made.err]).toEqual([0, ""]);
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
    expect(fs.readdirSync(path.dirname(file))).toEqual([path.basename(file)]);

    const target = await freshLocation(database);
    const restored = await runCommand("restore", [file], dataOf(target));
    expect([restored.code, restored.err]).toEqual([0, ""]);
    const kept = await slugsIn(target);
    expect(before.filter((slug) => !kept.has(slug))).toEqual([]);
    if (target.databaseUrl) expect(await hasStatistics(target.databaseUrl, "quote")).toBe(true);
    await leads.stop();
    const copy = await serve({ ...dataOf(target), SEED: "off" });
    expect(await bytesOf(copy.url + picture)).toEqual(await bytesOf(site.url + picture));
    expect(await logIn(copy.url)).toMatch(/^[\w-]{43}$/);
    expect(copy.said.out).not.toContain("First administrator");
    if (database === "sqlite") expect(siteIdOf(target)).toBe(siteIdOf(place));
  });

  test("that is older than an erasure erases that person again before the restored site serves, and nobody else, and revives no session and no invitation", async () => {
    const place = await migratedLocation(database);
    const folder = freshFolder();
    const environment = { SEED: "off", BACKUP_DIR: folder, BACKUP_EVERY: "8760" };
    const site = await serve({ ...environment, ...dataOf(place) });
    const send = (call: string, body: object, token?: string) => sendJson(site.url, call, body, token);
    const lead = (email: string) => send("/quote/new", { fullName: email, email, message: "An engine." });
    for (const email of ["Ada@example.com", "grace@navy.example", "joan@bücher.example"]) await lead(email);
    await send("/subscription/subscribe", { email: "ada@example.com" });
    const token = await logIn(site.url);
    const invited = await send("/user/invite", { fullName: "Grace", email: "grace@agency.example" }, token);
    const invitation = path.basename((await invited.json()).data.path);
    const upgrade = path.join(freshFolder(), "upgrade");
    fs.mkdirSync(upgrade);
    const file = fileIn(upgrade);
    const beforeMs = Date.now();
    await backUp(place, file);
    for (const email of ["ada@example.com", "JOAN@XN--BCHER-KVA.example"])
      expect((await send("/data-subject/erase", { email }, token)).status).toBe(200);
    const later = fileIn(freshFolder());
    await lead("joan@bücher.example");
    const laterMs = Date.now();
    await backUp(place, later);
    await site.end();
    const lists = [folder, place.dataDir].map((each) => path.join(each, "erased-people.txt"));
    for (const list of lists) expect(fs.readFileSync(list, "utf8")).not.toMatch(/@|joan/i);

    const [key = "", ada = "", joan = ""] = fs.readFileSync(lists[0] ?? "", "utf8").split("\n");
    const minutesBefore = (ms: number, minutes: number, ...lines: string[]) => {
      const time = new Date(ms - minutes * 60_000).toISOString();
      return [key, ...lines.map((line) => line.replace(/^\S+/, time)), ""].join("\n");
    };
    const aged = freshFolder();
    fs.writeFileSync(fileIn(aged, "erased-people.txt"), minutesBefore(laterMs, 11, ada, joan));
    const besideIt = () => {
      // As in a bucket, and as beside the folder of backups from before upgrades. Clocks differ, and transactions take time.
      fs.writeFileSync(fileIn(upgrade, "erased-people-0a1b2c3d.txt"), minutesBefore(beforeMs, 8, ada));
      fs.writeFileSync(fileIn(path.dirname(upgrade), "erased-people.txt"), minutesBefore(beforeMs, 8, joan));
      return {};
    };
    const cases: [backup: string, remaining: string[], more: () => Environment][] = [
      [file, ["grace@navy.example"], () => ({ BACKUP_DIR: folder })],
      [later, ["joan@bücher.example", "grace@navy.example"], () => ({ BACKUP_DIR: aged })],
      [file, ["grace@navy.example"], besideIt],
    ];
    // Where the lists are found has nothing to do with the database.
    for (const [backup, remaining, more] of database === "sqlite" ? cases : cases.slice(0, 1)) {
      const target = await freshLocation(database);
      expect(await runCommand("restore", [backup], { ...dataOf(target), ...more() })).toMatchObject({
        code: 0,
        err: "",
      });
      const reset = await runCommand("admin", ["reset", firstAdmin.ADMIN_EMAIL], dataOf(target));
      const copy = await serve({ ...dataOf(target), SEED: "off" });
      const link = { token: /reset\/([\w-]+)/.exec(reset.out)?.[1] };
      expect((await sendJson(copy.url, "/user/reset/check", link)).status, "made since").toBe(200);
      expect((await sendJson(copy.url, "/user/invite/check", { token: invitation })).status).toBe(404);
      const ended = { Authorization: `Bearer ${token}` };
      expect((await fetch(`${copy.url}/api/quote/get-all`, { headers: ended })).status).toBe(401);
      const headers = { Authorization: `Bearer ${await logIn(copy.url)}` };
      const of = async (call: string) => (await (await fetch(`${copy.url}/api${call}`, { headers })).json()).data;
      const emails = (await of("/quote/get-all")).map(({ email }: { email: string }) => email);
      expect([backup, emails]).toEqual([backup, remaining]);
      expect(await of("/subscription/get-all")).toEqual([]);
      await copy.end();
    }
  });

  test("is one tar archive, with a checksum of each part", async () => {
    const file = await smallBackup(database);
    const folder = freshFolder();
    await tar.extract({ file, cwd: folder, strict: true });
    // In the format of sha256sum.
    const sums = fs.readFileSync(path.join(folder, "SHA256SUMS"), "utf8").trim().split("\n");
    expect(sums).toHaveLength(2);
    for (const line of sums) {
      const [sum = "", name = ""] = line.split("  ");
      expect(
        createHash("sha256")
          .update(fs.readFileSync(path.join(folder, name)))
          .digest("hex"),
      ).toBe(sum);
    }
    expect(fs.readdirSync(folder).sort()).toEqual([
      "SHA256SUMS",
      `database.${database === "sqlite" ? "sqlite" : "dump"}`,
      "manifest.json",
    ]);
    expect(JSON.parse(fs.readFileSync(path.join(folder, "manifest.json"), "utf8"))).toMatchObject({
      product: "jorna",
      format: 1,
      database,
      rows: { quote: 1, user: 1, kysely_migration: expect.any(Number) },
    });
    const verified = await runCommand("backup", ["--verify", file], {});
    expect([verified.code, verified.out]).toEqual([0, expect.stringContaining("is complete")]);
  });

  test("that is corrupted or truncated is not restored, and the target stays empty", async () => {
    const file = await smallBackup(database);
    const whole = fs.readFileSync(file);
    const target = await freshLocation(database);
    const places = [0, 130, 600, 1023, Math.floor(whole.length / 2), whole.length - 1400, whole.length - 1];
    // Of what is in the archive either database sees nothing before it is known to be whole.
    const broken = (database === "sqlite" ? places : [600]).map((offset) => {
      const bytes = Buffer.from(whole);
      bytes.writeUInt8((bytes.readUInt8(offset) ^ 0x10) & 0xff, offset);
      return bytes;
    });
    const cut = [300, 5_000, whole.length - 600].map((size) => whole.subarray(0, size));
    for (const bytes of [...broken, ...cut, Buffer.concat([whole, Buffer.alloc(512)])]) {
      const other = fileIn(freshFolder());
      fs.writeFileSync(other, bytes);
      await expect(restoreTo(target, other)).rejects.toThrow(/^(The backup )?\S+ is (damaged|no backup)[^\n]+$/);
    }
    await expectEmpty(target);
  });

  test("is not restored over an existing site or any of its files", async () => {
    const place = await smallSite(database);
    const file = await smallBackup(database);
    const occupied: DataLocation[] = [place];
    if (database === "sqlite")
      for (const name of ["site.json", "jorna.sqlite", "jorna.sqlite-wal"]) {
        const dataDir = freshFolder();
        fs.writeFileSync(path.join(dataDir, name), "");
        occupied.push({ dataDir, databaseUrl: undefined });
      }
    for (const target of occupied) {
      const before = fs.readdirSync(target.dataDir);
      const { code, err } = await runCommand("restore", [file], dataOf(target));
      expect([code, err]).toEqual([
        1,
        expect.stringMatching(/^DATA(_DIR|BASE_URL): [^\n]+(already contains a site|not empty)[^\n]+\n$/),
      ]);
      expect(fs.readdirSync(target.dataDir)).toEqual(before);
    }
    expect(await slugsIn(place)).toHaveLength(1);
  });

  test("fails without a site to back up, and never overwrites a file that is not a backup", async () => {
    const folder = freshFolder();
    const notes = fileIn(folder, "notes.txt");
    fs.writeFileSync(notes, "Ada's notes");
    const place = await smallSite(database);
    const targets = [notes, folder, path.join(folder, "nowhere", "site.tar")];
    for (const target of database === "sqlite" ? targets : [notes])
      expect(await runCommand("backup", [target], dataOf(place))).toMatchObject({
        code: 1,
        err: expect.stringMatching(/^[^\n]+(not a backup|no folder)[^\n]+\n$/),
      });
    const missing: Environment =
      database === "sqlite"
        ? { DATA_DIR: path.join(folder, "data") }
        : { DATABASE_URL: `${place.databaseUrl}_missing` };
    const { code, err } = await runCommand("backup", [fileIn(folder)], missing);
    expect([code, err]).toEqual([1, expect.stringMatching(/^DATA(_DIR|BASE_URL): [^\n]+\n$/)]);
    if (database === "postgres") {
      const unverified = { DATABASE_URL: `${place.databaseUrl}?sslrootcert=${folder}/missing.pem` };
      expect((await runCommand("backup", [fileIn(folder)], unverified)).err).toMatch(
        /^DATABASE_URL: postgres:\S+ cannot be reached \(ENOENT/,
      );
    }
    expect(fs.readdirSync(folder)).toEqual(["notes.txt"]);
    expect(fs.readFileSync(notes, "utf8")).toBe("Ada's notes");
  });

  test("passes --prove, which restores it on trial, renders its pages and leaves nothing behind", async () => {
    const place = await smallSite(database);
    const file = await smallBackup(database);
    const { code, out, err } = await runCommand("backup", ["--prove", file], dataOf(place));
    expect([code, err, out]).toEqual([0, "", expect.stringMatching(/ is proved in .*, [5-9] pages rendered; /)]);
    expect(fs.readdirSync(path.dirname(file))).toEqual(["site.tar"]);
    expect(await scratchDatabases(place)).toEqual([]);
  });

  test("fails --prove if a page cannot be rendered from it or a table's rows differ from the dump", async () => {
    const place = await smallSite(database);
    const file = fileIn(freshFolder());
    await backUp(place, file);
    const changed = await withOtherManifest(file, ({ checksums = {}, ...manifest }) => ({
      ...manifest,
      checksums: { ...checksums, quote: "0".repeat(32) },
    }));
    expect(await runCommand("backup", ["--prove", changed], dataOf(place))).toMatchObject({
      code: 1,
      err: expect.stringMatching(/other rows in quote than were dumped/),
    });

    // Pages are rendered from either in the same way.
    if (database === "postgres") return expect(await scratchDatabases(place)).toEqual([]);
    const { db, close } = await openDatabase(place);
    const entry = { slug: "x", published: 1, position: 1, version: 1, createdAt: "", updatedAt: "" } as const;
    const texts = { title: "A", location: "", experience: "", description: "" };
    const lists = { requirements: "[", perksAndBenefits: "[]", experienceDetails: "[]" };
    await db
      .insertInto("job")
      .values({ ...entry, ...texts, ...lists })
      .execute();
    await close();
    await backUp(place, file);
    expect(await runCommand("backup", ["--prove", file], dataOf(place))).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^The backup \S+ is unusable: \/\S+ was answered with 500 [^\n]+\n$/),
    });
    expect(fs.readdirSync(path.dirname(file))).toEqual(["site.tar"]);
  });

  test("is neither made nor proved where it would fill the disk", async () => {
    const place = await smallSite(database);
    const file = await smallBackup(database);
    const folder = freshFolder();
    const refusal = /^There is too little room in \S+: [\d,]+ MB are needed, and 1 MB are free\.\n$/;
    const made = await runCommand("backup", [fileIn(folder)], { ...dataOf(place), ...littleRoom });
    expect([made.code, made.err]).toEqual([1, expect.stringMatching(refusal)]);
    expect(fs.readdirSync(folder)).toEqual([]);
    // How much is free at a PostgreSQL server, it does not tell.
    if (database === "postgres") return;
    const proof = await runCommand("backup", ["--prove", file], { ...dataOf(place), ...littleRoom });
    expect([proof.code, proof.err]).toEqual([1, expect.stringMatching(refusal)]);
    expect(fs.readdirSync(path.dirname(file))).toEqual(["site.tar"]);
  });
});

// What decides about these reads the manifest or the folder alone.
test("a backup from an older build is restored, and migrated at the next start", async () => {
  const place = await freshLocation("sqlite");
  await makeEarlyDatabase(place, 3);
  const file = fileIn(freshFolder());
  await backUp(place, file);
  const target = await freshLocation("sqlite");
  await restoreTo(target, file);
  const site = await serve({ ...dataOf(target), SEED: "off" });
  const { total } = await fetch(`${site.url}/api/subscription/get-all?limit=1`, {
    headers: { Authorization: `Bearer ${await logIn(site.url)}` },
  }).then((answer) => answer.json());
  expect(total).toBe(3);
});

test("a backup from a newer build is not restored, and the error names both migrations", async () => {
  const place = await smallSite("sqlite");
  const { db, close } = await openDatabase(place);
  const row = { name: "9999_from_the_future", timestamp: "2030-01-01T00:00:00.000Z" };
  await db
    .insertInto("kysely_migration" as never)
    .values(row as never)
    .execute();
  await close();
  const file = fileIn(freshFolder());
  await backUp(place, file);
  const target = await freshLocation("sqlite");
  const { code, err } = await runCommand("restore", [file], dataOf(target));
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(/^[^\n]+ newer build: it is at 9999_from_the_future [^\n]+ \d{4}_[^\n]+\n$/),
  ]);
  await expectEmpty(target);
});

test("a backup replaces an earlier backup file and removes the leftovers of an interrupted one", async () => {
  const folder = freshFolder();
  const file = fileIn(folder);
  const place = await smallSite("sqlite");
  await backUp(place, file);
  const former = fs.readFileSync(file);
  // No process has such a high id.
  fs.writeFileSync(path.join(folder, ".site.tar.99999999.database.part"), "half");
  await backUp(place, file);
  expect(fs.readFileSync(file).equals(former)).toBe(false);
  expect(fs.readdirSync(folder)).toEqual(["site.tar"]);
  // In a container that was started again, the next process may have the id of the interrupted one.
  fs.writeFileSync(partialFile(file, "tar"), "half");
  // What others left long ago is gone too, a proof's folder among it; what may be theirs, or is not of our form, stays.
  const old = [".other.tar.99999999.database.part-journal", ".other.tar.99999999.proof.part", ".other.99999999.x.part"];
  fs.mkdirSync(path.join(folder, old[1] ?? ""));
  const young = ".other.tar.99999999.tar.part";
  for (const name of [young, old[0], old[2]]) fs.writeFileSync(path.join(folder, name ?? ""), "half");
  const dayAgo = new Date(Date.now() - 25 * 60 * 60_000);
  for (const name of old) fs.utimesSync(path.join(folder, name), dayAgo, dayAgo);
  await backUp(place, file);
  expect(fs.readdirSync(folder).sort()).toEqual([old[2], young, "site.tar"]);
});

test("a SQLite restore that is killed leaves no site behind and can be run again", async () => {
  const file = await smallBackup("sqlite");

  const target = await freshLocation("sqlite");
  const cutOff = { ...dataOf(target), ...killAt("rename jorna.sqlite") };
  expect((await runCommand("restore", [file], cutOff)).code).toBe(null);
  expect(fs.readdirSync(target.dataDir).sort()).toEqual(["jorna.sqlite.restoring", "lock.json", "lock.sqlite"]);
  // Of the transaction in which it was killed while it took pictures.
  const journal = path.join(target.dataDir, "jorna.sqlite.restoring-journal");
  fs.writeFileSync(journal, "half");

  expect(await runCommand("restore", [file], dataOf(target))).toMatchObject({ code: 0, err: "" });
  expect(await slugsIn(target)).toHaveLength(1);
  expect(fs.existsSync(journal)).toBe(false);
});

test("a PostgreSQL restore that loses its connection leaves the database empty", async () => {
  const file = await smallBackup("postgres");
  const target = await freshLocation("postgres");
  const { db, close } = await openDatabase(target);
  // In the middle of the backup, it has to wait for this table.
  const holding = await db.startTransaction().execute();
  await holding.schema.createTable("upload").addColumn("hash", "text").execute();
  const restoring = runCommand("restore", [file], dataOf(target));
  const cutWaiting = sql<{ cut: boolean }>`
    select pg_terminate_backend(pid) as cut from pg_stat_activity
    where application_name = 'pg_restore' and wait_event_type = 'Lock' and datname = current_database()`;
  await expect.poll(async () => (await cutWaiting.execute(db)).rows.length).toBe(1);
  await holding.rollback().execute();
  await close();
  expect(await restoring).toMatchObject({ code: 1, err: expect.stringMatching(/^pg_restore failed: [^\n]+\n$/) });
  await expectEmpty(target);
});

test("a PostgreSQL backup leaves out the extensions and publications that the operator created", async () => {
  const place = await migratedLocation("postgres");
  const source = await openDatabase(place);
  await sql`create extension citext; create publication everything for all tables`.execute(source.db);
  await source.close();
  const file = fileIn(freshFolder());
  await backUp(place, file);
  const target = await freshLocation("postgres");
  await restoreTo(target, file);
  const { db, close } = await openDatabase(target);
  const { rows } =
    await sql`select extname as name from pg_extension union all select pubname from pg_publication`.execute(db);
  expect(rows).toEqual([{ name: "plpgsql" }]);
  await close();
});

test("a PostgreSQL site in a schema of its own is backed up, proved and restored", async () => {
  const inSchema = ({ databaseUrl, ...place }: DataLocation): DataLocation => ({
    ...place,
    databaseUrl: `${databaseUrl}?options=-c%20search_path%3Dsite`,
  });
  const place = await smallSite("postgres");
  const { db, close } = await openDatabase(place);
  await sql`insert into bucket_folder (purpose, name) values ('pictures', 'a')`.execute(db);
  await sql`insert into setting (name, value) values ('dash', '—')`.execute(db);
  await sql`alter schema public rename to site; create schema public`.execute(db);
  await close();
  const asItIs = (place: DataLocation) => place;
  // Settings of the database, which a dump lacks.
  await setIn(place, "search_path = site");
  await setIn(place, "client_encoding = LATIN1");
  for (const named of [inSchema, asItIs]) {
    const file = fileIn(freshFolder());
    await backUp(named(place), file);
    expect(await runCommand("backup", ["--prove", file], dataOf(named(place)))).toMatchObject({ code: 0, err: "" });
    const target = named(await freshLocation("postgres"));
    await restoreTo(target, file);
    expect(await slugsIn(target)).toHaveLength(1);
  }
});

test("a PostgreSQL backup is restored where idle sessions are ended", async () => {
  const target = await freshLocation("postgres");
  await setIn(target, "idle_session_timeout = 200");
  await restoreTo(target, await smallBackup("postgres"));
  expect(await slugsIn(target)).toHaveLength(1);
});

test("a PostgreSQL restore that is killed before it is complete leaves a database on which no site starts", async () => {
  const file = await smallBackup("postgres");
  let target = await freshLocation("postgres");
  const restore = (point: Environment = {}) => runCommand("restore", [file], { ...dataOf(target), ...point });
  const start = () => openDatabase(target).then(({ close }) => close());
  const unfinished = /a restore into postgres:.+ was not finished\. Repeat it/;

  expect((await restore(killAt("send PGDMP"))).code).toBe(null);
  await expect(start()).rejects.toThrow(unfinished);
  expect(await restore()).toMatchObject({ code: 0, err: "" });
  expect(await slugsIn(target)).toHaveLength(1);

  target = await freshLocation("postgres");
  expect((await restore(killAt("send drop table"))).code).toBe(null);
  await expect(start()).rejects.toThrow(unfinished);
  expect((await restore()).err).toContain("the database is not empty");
});

test("a SQLite backup is not restored into PostgreSQL, and a file that is not a backup is rejected", async () => {
  const file = await smallBackup("sqlite");
  const postgres = await freshLocation("postgres");
  const other = await runCommand("restore", [file], dataOf(postgres));
  expect([other.code, other.err]).toEqual([1, expect.stringContaining("is of SQLite, and DATABASE_URL is set")]);
  await expectEmpty(postgres);

  const dataDir = path.join(freshFolder(), "data");
  const foreign = ["", "Ada's notes", tarHeader("notes.txt", 0, new Date()).toString("latin1")];
  for (const content of foreign) {
    fs.writeFileSync(file, content, "latin1");
    const { code, err } = await runCommand("restore", [file], { DATA_DIR: dataDir });
    expect([code, err]).toEqual([1, expect.stringMatching(/^[^\n]+is no backup of this product[^\n]*\n$/)]);
  }
  expect(fs.existsSync(dataDir)).toBe(false);
});

test("a backup whose row counts differ from its manifest is not restored", async () => {
  const file = await smallBackup("sqlite");
  const lying = await withOtherManifest(file, (manifest) => ({ ...manifest, rows: { ...manifest.rows, quote: 2 } }));
  const dataDir = freshFolder();
  const { code, err } = await runCommand("restore", [lying], { DATA_DIR: dataDir });
  expect([code, err]).toEqual([
    1,
    "The backup's database is incomplete: 1 rows in quote instead of 2. Nothing was restored.\n",
  ]);
  expect(fs.readdirSync(dataDir)).toEqual(["lock.sqlite"]);
});

test("a backup is not restored into a data folder that another process is using", async () => {
  const file = await smallBackup("sqlite");
  const dataDir = freshFolder();
  onTestFinished(await lockFolder(dataDir, 3000));
  const { code, err } = await runCommand("restore", [file], { DATA_DIR: dataDir });
  expect([code, err]).toEqual([1, expect.stringMatching(/^DATA_DIR: [^\n]+ is in use by process [^\n]+\n$/)]);
});

/** The bytes of a backup of a site with one lead and one administrator, made once for all tests in this file. */
const small = new Map<string, Promise<Uint8Array>>();

async function makeSmall(database: "sqlite" | "postgres"): Promise<Uint8Array> {
  const place = await migratedLocation(database);
  const site = await serve({ ...dataOf(place), SEED: "off" });
  await sendLead(site.url);
  await site.end();
  const file = fileIn(freshFolder());
  await backUp(place, file);
  return fs.readFileSync(file);
}

async function smallBackup(database: "sqlite" | "postgres"): Promise<string> {
  const made = small.get(database) ?? makeSmall(database);
  small.set(database, made);
  const file = fileIn(freshFolder());
  fs.writeFileSync(file, await made);
  return file;
}

/** The site of that backup. */
async function smallSite(database: "sqlite" | "postgres"): Promise<DataLocation> {
  const place = await freshLocation(database);
  const file = await smallBackup(database);
  await restoreTo(place, file);
  return place;
}

/** The same dump in another backup, with a changed manifest. */
async function withOtherManifest(file: string, change: (manifest: Manifest) => Manifest): Promise<string> {
  const folder = freshFolder();
  await tar.extract({ file, cwd: folder });
  const manifest: Manifest = JSON.parse(fs.readFileSync(path.join(folder, "manifest.json"), "utf8"));
  const lying = fileIn(freshFolder());
  await writeArchive(lying, manifestOf(change(manifest)), path.join(folder, manifest.payload.name));
  return lying;
}

/** Scratch databases left on the server. */
async function scratchDatabases(place: DataLocation): Promise<string[]> {
  if (place.databaseUrl === undefined) return [];
  const { db, close } = await openDatabase(place);
  const family = createHash("sha256").update(new URL(place.databaseUrl).host + new URL(place.databaseUrl).pathname);
  const { rows } = await sql<{ datname: string }>`
    select datname from pg_database
    where starts_with(datname, ${`jorna_scratch_${family.digest("hex").slice(0, 12)}`})`.execute(db);
  await close();
  return rows.map(({ datname }) => datname);
}

const backUp = (place: DataLocation, file: string) =>
  makeBackup({ ...place, pictureBucket: undefined }, file, processEnvironment);

const restoreTo = (place: DataLocation, file: string) =>
  restoreBackup({ ...place, port: 3000, backup: undefined }, file, processEnvironment);

async function sendLead(url: string): Promise<string> {
  const answer = await sendJson(url, "/quote/new", {
    fullName: "Ada Lovelace",
    email: "ada@example.com",
    message: "An engine, please.",
  });
  return (await answer.json()).data.slug;
}

/** Four visitors who send one message after the other; as fast as they can, they would only keep the backup waiting. */
function sendLeads(url: string) {
  const acknowledged: string[] = [];
  let isStopped = false;
  const send = async () => {
    while (!isStopped) {
      acknowledged.push(await sendLead(url));
      await pause(20);
    }
  };
  const senders = [send(), send(), send(), send()];
  const stop = async () => {
    isStopped = true;
    await Promise.all(senders);
  };
  onTestFinished(() => {
    isStopped = true;
  });
  return {
    acknowledged,
    stop,
    atLeast: (count: number) => expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(count),
  };
}

async function upload(url: string): Promise<string> {
  const picture = await (await officeOf(url)).upload(await plainPng("#3366cc", 640, 360));
  return new URL(picture.url, url).pathname;
}

async function bytesOf(address: string): Promise<string> {
  const answer = await fetch(address);
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer()).toString("base64");
}

const setIn = ({ databaseUrl = "" }: DataLocation, setting: string) =>
  runStatements(databaseUrl, `alter database ${new URL(databaseUrl).pathname.slice(1)} set ${setting}`);

async function slugsIn(place: DataLocation): Promise<Set<string>> {
  const { db, close } = await openDatabase(place);
  const rows = await db.selectFrom("quote").select("slug").execute();
  await close();
  return new Set(rows.map(({ slug }) => slug));
}

const siteIdOf = ({ dataDir }: DataLocation): string =>
  JSON.parse(fs.readFileSync(path.join(dataDir, "site.json"), "utf8")).id;

/** Asserts that nothing is left that a start would take for a site. */
async function expectEmpty(place: DataLocation): Promise<void> {
  expect(fs.readdirSync(place.dataDir)).toEqual([]);
  if (place.databaseUrl === undefined) return;
  const { db, close } = await openDatabase(place);
  expect(await db.introspection.getTables()).toEqual([]);
  await close();
}
