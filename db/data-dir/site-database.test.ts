import { execFileSync, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import SQLite from "better-sqlite3";
import { expect, onTestFinished, test, vi } from "vitest";
import { createTestApp, type TestApp } from "#test/app.ts";
import { runCommand } from "#test/commands.ts";
import { type DataLocation, freshFolder, freshLocation, migratedLocation } from "#test/data-location.ts";
import { ada, makeQuote } from "#test/make.ts";
import { processEnvironment } from "#test/process-environment.ts";
import { openDatabase } from "../open.server.ts";
import { readHeader, sqliteFile } from "../sqlite/file.server.ts";
import { openSiteDatabase } from "./site-database.server.ts";
import { newSiteFile, writeSiteFile } from "./site-file.server.ts";

// How a start handles the files it finds in DATA_DIR.

const sqlite = (dataDir: string) => ({ dataDir, databaseUrl: undefined });

/** A data folder in which a site has run and stopped, of the same site each time unless it is a fresh one. */
async function usedFolder(place?: DataLocation): Promise<string> {
  const { dataDir } = place ?? (await migratedLocation("sqlite"));
  const app = await createTestApp("sqlite", { place: sqlite(dataDir) });
  await storeQuotes(app, 40, 1_800);
  await app.close();
  return dataDir;
}

const storeQuotes = ({ deps: { db } }: TestApp, count: number, length: number) =>
  db
    .insertInto("quote")
    .values(
      Array.from({ length: count }, (_, n) => ({
        ...{ ...ada, slug: `q${n}`, emailKey: "", source: "quote" as const, isSpam: 0 as const, createdAt: "" },
        message: "a".repeat(length),
      })),
    )
    .execute();

/** Copies the folder as a kill of the running site would leave it; the site itself continues. */
function copyFolder(dataDir: string, isWanted: (name: string) => boolean = () => true): string {
  const copy = freshFolder();
  for (const name of fs.readdirSync(dataDir).filter((file) => !/^lock|-shm$/.test(file) && isWanted(file)))
    fs.copyFileSync(path.join(dataDir, name), path.join(copy, name));
  return copy;
}

const quotesIn = async (app: TestApp): Promise<number> => (await app.office("GET", "/quote/get-all")).body.data.length;

/** The message with which a start fails; asserts that the files were left unchanged. */
async function refusal(dataDir: string): Promise<string> {
  const before = contentOf(dataDir);
  // Patiently: on a busy machine the check takes longer than a start waits for it.
  const patient = { checkPatienceMs: 120_000, onQuery() {}, log: { warn() {}, error() {} } };
  const said = await openSiteDatabase({ ...sqlite(dataDir), port: 0 }, patient).then(
    ({ close }) => close().then(() => "it started"),
    (error: Error) => `${error.name}: ${error.message}`,
  );
  expect([said, contentOf(dataDir)]).toEqual([said, before]);
  expect(said).not.toContain("\n");
  return said;
}

/** All files except those that SQLite recreates on every open. */
const contentOf = (folder: string) =>
  Object.fromEntries(
    fs
      .readdirSync(folder)
      .filter((name) => !/^lock\.|-shm$/.test(name) && fs.statSync(path.join(folder, name)).size > 0)
      .map((name) => [
        name,
        createHash("sha256")
          .update(fs.readFileSync(path.join(folder, name)))
          .digest("hex"),
      ]),
  );

test("an empty, missing, truncated or invalid database stops the start with an error that says how to recover", async () => {
  const used = await usedFolder();
  const file = (folder: string) => path.join(folder, "jorna.sqlite");

  const empty = copyFolder(used);
  fs.truncateSync(file(empty));
  const missing = copyFolder(used, (name) => name === "site.json");
  const cut = copyFolder(used);
  fs.truncateSync(file(cut), Math.floor(fs.statSync(file(cut)).size / 2));
  const text = copyFolder(used);
  fs.writeFileSync(file(text), "Ada's notes. ".repeat(100));
  const onlyLog = freshFolder();
  fs.writeFileSync(path.join(onlyLog, "jorna.sqlite-wal"), "");
  const emptyAlone = freshFolder();
  fs.writeFileSync(file(emptyAlone), "");

  for (const [folder, what] of [
    [empty, "is empty"],
    [emptyAlone, "is empty"],
    [missing, "is missing, although this folder has been in use since 20"],
    [onlyLog, "is missing, and its log"],
    [cut, "is truncated"],
    [text, "is damaged or not a database"],
  ] as const) {
    const line = await refusal(folder);
    expect(line).toContain(`OpenError: DATA_DIR: the database ${sqliteFile(folder)} ${what}`);
    expect(line).toMatch(
      /Restore the last backup in its place, without \S+-wal\. To begin a new site instead, delete .+/,
    );
  }
});

test("a database cut off at any length, with or without its log, stops the start with a sentence", async () => {
  const place = await freshLocation("sqlite");
  const app = await createTestApp("sqlite", { place });
  // A log that still held all pages would make up for those that the file lacks.
  const other = new SQLite(sqliteFile(place.dataDir));
  other.pragma("wal_checkpoint(TRUNCATE)");
  other.close();
  await makeQuote(app);
  const killed = copyFolder(place.dataDir);
  const ended = await usedFolder();
  // As a command leaves it that has looked into the file.
  fs.writeFileSync(`${sqliteFile(ended)}-wal`, "");
  for (const folder of [killed, ended]) {
    const { size } = fs.statSync(sqliteFile(folder));
    // What the log of a killed site holds, such as the last page, it makes up for.
    for (const length of [100, 4096, Math.floor(size / 2) + 77, ...(folder === ended ? [size - 1] : [])]) {
      const cut = copyFolder(folder);
      fs.truncateSync(sqliteFile(cut), length);
      expect([length, await refusal(cut)]).toEqual([
        length,
        expect.stringMatching(
          /^OpenError: DATA_DIR: the database \S+ is (truncated|damaged).*left .*Restore the last backup in its place/,
        ),
      ]);
    }
  }
});

test("a start on a full disk serves what there is and refuses writes, until there is room again", async () => {
  if (process.getuid?.() !== 0) return;
  const dataDir = freshFolder();
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=16m", "tmpfs", dataDir]);
  onTestFinished(() => void execFileSync("umount", ["-l", dataDir]));
  await (await createTestApp("sqlite", { place: sqlite(dataDir) })).close();
  const ballast = path.join(dataDir, "ballast");
  for (const round of ["first", "second"]) {
    spawnSync("dd", ["if=/dev/zero", `of=${ballast}`, "bs=4k"]);
    const app = await createTestApp("sqlite", { place: sqlite(dataDir), hasAdmin: false });
    expect([round, (await app.request("/")).status]).toEqual([round, 200]);
    expect((await app.call("POST", "/quote/new", ada)).status).toBe(503);
    if (round === "second") fs.rmSync(ballast);
    expect((await app.call("POST", "/quote/new", ada)).status).toBe(round === "second" ? 201 : 503);
    await app.close();
  }
});

test.each([
  ["SQLITE_FULL", "The disk is full: free some space (1 MB will do)."],
  ["SQLITE_IOERR_SHMSIZE", "The disk is full: free some space (1 MB will do)."],
  // As on network and shared file systems.
  ["SQLITE_IOERR_SHMMAP", "Choose a folder on a local disk, since network and shared ones lack the locks it needs."],
  ["SQLITE_IOERR_LOCK", "Choose a folder on a local disk, since network and shared ones lack the locks it needs."],
  ["SQLITE_CANTOPEN", "Choose a folder this user may write to."],
])("a start that fails with %s says what to do", async (code, advice) => {
  const place = sqlite(freshFolder());
  const fail = () => {
    throw new SQLite.SqliteError("disk I/O error", code);
  };
  const locking = vi.spyOn(SQLite.prototype, "exec").mockImplementation(fail);
  expect(await refusal(place.dataDir)).toBe(
    `OpenError: DATA_DIR: ${place.dataDir} cannot be used (disk I/O error). ${advice}`,
  );
  locking.mockRestore();
  vi.spyOn(SQLite.prototype, "pragma").mockImplementation(fail);
  await expect(openDatabase(place)).rejects.toThrow(`cannot be opened (disk I/O error). ${advice}`);
});

test("what an interrupted move left in a data folder is gone once a site starts there", async () => {
  const dataDir = await usedFolder();
  fs.mkdirSync(path.join(dataDir, ".moving"));
  fs.writeFileSync(path.join(dataDir, ".moving", "jorna.sqlite"), "half");
  await (await createTestApp("sqlite", { place: sqlite(dataDir), hasAdmin: false })).close();
  expect(fs.readdirSync(dataDir)).not.toContain(".moving");
});

test("what a command makes as root belongs to the owner of the data folder, and a wrong owner is named with the mend", async () => {
  if (process.getuid?.() !== 0) return;
  const [site, backups] = [await usedFolder(), freshFolder()];
  const owned = 65_533;
  execFileSync("chown", ["-R", `${owned}:${owned}`, site, backups]);
  const ownersIn = (folder: string) =>
    new Set(["", ...fs.readdirSync(folder)].map((name) => fs.statSync(path.join(folder, name)).uid));
  const file = path.join(backups, "site.tar");
  expect(await runCommand("backup", [file], { DATA_DIR: site })).toMatchObject({ code: 0 });
  const restored = freshFolder();
  fs.chownSync(restored, owned, owned);
  expect(await runCommand("restore", [file], { DATA_DIR: restored })).toMatchObject({ code: 0 });
  expect(await runCommand("upgrade", [], { DATA_DIR: restored })).toMatchObject({ code: 0 });
  const inside = path.join(restored, "moved", "site");
  expect(await runCommand("move", ["--from", restored, "--to", inside], {})).toMatchObject({ code: 0 });
  for (const folder of [site, backups, restored, inside])
    expect([folder, ...ownersIn(folder)]).toEqual([folder, owned]);

  fs.chownSync(sqliteFile(restored), 0, 0);
  const asOwner = spawnSync(
    "setpriv",
    [`--reuid=${owned}`, "--clear-groups", process.execPath, "dist/server/main.js"],
    {
      env: { ...processEnvironment, DATA_DIR: restored, PORT: "0" },
      encoding: "utf8",
    },
  );
  expect([asOwner.status, asOwner.stderr]).toEqual([
    1,
    `Cannot start: DATA_DIR: ${sqliteFile(restored)} belongs to root, and this runs as ${owned}. As root, give the folder to that user: chown -R ${owned} ${restored}\n`,
  ]);
});

test("a database copied without its write-ahead log stops the start, in any folder", async () => {
  const place = await freshLocation("sqlite");
  const app = await createTestApp("sqlite", { place });
  await makeQuote(app);

  const killed = await createTestApp("sqlite", { place: sqlite(copyFolder(place.dataDir)), hasAdmin: false });
  expect(await quotesIn(killed)).toBe(1);

  const withoutLog = copyFolder(place.dataDir, (name) => !name.endsWith("-wal"));
  const alone = copyFolder(place.dataDir, (name) => name === "jorna.sqlite");
  for (const folder of [withoutLog, alone]) {
    const line = await refusal(folder);
    expect(line).toContain(`${sqliteFile(folder)} lacks its log ${sqliteFile(folder)}-wal`);
    expect(line).toContain("Put the log back beside it, or restore the last backup.");
  }

  // Following the error message: what the log held is given up deliberately.
  fs.writeFileSync(path.join(alone, "jorna.sqlite-wal"), "");
  expect(await quotesIn(await createTestApp("sqlite", { place: sqlite(alone) }))).toBe(0);
});

test("a growing write-ahead log is checkpointed, and the database still cannot be opened without its log", async () => {
  const place = await freshLocation("sqlite");
  const app = await createTestApp("sqlite", { place });
  for (let n = 0; n < 12; n++) await storeThreeMegabytes(app, n);

  const copy = copyFolder(place.dataDir);
  const [file, log] = [path.join(copy, "jorna.sqlite"), path.join(copy, "jorna.sqlite-wal")];
  expect(fs.statSync(log).size).toBeLessThan(20 * 1024 * 1024);
  expect(fs.statSync(file).size).toBeGreaterThan(15 * 1024 * 1024);
  expect(readHeader(file)).toMatchObject({ userVersion: 1 });
  const withoutLog = copyFolder(place.dataDir, (name) => !name.endsWith("-wal"));
  expect(await refusal(withoutLog)).toContain("lacks its log");
});

test("a database that lost its write-ahead log while a long read held up checkpoints stops the start", async () => {
  const used = await usedFolder();
  // As a backup that takes long: no checkpoint gets past what it reads.
  const long = new SQLite(sqliteFile(used), { readonly: true });
  onTestFinished(() => void long.close());
  const read = () => long.prepare("select count(*) from quote").pluck().get();
  long.exec("begin");
  read();
  const app = await createTestApp("sqlite", { place: sqlite(used), hasAdmin: false });
  await makeQuote(app);
  const withoutLog = () => copyFolder(used, (name) => !name.endsWith("-wal"));
  expect(await refusal(withoutLog())).toContain("lacks its log");

  // From here on a checkpoint gets half-way.
  long.exec("commit; begin");
  expect(read()).toBe(41);
  await makeQuote(app);
  await outgrowLog(app);
  expect(await refusal(withoutLog())).toContain("lacks its log");
  const killed = copyFolder(used);
  await app.close();
  expect(await refusal(withoutLog())).toContain("lacks its log");
  for (const folder of [killed, used]) {
    const again = await createTestApp("sqlite", { place: sqlite(folder), hasAdmin: false });
    expect(await quotesIn(again)).toBe(42);
    await again.close();
  }
});

test("a command run beside the site does no checkpoint, so that a lost write-ahead log is still detected", async () => {
  const place = await freshLocation("sqlite");
  const app = await createTestApp("sqlite", { place });
  const long = new SQLite(sqliteFile(place.dataDir), { readonly: true });
  onTestFinished(() => void long.close());
  long.exec("begin");
  long.prepare("select count(*) from quote").get();
  await outgrowLog(app);
  long.exec("commit");
  const command = await openDatabase(place);
  await command.db.updateTable("user").set({ fullName: "Ada" }).execute();
  await command.close();
  await makeQuote(app);
  expect(await refusal(copyFolder(place.dataDir, (name) => !name.endsWith("-wal")))).toContain("lacks its log");
});

/** Writes more than the log may hold before it is copied. */
async function outgrowLog(app: TestApp): Promise<void> {
  for (let n = 0; n < 7; n++) await storeThreeMegabytes(app, n);
}

async function storeThreeMegabytes({ deps }: TestApp, n: number): Promise<void> {
  const bytes = Buffer.alloc(3_000_000, n);
  await deps.db
    .insertInto("upload")
    .values({ hash: `h${n}`, mime: "image/webp", bytes, width: 1, height: 1, createdAt: "" })
    .execute();
}

test("a killed site's database opens with its data after another program has checkpointed it", async () => {
  const place = await freshLocation("sqlite");
  const app = await createTestApp("sqlite", { place });
  await makeQuote(app);
  const copy = copyFolder(place.dataDir);
  const another = new SQLite(path.join(copy, "jorna.sqlite"));
  another.prepare("select count(*) from quote").get();
  another.close();
  expect(fs.existsSync(path.join(copy, "jorna.sqlite-wal"))).toBe(false);

  expect(await quotesIn(await createTestApp("sqlite", { place: sqlite(copy), hasAdmin: false }))).toBe(1);
});

test("the database of another program or another site stops the start and is left unchanged", async () => {
  const folder = freshFolder();
  const notes = new SQLite(path.join(folder, "jorna.sqlite"));
  notes.exec("create table note (id integer primary key, text text)");
  notes.close();
  expect(await refusal(folder)).toContain("belongs to another program, and was left as it is. Choose another DATA_DIR");

  const [mine, theirs] = [await usedFolder(), await usedFolder(await freshLocation("sqlite"))];
  fs.copyFileSync(path.join(theirs, "jorna.sqlite"), path.join(mine, "jorna.sqlite"));
  expect(await refusal(mine)).toContain(`belongs to another site than this folder`);
  fs.rmSync(path.join(mine, "site.json"));
  expect(await quotesIn(await createTestApp("sqlite", { place: sqlite(mine), hasAdmin: false }))).toBe(40);
});

test("a database that another program is writing to stops the start with a sentence, and starts once it is closed", async () => {
  const folder = await usedFolder();
  const program = `
    const sqlite = new (require("better-sqlite3"))(${JSON.stringify(path.join(folder, "jorna.sqlite"))});
    sqlite.exec("begin immediate");
    console.log("held");
    setInterval(() => {}, 60_000);`;
  const other = spawn(process.execPath, ["--eval", program], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void other.kill("SIGKILL"));
  await once(other.stdout, "data");
  expect(await refusal(folder)).toContain("another program is writing to the database");
  other.kill("SIGKILL");
  await once(other, "exit");
  expect(await quotesIn(await createTestApp("sqlite", { place: sqlite(folder), hasAdmin: false }))).toBe(40);
});

test("a database of an earlier build without site.json is opened with its data", async () => {
  const used = await usedFolder();
  const old = copyFolder(used, (name) => name === "jorna.sqlite");
  const before = new SQLite(path.join(old, "jorna.sqlite"));
  before.exec("delete from setting where name = 'site id'; pragma user_version = 0; pragma application_id = 0");
  before.close();
  const app = await createTestApp("sqlite", { place: sqlite(old), hasAdmin: false });
  expect(await quotesIn(app)).toBe(40);
  await app.close();
  expect(JSON.parse(fs.readFileSync(path.join(old, "site.json"), "utf8"))).toMatchObject({ state: "in use" });
  fs.rmSync(path.join(old, "jorna.sqlite"));
  expect(await refusal(old)).toContain("is missing, although this folder has been in use");
});

test("a first start interrupted before it created the database is completed by the next start", async () => {
  const folder = freshFolder();
  fs.writeFileSync(path.join(folder, "site.json"), JSON.stringify({ format: 1, id: "a", createdAt: "", state: "new" }));
  await (await createTestApp("sqlite", { place: sqlite(folder), hasAdmin: false })).close();
  const again = copyFolder(folder, (name) => name === "site.json");
  fs.writeFileSync(path.join(again, "site.json"), JSON.stringify({ format: 1, id: "a", createdAt: "", state: "new" }));
  fs.writeFileSync(path.join(again, "jorna.sqlite"), "");
  await (await createTestApp("sqlite", { place: sqlite(again), hasAdmin: false })).close();
});

/** Overwrites the page that holds the quotes, as a failing disk might. */
function damageQuotes(dataDir: string): void {
  const file = path.join(dataDir, "jorna.sqlite");
  const database = new SQLite(file, { readonly: true });
  const { rootpage } = database.prepare("select rootpage from sqlite_master where name = 'quote'").get() as {
    rootpage: number;
  };
  database.close();
  const descriptor = fs.openSync(file, "r+");
  fs.writeSync(descriptor, Buffer.alloc(4096, 0xa5), 0, 4096, (rootpage - 1) * 4096);
  fs.closeSync(descriptor);
}

test("overwritten database pages stop the start with an error that names the damage", async () => {
  const used = await usedFolder();
  damageQuotes(used);
  const line = await refusal(used);
  expect(line).toContain(`OpenError: DATA_DIR: the database ${sqliteFile(used)} is damaged (`);
  expect(line).toContain("and was left as it is. Restore the last backup in its place, without ");
});

test("damage found at run time makes the site not ready, fails writes with 503 and shows in the back office", async () => {
  const app = await createTestApp("sqlite");
  const today = async () => (await app.office("GET", "/today")).body.data;
  expect(await today()).toMatchObject({ alerts: [], work: {} });
  await storeQuotes(app, 200, 300);
  // A second connection sees pages that were changed on disk behind SQLite's back.
  const { dataDir } = app.deps.config;
  const other = new SQLite(path.join(dataDir, "jorna.sqlite"));
  other.pragma("wal_checkpoint(TRUNCATE)");
  other.unsafeMode(true);
  other.pragma("writable_schema = ON");
  const { rootpage } = other.prepare("select max(rootpage) as rootpage from sqlite_master").get() as {
    rootpage: number;
  };
  other.prepare("update sqlite_master set rootpage = ? where name = 'quote'").run(rootpage);
  other.pragma("schema_version = 9999");
  other.close();

  const lead = await app.call("POST", "/quote/new", ada);
  expect([lead.status, lead.body.code]).toEqual([503, "unavailable"]);
  const ready = await app.request("/readyz");
  expect([ready.status, await ready.json()]).toEqual([503, { status: "damaged" }]);
  expect((await app.request("/healthz")).status).toBe(200);
  expect(await today()).toMatchObject({ alerts: [{ kind: "database" }], work: null });
  await app.call("POST", "/quote/new", ada);
  expect(app.logged.filter((line) => line.includes("database damaged"))).toHaveLength(1);
});

test("damage in a large database stops the start, or is logged if the check ends after the start", async () => {
  const used = await usedFolder();
  const filler = new SQLite(path.join(used, "jorna.sqlite"));
  filler.exec("create table filler (bytes blob)");
  const insert = filler.prepare("insert into filler values (zeroblob(1000000))");
  for (let n = 0; n < 20; n++) insert.run();
  filler.close();
  damageQuotes(used);
  expect(await refusal(used)).toContain("is damaged (");

  const told: string[] = [];
  const { damage, close } = await openSiteDatabase(
    { ...sqlite(used), port: 0 },
    { checkPatienceMs: 0, onQuery() {}, log: { warn() {}, error: (event) => void told.push(event) } },
  );
  onTestFinished(close);
  await expect.poll(() => damage.found).toBeTypeOf("string");
  expect(told).toEqual(["database damaged"]);
});

test("a large database without a write-ahead log, such as a restored one, is checked before it is opened", async () => {
  const used = await usedFolder();
  const filler = new SQLite(sqliteFile(used));
  filler.exec("create table filler (bytes blob)");
  const insert = filler.prepare("insert into filler values (zeroblob(1000000))");
  for (let n = 0; n < 20; n++) insert.run();
  filler.pragma("journal_mode = delete");
  filler.close();
  damageQuotes(used);

  const opened = openSiteDatabase(
    { ...sqlite(used), port: 0 },
    { checkPatienceMs: 0, onQuery() {}, log: { warn() {}, error() {} } },
  );
  await expect(opened).rejects.toThrow("is damaged");
});

test("a second process on a data folder fails naming the first, and can start once the first has ended", async () => {
  const place = await freshLocation("sqlite");
  const app = await createTestApp("sqlite", { place });

  const line = await refusal(place.dataDir);
  expect(line).toMatch(
    new RegExp(
      `^OpenError: DATA_DIR: ${place.dataDir} is in use by process ${process.pid} on \\S+ \\(port \\d+\\) since 20`,
    ),
  );
  expect(line).toContain("Stop it, or choose another DATA_DIR.");

  const second = createTestApp("sqlite", { place, hasAdmin: false });
  await app.close();
  expect((await (await second).request("/readyz")).status).toBe(200);
});

test("the data folder and its files are made accessible to their owner only, also those of an earlier build", async () => {
  const mode = (file: string) => (fs.statSync(file).mode & 0o777).toString(8);
  const used = await usedFolder();
  fs.chmodSync(used, 0o755);
  for (const name of fs.readdirSync(used)) fs.chmodSync(path.join(used, name), 0o644);
  const app = await createTestApp("sqlite", { place: sqlite(used), hasAdmin: false });
  await makeQuote(app);
  expect(mode(used)).toBe("700");
  const modes = Object.fromEntries(fs.readdirSync(used).map((name) => [name, mode(path.join(used, name))]));
  expect(modes).toEqual({
    "jorna.sqlite": "600",
    "jorna.sqlite-shm": "600",
    "jorna.sqlite-wal": "600",
    "lock.json": "600",
    "lock.sqlite": "600",
    reserve: "600",
    "site.json": "600",
  });
  const made = path.join(freshFolder(), "made", "here");
  await createTestApp("sqlite", { place: sqlite(made), hasAdmin: false });
  expect([mode(made), mode(path.join(made, "jorna.sqlite"))]).toEqual(["700", "600"]);
});

test("a first start interrupted before the write-ahead log existed is completed by the next start", async () => {
  const [begun, dataDir] = [freshFolder(), freshFolder()];
  const cut = new SQLite(sqliteFile(begun));
  cut.exec(
    "pragma cache_size = 1; create table gone (text text); drop table gone; begin; create table half (text text)",
  );
  const insert = cut.prepare("insert into half values (?)");
  for (let row = 0; row < 200; row++) insert.run("x".repeat(1_000));
  for (const name of fs.readdirSync(begun)) fs.copyFileSync(path.join(begun, name), path.join(dataDir, name));
  cut.close();
  expect(fs.readdirSync(dataDir)).toContain("jorna.sqlite-journal");
  writeSiteFile(dataDir, newSiteFile());
  const quiet = { warn() {}, error() {} };
  const site = await openSiteDatabase({ dataDir, databaseUrl: undefined, port: 0 }, { onQuery() {}, log: quiet });
  expect(await site.db.selectFrom("quote").selectAll().execute()).toEqual([]);
  await site.close();
});
