import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, test, vi } from "vitest";
import { readBackupState } from "#app/platform/backup-state.server.ts";
import { recordErased } from "#app/platform/erased-people.server.ts";
import type { AnyDb } from "#db/dialect.ts";
import { notifyAlerts } from "#server/observability/alert-notifier.ts";
import { admin, createTestApp, onEveryDatabase, signIn, type TestApp } from "#test/app.ts";
import { runCommand } from "#test/commands.ts";
import { freshFolder, freshLocation, migratedLocation } from "#test/data-location.ts";
import { dataOf, serve } from "#test/process.ts";
import { openS3, type S3Server, s3Keys } from "#test/s3-server.ts";
import { scheduleBackups } from "./schedule.ts";

vi.setConfig({ testTimeout: 300_000 });

const hourMs = 60 * 60_000;
const everyHours = 24;

/** A site that makes backups of itself with the built command. */
async function openSite(database: "sqlite" | "postgres", storage?: S3Server) {
  // Other tests use every core: at the priority of a backup each of its processes would take many seconds.
  vi.spyOn(os, "setPriority").mockImplementation(() => {});
  const folder = freshFolder();
  const schedule = { folder, everyHours, keep: 2, isCopied: storage !== undefined };
  const app = await createTestApp(database, { config: { backup: schedule } });
  const { dataDir, databaseUrl } = app.deps.config;
  vi.stubEnv("DATA_DIR", dataDir);
  vi.stubEnv("DATABASE_URL", databaseUrl ?? "");
  for (const [name, value] of Object.entries(storage?.environment ?? {})) vi.stubEnv(name, value);
  const begin = (program?: string) => scheduleBackups(app.deps, schedule, { ...(program && { program }) });
  const alerts = async () => (await app.office("GET", "/today")).body.data.alerts;
  return { app, folder, begin, alerts, made: () => fs.readdirSync(folder).sort() };
}

type Scheduler = ReturnType<Awaited<ReturnType<typeof openSite>>["begin"]>;

async function run(backups: Scheduler): Promise<void> {
  await backups.startDue();
  await backups.idle();
}

const pass = (app: TestApp, hours: number) => app.clock.pass(hours * hourMs);

/** Makes files that pass for proved backups, for what only decides when to make, keep and report one. */
function quickProgram(): string {
  const program = path.join(freshFolder(), "quick.mjs");
  fs.writeFileSync(
    program,
    'import fs from "node:fs"; if (process.argv[2] !== "--prove") fs.writeFileSync(process.argv[2], "a backup");',
  );
  return program;
}

/** Simulated fault: a backup that never finishes. */
function hangingProgram(): string {
  const program = path.join(freshFolder(), "hang.mjs");
  fs.writeFileSync(program, "setInterval(() => {}, 1000);");
  return program;
}

/** Simulated fault: backups that cannot be proved. What proving finds: backup.test.ts. */
function carelessProgram(): string {
  const program = path.join(freshFolder(), "careless.mjs");
  fs.writeFileSync(
    program,
    `import fs from "node:fs";
    const [option] = process.argv.slice(2);
    if (option === "--prove") { console.error("The backup is damaged."); process.exitCode = 1; }
    else fs.writeFileSync(option, "half");`,
  );
  return program;
}

const erasedList = expect.stringMatching(/^site one\/erased-people-[\da-f]{8}\.txt$/);

onEveryDatabase("a scheduled backup", (database) => {
  test("is copied to the bucket and restored from there", async () => {
    const storage = await openS3();
    const { app, folder, begin, alerts, made } = await openSite(database, storage);
    recordErased({ dataDir: folder, backup: undefined }, "ada", new Date());
    await run(begin());
    const first = made().find((name) => name.endsWith(".tar")) ?? "";
    expect([...storage.objects.keys()].sort()).toEqual([erasedList, `site one/${first}`]);
    expect((await readBackupState(app.deps)).state).toMatchObject({ provedFile: first, copiedFile: first });
    expect(await alerts()).toEqual([]);

    // What is restored of which database, and how it is fetched: backup.test.ts, bucket.test.ts.
    if (database === "postgres") return;
    const target = await freshLocation(database);
    const environment = { ...dataOf(target), ...storage.environment };
    const restored = await runCommand("restore", [`s3://backups/site one/${first}`], environment);
    expect([restored.err, restored.code]).toEqual(["", 0]);
    expect(fs.readdirSync(target.dataDir, { recursive: true }).join()).not.toContain("download");
  });

  test("is made by only one of several instances, and by another one if that instance dies", async () => {
    const { app, begin, made } = await openSite(database);
    const gone = begin(hangingProgram());
    const others = [begin(quickProgram()), begin(quickProgram())];
    await gone.startDue();
    for (const other of others) await run(other);
    pass(app, 1 / 20);
    await gone.startDue();
    pass(app, 1 / 20);
    for (const other of others) await run(other);
    expect(made()).toEqual([]);
    pass(app, 1 / 20);
    await Promise.all(others.map(run));
    expect(made()).toHaveLength(1);
    await gone.stop();
    expect(made()).toHaveLength(1);
  });

  test("is left to the instances of a newer build once that has migrated the database", async () => {
    const { app, begin, made } = await openSite(database);
    const newer = { name: "9999_newer", timestamp: "" };
    const records = (app.deps.db as unknown as AnyDb).withoutPlugins();
    await records.insertInto("kysely_migration").values(newer).execute();
    const former = begin(quickProgram());
    await run(former);
    expect(made()).toEqual([]);
    await records.deleteFrom("kysely_migration").where("name", "=", newer.name).execute();
    await run(former);
    expect(made()).toHaveLength(1);
  });
});

// What decides when to make, keep and report a backup knows the database only by its one row of state.
describe("a scheduled backup", () => {
  test("is made and proved by the running server on its own", async () => {
    const place = await migratedLocation("sqlite");
    const folder = freshFolder();
    const site = await serve({ ...dataOf(place), SEED: "off", BACKUP_DIR: folder, LOG_LEVEL: "info" });
    // Its processes have the lowest priority, so other work may hold them up for minutes.
    await expect.poll(() => site.said.err, { timeout: 240_000 }).toContain('"event":"backup proved"');
    const [name = ""] = fs.readdirSync(folder);
    expect((await runCommand("backup", ["--verify", path.join(folder, name)], {})).code).toBe(0);
    expect(await site.end()).toBe(0);
  });

  test("is made when due; the oldest beyond the number to keep is deleted, other files are not", async () => {
    const { app, folder, begin, alerts, made } = await openSite("sqlite");
    const others = ["jorna-mine.tar", "notes.txt"];
    for (const name of others) fs.writeFileSync(path.join(folder, name), "Ada's notes");
    await run(begin());
    const [first = ""] = made();
    expect((await runCommand("backup", ["--verify", path.join(folder, first)], {})).code).toBe(0);
    const backups = begin(quickProgram());
    expect(first).toMatch(/^jorna-2026-05-01T\d\d-\d\d-\d\dZ\.tar$/);
    expect(fs.statSync(path.join(folder, first)).mode & 0o777).toBe(0o600);
    await run(backups);
    pass(app, everyHours - 1);
    await run(backups);
    expect(made()).toEqual([first, ...others]);

    // By a clock that was ahead.
    const ahead = "jorna-2126-05-01T10-00-00Z.tar";
    fs.writeFileSync(path.join(folder, ahead), "");
    // It cannot be deleted like a file.
    const stuck = "jorna-2025-05-01T10-00-00Z.tar";
    fs.mkdirSync(path.join(folder, stuck));
    others.push(stuck);
    for (let day = 1; day < 3; day++) {
      pass(app, everyHours);
      await run(backups);
    }
    const left = made().filter((name) => !others.includes(name));
    expect([left.length, left.includes(first), left.includes(ahead)]).toEqual([2, false, false]);
    expect(made()).toEqual(expect.arrayContaining(others));
    expect(app.logged.join()).toMatch(/"old backup not deleted","file":"jorna-2025-/);
    expect(await alerts()).toEqual([]);
    expect(app.logged.filter((line) => line.includes("backup made"))).toHaveLength(3);
    expect(os.setPriority).toHaveBeenCalledWith(expect.any(Number), os.constants.priority.PRIORITY_BELOW_NORMAL);
  });

  test("whose copy fails raises an alert until one succeeds; erasures are copied too", async () => {
    const storage = await openS3();
    storage.environment.BACKUP_S3_KEEP = "1";
    const { app, folder, begin, alerts, made } = await openSite("sqlite", storage);
    await run(begin());
    const [first = ""] = made();

    storage.fault = ({ method }) => (method === "PUT" ? { status: 403, code: "AccessDenied" } : undefined);
    pass(app, everyHours);
    await run(begin());
    const second = made().at(-1) ?? "";
    expect((await readBackupState(app.deps)).state).toMatchObject({ provedFile: second, copiedFile: first });
    const reason = `127\\.0\\.0\\.1:\\d+ denies access to s3://backups/site one/${second} \\(AccessDenied\\)\\. .+`;
    const pattern = new RegExp(
      `^The last backup could not be copied to the bucket: ${reason} The last one that was copied is 24 hours old\\.$`,
    );
    expect(await alerts()).toEqual([{ kind: "backup", message: expect.stringMatching(pattern) }]);
    await run(begin());
    expect(storage.requests.filter(({ method }) => method === "PUT")).toHaveLength(2);

    storage.fault = undefined;
    pass(app, 1);
    await run(begin());
    expect(await alerts()).toEqual([]);
    expect([...storage.objects.keys()]).toEqual([`site one/${second}`]);
    const before = storage.requests.length;
    recordErased({ dataDir: folder, backup: undefined }, "ada", new Date());
    await run(begin());
    expect([...storage.objects.keys()].sort()).toEqual([erasedList, `site one/${second}`]);
    expect(storage.requests.slice(before).filter(({ key }) => key.includes(second))).toEqual([]);
    await run(begin());
    expect(storage.requests.slice(before).map(({ method }) => method)).toEqual(["HEAD", "PUT", "GET"]);
    expect(app.logged.join()).not.toContain(s3Keys.secret);
  });

  test("that fails raises an alert until one succeeds, is retried, and deletes no earlier backup", async () => {
    const { app, folder, begin, alerts, made } = await openSite("sqlite");
    const quick = begin(quickProgram());
    const tell = notifyAlerts(app.deps);
    await run(quick);
    await tell();
    const away = `${folder}-away`;
    fs.renameSync(folder, away);
    pass(app, everyHours);
    await run(begin());
    await tell();
    const message = `The last backup failed: There is no folder ${folder} to write the backup into. Create it first. The last one that was made is 24 hours old.`;
    expect(await alerts()).toEqual([{ kind: "backup", message }]);
    expect(app.logged.join()).toMatch(/alert began.*backup/);

    fs.renameSync(away, folder);
    await run(quick);
    expect(made()).toHaveLength(1);
    pass(app, 1);
    await run(quick);
    expect(made()).toHaveLength(2);
    await tell();
    expect(await alerts()).toEqual([]);
    expect(app.logged.join()).toMatch(/alert ended.*backup/);
  });

  test("is proved at once; if that fails there is an alert, and the last proved one is kept until another is proved", async () => {
    const { app, folder, begin, alerts, made } = await openSite("sqlite");
    await run(begin());
    const [proved = ""] = made();
    expect(app.logged.filter((line) => line.includes('"backup proved"'))).toHaveLength(1);
    expect((await readBackupState(app.deps)).state).toMatchObject({ file: proved, provedFile: proved });

    const careless = begin(carelessProgram());
    for (let day = 1; day <= 3; day++) {
      pass(app, everyHours);
      await run(careless);
    }
    expect(made()).toHaveLength(3);
    expect(made()).toContain(proved);
    const message =
      "The last backup could not be proved: The backup is damaged. The last one that was proved is 3 days old.";
    expect(await alerts()).toEqual([{ kind: "backup", message }]);
    expect(fs.readdirSync(folder)).toHaveLength(3);

    pass(app, everyHours);
    await run(begin());
    expect(await alerts()).toEqual([]);
    expect(made()).not.toContain(proved);
  });

  test("that is proved can be downloaded once by an administrator who confirms their password", async () => {
    const { app, folder, begin, made } = await openSite("sqlite");
    const token = await signIn(app);
    const ask = (currentPassword: string, options = { token }) =>
      app.call("POST", "/backup/download", { currentPassword }, options);
    expect((await ask(admin.password)).status).toBe(404);
    const backup = async () => (await app.office("GET", "/today")).body.data.work.backup;
    expect(await backup()).toEqual({ provedAt: null, isTrouble: false });
    await run(begin(quickProgram()));
    expect(await backup()).toEqual({ provedAt: app.clock.now().toISOString(), isTrouble: false });

    expect((await app.call("POST", "/backup/download", { currentPassword: admin.password })).status).toBe(401);
    expect((await ask("Wrong-horse-1")).status).toBe(422);
    const { address } = (await ask(admin.password)).body.data;
    const elsewhere = { headers: { "Sec-Fetch-Site": "cross-site" } };
    expect((await app.request(address, elsewhere)).status).toBe(404);
    expect((await app.request(address, { method: "HEAD" })).status).toBe(404);
    const answer = await app.request(address, { headers: { "Sec-Fetch-Site": "same-origin" } });
    const [name = ""] = made();
    expect(answer.headers.get("Content-Disposition")).toBe(`attachment; filename="${name}"`);
    expect(Buffer.from(await answer.arrayBuffer()).equals(fs.readFileSync(path.join(folder, name)))).toBe(true);
    expect(app.logged.join()).toMatch(/"backup downloaded","userId":\d+,"file":"jorna-/);
    expect((await app.request(address)).status).toBe(404);

    const late = (await ask(admin.password)).body.data.address;
    app.clock.pass(60_001);
    expect((await app.request(late)).status).toBe(404);

    // Nobody knows whether another instance has it.
    fs.rmSync(path.join(folder, name));
    expect((await ask(admin.password)).body.message).toMatch(/^The last proved backup is not in BACKUP_DIR/);
  });

  test("is made without a call that holds up the server while the folder's disk does not answer, and where no priority may be chosen", async () => {
    const { folder, begin, alerts, made } = await openSite("sqlite");
    const found: string[] = [];
    for (const name of ["existsSync", "statSync", "readdirSync", "rmSync"] as const) {
      const real = fs[name] as (...args: unknown[]) => unknown;
      vi.spyOn(fs, name).mockImplementation(((file: string, ...more: unknown[]) => {
        if (file.startsWith(folder)) found.push(`${name} ${file}`);
        return real(file, ...more);
      }) as never);
    }
    // As where the process was started with a lower one.
    vi.spyOn(os, "setPriority").mockImplementation(() => {
      throw Object.assign(new Error("A system error occurred"), { code: "ERR_SYSTEM_ERROR", info: { code: "EACCES" } });
    });
    await run(begin(quickProgram()));
    expect(found).toEqual([]);
    expect([made().length, await alerts()]).toEqual([1, []]);
  });

  test("raises an alert when the last proved one is too old", async () => {
    const { app, begin, alerts } = await openSite("sqlite");
    expect(await alerts()).toEqual([]);
    await run(begin(quickProgram()));
    pass(app, 2 * everyHours);
    expect(await alerts()).toEqual([]);
    pass(app, 1);
    const message = "The last proved backup is 2 days old; there should be one every 24 hours.";
    expect(await alerts()).toEqual([{ kind: "backup", message }]);
  });

  test("is made and kept after the clock has been set back, whatever was made before", async () => {
    const { app, begin, alerts, made } = await openSite("sqlite");
    const years = 10 * 365 * 24;
    const quick = quickProgram();
    pass(app, years);
    await run(begin(quick));
    pass(app, everyHours);
    await run(begin(quick));
    const dying = begin(hangingProgram());
    pass(app, everyHours);
    await dying.startDue();
    pass(app, -years - 2 * everyHours);

    await run(begin(quick));

    const [newest] = made();
    expect(newest).toMatch(/^jorna-2026-05-01T/);
    expect((await readBackupState(app.deps)).state).toMatchObject({ file: newest, provedFile: newest });
    await run(begin(quick));
    expect(made()[0]).toBe(newest);
    expect(await alerts()).toEqual([]);
    await dying.stop();
  });

  test("that is interrupted by a shutdown is made after the next start; one that hangs is killed with an alert", async () => {
    const { app, folder, begin, alerts, made } = await openSite("sqlite");
    const first = begin(hangingProgram());
    await first.startDue();
    await first.stop();
    expect(await alerts()).toEqual([]);
    // What a killed backup left is gone before the next one begins; no process has such a high id.
    const left = path.join(folder, ".jorna-2026-05-01T00-00-00Z.tar.99999999.database.part");
    // An upgrade's, in another container that shares the folder.
    const other = path.join(folder, ".jorna-before-0049.tar.99999999.database.part");
    for (const file of [left, other]) fs.writeFileSync(file, "half");
    const next = begin(quickProgram());
    await next.startDue();
    expect([left, other].map((file) => fs.existsSync(file))).toEqual([false, true]);
    await next.idle();
    fs.rmSync(other);
    expect(made()).toHaveLength(1);

    pass(app, everyHours);
    const hanging = begin(hangingProgram());
    await hanging.startDue();
    pass(app, everyHours + 1);
    await run(hanging);
    expect(await alerts()).toEqual([{ kind: "backup", message: expect.stringContaining("it was ended (SIGKILL)") }]);
    pass(app, 1);
    await run(begin(quickProgram()));
    expect([made().length, await alerts()]).toEqual([2, []]);
  });
});
