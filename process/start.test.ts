import { createHash } from "node:crypto";
import fs from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { openDatabase } from "#db/open.server.ts";
import { type DataLocation, freshFolder, freshLocation, migratedLocation, runStatements } from "#test/data-location.ts";
import { freePort } from "#test/free-port.ts";
import { dataOf, halfSent, serve, start } from "#test/process.ts";
import type { Environment } from "#test/process-environment.ts";
import { firstAdmin, isReady, logIn, sendJson } from "#test/product.ts";
import { openTransactionPooler } from "#test/transaction-pooler.ts";

// The built product as a process, as `npm start` runs it.

/** How it ended: its exit code and its only line of output. */
async function refusal(environment: Environment) {
  const { said, ended } = start({ PORT: "0", ...environment });
  return { code: await ended, line: said.err.trimEnd(), out: said.out };
}

test("an invalid environment variable stops the start with one line that names it, before anything is written", async () => {
  const folder = path.join(freshFolder(), "data");
  const bucket = {
    BACKUP_S3_ENDPOINT: "http://127.0.0.1:9",
    BACKUP_S3_BUCKET: "backups",
    BACKUP_S3_ACCESS_KEY_ID: "key",
    BACKUP_S3_SECRET_ACCESS_KEY: "secret",
  };
  // Each variable is tested in config.test.ts.
  const wrong: Environment[] = [{ DATABASE_URL: "mysql://ada:secret@db.example/site" }, { BACKUP_DIR: "", ...bucket }];

  for (const environment of wrong) {
    const [name = ""] = Object.keys(environment);
    const { code, line, out } = await refusal({ DATA_DIR: folder, ...environment });
    expect([name, code, out]).toEqual([name, 1, ""]);
    expect(line).toMatch(new RegExp(`^Cannot start: ${name} [^\\n]+$`));
    expect(line).not.toContain("secret");
  }
  expect(fs.existsSync(folder)).toBe(false);
});

test("a port in use or a foreign host address stops the start with one line, before anything is written", async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void other.close());
  const { port } = other.address() as { port: number };
  const folder = path.join(freshFolder(), "data");
  const postgres = await freshLocation("postgres");

  const taken = await refusal({ DATA_DIR: folder, PORT: String(port) });
  const takenToo = await refusal({ ...dataOf(postgres), PORT: String(port) });
  const foreign = await refusal({ DATA_DIR: folder, HOST: "192.0.2.1" });
  const unknown = await refusal({ DATA_DIR: folder, HOST: "unknown.invalid" });

  const isTaken = [1, expect.stringMatching(new RegExp(`^Cannot start: PORT ${port} [^\\n]+$`)), ""];
  expect([taken.code, taken.line, taken.out]).toEqual(isTaken);
  expect([takenToo.code, takenToo.line, takenToo.out]).toEqual(isTaken);
  expect([foreign.code, foreign.line]).toEqual([1, expect.stringMatching(/^Cannot start: HOST 192\.0\.2\.1 [^\n]+$/)]);
  expect([unknown.code, unknown.line]).toEqual([
    1,
    "Cannot start: HOST unknown.invalid is not an address of this machine.",
  ]);
  expect(fs.existsSync(folder)).toBe(false);
  const { db, close } = await openDatabase(postgres);
  expect(await db.introspection.getTables()).toEqual([]);
  await close();
});

test("during an upgrade the port is open, and requests get 503 with Retry-After until the database is migrated", async () => {
  const place = await migratedLocation("postgres");
  const letGo = await holdMigrations(place);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { child, said, ended } = start({ ...firstAdmin, PORT: String(port), ...dataOf(place) });
  const ask = (address: string, init?: RequestInit) => fetch(url + address, { redirect: "manual", ...init });
  await expect.poll(() => ask("/healthz").then(({ status }) => status, String)).toBe(200);

  expect(await (await ask("/healthz")).json()).toEqual({ status: "starting" });
  const ready = await ask("/readyz");
  expect([ready.status, await ready.json()]).toEqual([503, { status: "upgrading" }]);
  for (const [address, method] of [
    ["/api/faq/get-all", "GET"],
    ["/api/quote/new", "POST"],
    ["/upload", "POST"],
  ] as const) {
    const answer = await ask(address, { method });
    expect([address, answer.status, answer.headers.get("Retry-After")]).toEqual([address, 503, "2"]);
    expect(await answer.json()).toMatchObject({ code: "unavailable", message: expect.stringContaining("upgraded") });
  }
  for (const address of ["/", "/Admin/login", "/portfolio?from=mail"]) {
    const page = await ask(address);
    expect([page.status, page.headers.get("Retry-After"), page.headers.get("Cache-Control")]).toEqual([
      503,
      "2",
      "no-store",
    ]);
    expect(page.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
    expect(await page.text()).toMatch(/http-equiv="refresh".*<h1>This site is being upgraded<\/h1>/);
  }
  const sentForm = await (await ask("/contact", { method: "POST", body: new URLSearchParams({ name: "Ada" }) })).text();
  expect(sentForm).toContain("what you typed is still in the form");
  expect(sentForm).not.toContain("refresh");
  expect(said.out).toBe("");

  await letGo();
  await expect.poll(() => isReady(url)).toBe(true);
  expect(await (await ask("/healthz")).json()).toEqual({ status: "ok" });
  expect((await ask("/")).status).toBe(200);
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
});

test("a start that receives SIGTERM exits with 0 and prints nothing", async () => {
  const place = await migratedLocation("postgres");
  await holdMigrations(place);
  const port = await freePort();
  const { child, said, ended } = start({ PORT: String(port), ...dataOf(place) });
  const alive = () => fetch(`http://127.0.0.1:${port}/healthz`).then(({ status }) => status, String);
  await expect.poll(alive).toBe(200);

  child.kill("SIGTERM");

  expect(await ended).toBe(0);
  expect(said).toEqual({ out: "", err: "" });
});

test("an unusable data folder stops the start with one line, and its files stay unchanged", async () => {
  const folder = freshFolder();
  const file = path.join(folder, "file");
  fs.writeFileSync(file, "Ada's notes");
  const notes = path.join(folder, "notes");
  fs.mkdirSync(notes);
  fs.writeFileSync(path.join(notes, "jorna.sqlite"), "Ada's notes, and no database at all. ".repeat(200));

  const places = [file, notes, "/proc/nowhere"];
  for (const place of places) {
    const { code, line } = await refusal({ DATA_DIR: place });
    expect([place, code]).toEqual([place, 1]);
    expect(line).toMatch(/^Cannot start: DATA_DIR: [^\n]+$/);
    expect(line).toContain(place);
    expect(line.includes("backup")).toBe(place === notes);
  }
  expect(fs.readFileSync(file, "utf8")).toBe("Ada's notes");
  expect(fs.readFileSync(path.join(notes, "jorna.sqlite"), "utf8")).toMatch(
    /^(Ada's notes, and no database at all\. )+$/,
  );
});

test("an unreachable PostgreSQL or a missing database stops the start with one line that hides the password", async () => {
  const { databaseUrl = "" } = await migratedLocation("postgres");
  const missing = Object.assign(new URL(databaseUrl), { pathname: "/nowhere", password: "secret" }).href;
  const closed = `postgres://ada:secret@127.0.0.1:${await freePort()}/site`;

  for (const url of [missing, closed]) {
    const { code, line } = await refusal({ DATA_DIR: freshFolder(), DATABASE_URL: url });
    expect([code, line]).toEqual([1, expect.stringMatching(/^Cannot start: DATABASE_URL: postgres:\/\/[^\n]+$/)]);
    expect(line).not.toContain("secret");
  }
});

test("a site, or another program, in a schema that is not searched stops the start with the name of that schema", async () => {
  const place = await freshLocation("postgres");
  await runStatements(
    place.databaseUrl ?? "",
    "create schema agency; create table agency.kysely_migration (name text)",
  );
  const { code, line } = await refusal(dataOf(place));
  expect([code, line]).toEqual([
    1,
    expect.stringMatching(/^Cannot start: DATABASE_URL: the schema agency [^\n]+agency\)\.$/),
  ]);
});

test("a pooler that refuses the time-outs stops the start with the setting that leaves them out", async () => {
  const { databaseUrl = "", dataDir } = await migratedLocation("postgres");
  const environment = { DATA_DIR: dataDir, DATABASE_URL: await openTransactionPooler(databaseUrl) };
  const { code, line } = await refusal(environment);
  expect([code, line]).toEqual([
    1,
    expect.stringMatching(
      /^Cannot start: DATABASE_URL: \S+ refuses time-outs \(unsupported startup parameter: \w+\)\. Set DATABASE_STATEMENT_TIMEOUT=0 [^\n]+$/,
    ),
  ]);
  const site = await serve({ ...environment, DATABASE_STATEMENT_TIMEOUT: "0", SEED: "off" });
  expect((await fetch(site.url)).status).toBe(200);
  expect(await site.end()).toBe(0);
});

test("an instance on PostgreSQL goes by its clock, and not by one of its own that is set an hour ahead or back", async () => {
  const place = await migratedLocation("postgres");
  const hourMs = 60 * 60_000;
  for (const wrongBy of [hourMs, -hourMs]) {
    const shifted = `const Real = Date; globalThis.Date = class extends Real {
      constructor(...parts) { parts.length > 0 ? super(...parts) : super(Real.now() + ${wrongBy}) }
      static now() { return Real.now() + ${wrongBy} } }`;
    const preload = `--import=data:text/javascript,${encodeURIComponent(shifted)}`;
    const site = await serve({ ...dataOf(place), SEED: "off", NODE_OPTIONS: preload });
    const lead = {
      fullName: "Ada Lovelace",
      email: "ada@example.com",
      message: `Sent with a clock off by ${wrongBy}.`,
    };
    expect((await sendJson(site.url, "/quote/new", lead)).status).toBe(201);
    const headers = { Authorization: `Bearer ${await logIn(site.url)}` };
    const { data } = await (await fetch(`${site.url}/api/quote/get-all`, { headers })).json();
    expect(Math.abs(Date.parse(data[0].createdAt) - Date.now())).toBeLessThan(60_000);
    expect(site.said.err).toContain("this machine's clock differs from PostgreSQL's");
    expect(await site.end()).toBe(0);
  }
});

test("if the first password cannot be written to a file, the start fails and creates no administrator", async () => {
  const postgres = await migratedLocation("postgres");
  const file = path.join(freshFolder(), "file");
  fs.writeFileSync(file, "Ada's notes");
  const environment = { DATABASE_URL: postgres.databaseUrl ?? "", DATA_DIR: path.join(file, "data"), SEED: "off" };

  const { code, line } = await refusal({ ...environment, ADMIN_PASSWORD: "" });
  expect([code, line]).toEqual([1, expect.stringMatching(/^Cannot start: DATA_DIR: [^\n]+ADMIN_PASSWORD\.$/)]);

  const { db, close } = await openDatabase(postgres);
  expect(await sql`select * from "user"`.execute(db)).toMatchObject({ rows: [] });
  await close();
});

test("a running build serves and stores leads after a newer build migrated its PostgreSQL, but cannot restart", async () => {
  const place = await freshLocation("postgres");
  const site = await serve({ ...dataOf(place), SEED: "off" });
  const { db, close } = await openDatabase(place);
  await sql`alter table quote add column from_the_future text not null default ''`.execute(db);
  const migration = ["9999_from_the_future", "2030-01-01T00:00:00.000Z"];
  await sql`insert into kysely_migration (name, timestamp) values (${migration[0]}, ${migration[1]})`.execute(db);
  await close();

  const lead = { fullName: "Ada Lovelace", email: "ada@example.com", message: "An engine, please." };
  const sent = await sendJson(site.url, "/quote/new", lead);
  expect(sent.status).toBe(201);
  const statuses = ["/", "/career", "/readyz"].map(async (address) => (await fetch(site.url + address)).status);
  expect(await Promise.all(statuses)).toEqual([200, 200, 200]);
  const headers = { Authorization: `Bearer ${await logIn(site.url)}` };
  const { data } = await (await fetch(`${site.url}/api/quote/get-all`, { headers })).json();
  expect(data).toEqual([expect.objectContaining(lead)]);
  expect(await site.end()).toBe(0);
  const { code, line } = await refusal(dataOf(place));
  expect([code, line]).toEqual([1, expect.stringContaining("newer than this build knows")]);
});

// On PostgreSQL: a running build (above) and two processes at once (below).
describe("the process", () => {
  test("refuses a database from a newer build, names both versions and leaves the data folder unchanged", async () => {
    const place = await freshLocation("sqlite");
    const first = await serve({ ...dataOf(place), SEED: "off" });
    await first.end();
    const { db, close } = await openDatabase(place);
    const row = { name: "9999_from_the_future", timestamp: "2030-01-01T00:00:00.000Z" };
    await db
      .insertInto("kysely_migration" as never)
      .values(row as never)
      .execute();
    await close();
    const before = contentOf(place.dataDir);

    const { code, line } = await refusal(dataOf(place));

    expect([code, line]).toEqual([1, expect.stringMatching(/^Cannot start: [^\n]*9999_from_the_future[^\n]+$/)]);
    expect(line).toMatch(/\b\d{4}_[\w-]+\)/);
    expect(contentOf(place.dataDir)).toEqual(before);
  });

  test("completes a half-sent request after SIGTERM, accepts no new connections and exits with 0", async () => {
    const site = await serve({ ...dataOf(await migratedLocation("sqlite")), SEED: "off" });
    const half = await halfSent(site.port, "Half of an engine.");

    site.child.kill("SIGTERM");
    while (
      await fetch(`${site.url}/healthz`).then(
        () => true,
        () => false,
      )
    )
      await pause(10);
    half.goOn();

    expect(await half.answer).toMatch(/^HTTP\/1\.1 100 Continue\s+HTTP\/1\.1 201 /);
    expect(await site.ended).toBe(0);
    expect(site.said.err).toBe("");
  });

  test("writes the built-in content only at the first start, and deleted entries stay deleted", async () => {
    const place = await freshLocation("sqlite");
    const first = await serve(dataOf(place));
    const token = await logIn(first.url);
    const counts = async (site: typeof first) =>
      Promise.all(["project", "job", "faq", "review"].map(async (noun) => (await site.list(noun)).length));
    expect(await counts(first)).toEqual([7, 4, 6, 5]);
    for (const { slug } of await first.list("faq"))
      await fetch(`${first.url}/api/faq/${slug}`, { method: "DELETE", headers: { Authorization: `Bearer ${token}` } });
    await first.end();

    const second = await serve(dataOf(place));

    expect(await counts(second)).toEqual([7, 4, 0, 5]);
    const [project] = await second.list("project");
    expect((await fetch(second.url + project.projectImage)).status).toBe(200);
    expect(await second.end()).toBe(0);
  });
});

describe("the first start", () => {
  test("prints the first password, and keeps it in a file readable only by its owner until the first login", async () => {
    const place = await freshLocation("sqlite");
    const email = "grace@example.com";
    const environment = { ...dataOf(place), SEED: "off", ADMIN_PASSWORD: "", ADMIN_EMAIL: email, LOG_LEVEL: "debug" };
    const file = path.join(place.dataDir, "first-admin-password.txt");
    const first = await serve(environment);
    await first.end();
    const again = await serve(environment);
    const password = /^Password\s+([a-z2-9]{4}(?:-[a-z2-9]{4}){3}7)$/m.exec(fs.readFileSync(file, "utf8"))?.[1] ?? "";

    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
    expect(first.said.out).toContain(`http://localhost:${first.port}/admin/login`);
    expect(first.said.out).toMatch(/E-mail {7}grace@example\.com\n/);
    expect(first.said.out).toContain(
      `Password     ${password}\n               kept in ${file} until the first login, and good for a day from then`,
    );
    expect(first.said.out).toMatch(/if it is lost: npm run admin -- reset grace@example\.com\n/);
    expect(again.said.out).not.toMatch(/Password|administrator/);
    for (const log of [first.said.err, again.said.err, again.said.out]) expect(log).not.toContain(password);

    expect((await logInAs(again.url, { email, password: "not-this-one-1" })).status).toBe(401);
    expect(fs.existsSync(file)).toBe(true);
    expect((await logInAs(again.url, { email, password })).status).toBe(200);
    expect(fs.existsSync(file)).toBe(false);
  });

  test("the first password's file ends with the first login on any instance, and its power a day later", async () => {
    const { databaseUrl = "", dataDir } = await migratedLocation("postgres");
    const environment = { DATABASE_URL: databaseUrl, SEED: "off", ADMIN_PASSWORD: "" };
    const maker = await serve({ ...environment, DATA_DIR: dataDir });
    const other = await serve({ ...environment, DATA_DIR: freshFolder() });
    const file = path.join(dataDir, "first-admin-password.txt");
    const password = /^Password\s+(\S+)$/m.exec(fs.readFileSync(file, "utf8"))?.[1] ?? "";
    const user = { email: firstAdmin.ADMIN_EMAIL, password };

    const login = await logInAs(other.url, user);
    expect(login.status).toBe(200);
    await expect.poll(() => fs.existsSync(file), { timeout: 60_000 }).toBe(false);
    for (const { url } of [maker, other]) expect((await logInAs(url, user)).status).toBe(200);
    const aDayAgo = new Date(Date.now() - 24 * 60 * 60_000).toISOString();
    // Former releases wrote no time.
    for (const since of [aDayAgo, "used"]) {
      const value = `split_part(value, ' ', 1) || ' ${since}'`;
      await runStatements(databaseUrl, `update setting set value = ${value} where name = 'generated password'`);
      const again = await logInAs(other.url, user);
      expect([again.status, (await again.json()).message]).toEqual([401, expect.stringContaining("good for a day")]);
    }

    const { token } = (await login.json()).data;
    const own = { currentPassword: password, newPassword: "Battery-staple-2" };
    const changed = await sendJson(maker.url, "/user/password", own, token, "PUT");
    expect(changed.status).toBe(200);
    for (const { url } of [maker, other, maker])
      expect((await logInAs(url, { ...user, password: own.newPassword })).status).toBe(200);
  });

  test("neither prints ADMIN_PASSWORD nor writes it to a file, and is without built-in content when SEED=off", async () => {
    const place = await migratedLocation("sqlite");
    const site = await serve({ ...dataOf(place), SEED: "off" });

    expect(site.said.out).toContain("office@example.com");
    expect(site.said.out + site.said.err).not.toContain(firstAdmin.ADMIN_PASSWORD);
    expect(fs.existsSync(path.join(place.dataDir, "first-admin-password.txt"))).toBe(false);
    expect(await logIn(site.url)).toMatch(/^[\w-]{43}$/);
    for (const noun of ["project", "job", "faq", "review"]) expect([noun, await site.list(noun)]).toEqual([noun, []]);
    expect((await fetch(site.url)).status).toBe(200);
  });
});

test("the printed addresses open where HOST is one address of several", async () => {
  const place = await migratedLocation("sqlite");
  const { said } = start({
    ...dataOf(place),
    ...firstAdmin,
    SEED: "off",
    HOST: "127.0.0.2",
    PORT: String(await freePort()),
  });
  const site = await vi.waitUntil(() => /Site +(\S+)/.exec(said.out)?.[1], 30_000);
  expect((await fetch(site)).status).toBe(200);
});

test("two processes starting at once on an empty PostgreSQL seed it once, and a write in one appears in the other", async () => {
  const place = await freshLocation("postgres");

  const [writer, reader] = await Promise.all([serve(dataOf(place)), serve(dataOf(place))]);
  const sites = [writer, reader];

  for (const site of sites) {
    expect(await site.list("project")).toHaveLength(7);
    expect(await site.list("review")).toHaveLength(5);
    expect(await logIn(site.url)).toMatch(/^[\w-]{43}$/);
  }
  const shown = async () => (await (await fetch(`${reader.url}/career`)).text()).includes("Moth catcher");
  expect(await shown()).toBe(false);
  const { slug, title, ...job } = (await writer.list("job"))[0];
  const written = await sendJson(writer.url, "/job/add", { ...job, title: "Moth catcher" }, await logIn(writer.url));
  expect(written.status).toBe(201);
  // A write in one instance appears in the other within a second (the timeout is longer, for a busy machine).
  await expect.poll(shown).toBe(true);

  expect(await Promise.all(sites.map((site) => site.end()))).toEqual([0, 0]);
  expect(sites.filter(({ said }) => /First administrator/.test(said.out))).toHaveLength(1);
});

/** Locks the table of executed migrations, so that no start can proceed until released. */
async function holdMigrations(place: DataLocation) {
  const { db, close } = await openDatabase(place);
  const holding = await db.startTransaction().execute();
  await sql`lock table kysely_migration in access exclusive mode`.execute(holding);
  let isHeld = true;
  const letGo = async () => {
    if (!isHeld) return;
    isHeld = false;
    await holding.rollback().execute();
    await close();
  };
  onTestFinished(letGo);
  return letGo;
}

const logInAs = (url: string, user: { email: string; password: string }) => sendJson(url, "/user/login", { user });

/** A hash of every file. */
function contentOf(folder: string): Record<string, string> {
  const files = fs.readdirSync(folder).filter((name) => fs.statSync(path.join(folder, name)).isFile());
  return Object.fromEntries(
    files.map((name) => [
      name,
      createHash("sha256")
        .update(fs.readFileSync(path.join(folder, name)))
        .digest("hex"),
    ]),
  );
}
