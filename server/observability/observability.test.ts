import { sql } from "kysely";
import { expect } from "vitest";
import { replaceBackupState } from "#app/platform/backup-state.server.ts";
import { createLog } from "#app/platform/observability/log.ts";
import { summarizeRepeats } from "#app/platform/observability/repeated-lines.ts";
import { createTestApp, onEveryDatabase, signIn, test } from "#test/app.ts";
import { freshFolder } from "#test/data-location.ts";
import { ada, makeFaq, whatIsABug } from "#test/make.ts";
import { httpLimits } from "../front/http-limits.ts";

const token = "a-token-for-the-scraper";

/** The value of a sample, by its name including labels. */
const sample = (text: string, name: string) =>
  Number(
    text
      .split("\n")
      .find((line) => line.startsWith(`${name} `))
      ?.slice(name.length + 1),
  );

onEveryDatabase("monitoring", (database) => {
  test("GET /metrics reports requests by route and status, the cache, the database and mail", async ({ app }) => {
    await app.request("/about");
    await app.request("/about");
    await app.call("POST", "/quote/new", ada);
    await app.call("POST", "/quote/new", {});
    await app.call("GET", "/faq/nobody-asked");
    await app.request("/NO-SUCH-PAGE");

    const response = await app.request("/metrics");
    const text = await response.text();
    expect([response.status, response.headers.get("Content-Type")]).toEqual([
      200,
      "text/plain; version=0.0.4; charset=utf-8",
    ]);
    expect(sample(text, 'http_requests_total{route="POST /api/quote/new",status="201"}')).toBe(1);
    expect(sample(text, 'http_requests_total{route="POST /api/quote/new",status="422"}')).toBe(1);
    expect(sample(text, 'http_requests_total{route="GET /api/faq/:slug",status="404"}')).toBe(1);
    expect(sample(text, 'http_requests_total{route="page",status="404"}')).toBe(1);
    expect(sample(text, 'http_request_duration_seconds_count{route="POST /api/quote/new"}')).toBe(2);
    expect(sample(text, 'cached_responses_total{result="miss"}')).toBe(2);
    expect(sample(text, 'cached_responses_total{result="hit"}')).toBe(1);
    expect(sample(text, 'http_requests_total{route="cached page or file",status="200"}')).toBe(1);
    expect(sample(text, "cached_pages")).toBe(1);
    expect(sample(text, "cached_pages_bytes")).toBeGreaterThan(10_000);
    expect(sample(text, "process_open_fds")).toBeGreaterThan(10);
    expect(sample(text, "process_cpu_seconds_total")).toBeGreaterThan(0.1);
    expect(sample(text, "disk_size_bytes")).toBeGreaterThan(sample(text, "disk_free_bytes"));
    expect(sample(text, 'alerts{kind="database"}')).toBe(0);
    expect(sample(text, 'jorna_build_info{version="0.1.0"}')).toBe(1);
    expect(sample(text, "database_query_duration_seconds_count")).toBeGreaterThan(3);
    expect(sample(text, "database_up")).toBe(1);
    expect(sample(text, 'mail_outbox{state="waiting"}')).toBe(0);
    expect(sample(text, "process_resident_memory_bytes")).toBeGreaterThan(1e6);
    expect(sample(text, 'event_loop_delay_seconds{percentile="99"}')).toBeGreaterThanOrEqual(0);
    for (const line of text.trimEnd().split("\n"))
      expect(line).toMatch(/^# (HELP|TYPE) \w+ .+$|^\w+(\{[^}]*\})? [\d.e+-]+$/);
  });

  test("GET /metrics reports the age of the last proved backup, and alerts while they hold", async () => {
    const folder = freshFolder();
    const backup = { folder, everyHours: 24, keep: 2, isCopied: false };
    const app = await createTestApp(database, { config: { backup } });
    const read = async () => (await app.request("/metrics")).text();
    expect(await read()).not.toContain("backup_proved_age_seconds");
    const provedAt = new Date(app.deps.now().getTime() - 3 * 24 * 60 * 60_000).toISOString();
    await replaceBackupState(app.deps, undefined, { madeAt: provedAt, provedAt, provedFile: "a", file: "a" });
    expect(sample(await read(), "backup_proved_age_seconds")).toBe(3 * 24 * 60 * 60);
    expect(sample(await read(), 'alerts{kind="backup"}')).toBe(1);
  });

  test("each response has its own X-Request-Id; administrator writes and rejections are logged without the sent data", async () => {
    const app = await createTestApp(database);
    const bearer = await signIn(app);
    const created = await makeFaq(app, whatIsABug);
    const refused = await app.call("DELETE", `/faq/${created.slug}`);
    const lead = await app.call("POST", "/quote/new", ada);

    const ids = [refused, lead].map(({ headers }) => headers.get("X-Request-Id"));
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(id).toMatch(/^[\da-f-]{36}$/);
    const lines = app.logged.map((line) => JSON.parse(line));
    expect(lines).toContainEqual({
      level: "info",
      event: "admin write",
      method: "POST",
      path: "/faq/add",
      userId: expect.any(Number),
    });
    expect(lines).toContainEqual({
      level: "warn",
      event: "request rejected",
      method: "DELETE",
      path: "/faq/:slug",
      code: "unauthorized",
      client: "127.0.0.1",
    });
    const all = app.logged.join("\n");
    for (const secret of [bearer, ada.email, ada.message, ada.fullName, whatIsABug.question])
      expect(all).not.toContain(secret);
  });
});

test("/metrics is answered while other requests wait, and tells how many run and wait in each queue", async () => {
  const work = { ...httpLimits.work };
  const app = await createTestApp("sqlite", { httpLimits: { work } });
  const measure = async () => {
    const text = await (await app.request("/metrics")).text();
    const of = (name: string) => ["leads", "others"].map((queue) => sample(text, `${name}{queue="${queue}"}`));
    return { running: of("http_requests_running"), waiting: of("http_requests_waiting"), text };
  };
  expect(await measure()).toMatchObject({ running: [0, 0], waiting: [0, 0] });
  work.atOnce = 0;
  work.leadsAtOnce = 0;
  const held = [app.call("GET", "/faq/get-all"), app.call("GET", "/job/get-all"), app.call("POST", "/quote/new", ada)];

  await expect.poll(measure).toMatchObject({ running: [0, 0], waiting: [1, 2] });
  expect(sample((await measure()).text, "http_connections")).toBeGreaterThanOrEqual(3);
  Object.assign(work, httpLimits.work);
  expect((await Promise.all(held)).map(({ status }) => status)).toEqual([200, 200, 201]);
});

test("/metrics is open to whoever has the token, or, without one, to this machine; others, and what a proxy sends, get 404", async () => {
  const proxied = ["X-Forwarded-For", "X-Real-IP", "Forwarded", "Via"].map((header) => ({ [header]: "203.0.113.7" }));
  const ask = async (metricsToken: string | undefined, requests: Record<string, string>[]) => {
    const app = await createTestApp("sqlite", { config: { metricsToken } });
    return Promise.all(requests.map(async (headers) => (await app.request("/metrics", { headers })).status));
  };
  expect(await ask(undefined, [{}, ...proxied])).toEqual([200, 404, 404, 404, 404]);
  const Authorization = `Bearer ${token}`;
  expect(await ask(token, [{ Authorization }, { ...proxied[0], Authorization }])).toEqual([200, 200]);
  // A proxy on this machine that adds no header looks like this machine.
  expect(await ask(token, [{}, { Authorization: "Bearer another-token-than-that" }])).toEqual([404, 404]);
});

test("log lines contain the request id of the X-Request-Id response header", async () => {
  const lines: Record<string, unknown>[] = [];
  const log = createLog("info", (line) => lines.push(JSON.parse(line)));
  const app = await createTestApp("sqlite", { log });

  const response = await app.call("POST", "/user/login", {
    user: { email: "a@example.com", password: "Wrong-horse-1" },
  });
  expect(response.status).toBe(401);
  expect(lines).toContainEqual(
    expect.objectContaining({ event: "login rejected", requestId: response.headers.get("X-Request-Id") }),
  );
});

test("pages that fail under ever new addresses do not fill the log", async () => {
  const lines: string[] = [];
  const log = summarizeRepeats(createLog("info", (line) => lines.push(line)));
  const app = await createTestApp("sqlite", { log });
  await sql`alter table job rename to job_gone`.execute(app.deps.db);

  const pages = Array.from({ length: 50 }, (_, n) => `/career/opening-${n}`);
  const statuses = await Promise.all(pages.map(async (page) => (await app.request(page)).status));

  expect(new Set(statuses)).toEqual(new Set([500]));
  expect(lines.filter((line) => line.includes("page failed"))).toHaveLength(11);
});
