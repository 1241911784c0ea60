import { createHash } from "node:crypto";
import { expect } from "vitest";
import { usualPool } from "#db/open-database.ts";
import { createTestApp, onEveryDatabase, test } from "#test/app.ts";
import { migratedLocation } from "#test/data-location.ts";
import { makeFaq, makeJob, makeProject, makeReview } from "#test/make.ts";
import { openProxy } from "#test/tcp-proxy.ts";
import { watchContentVersion } from "../process/worker.ts";

const text = async (response: Promise<Response>) => (await response).text();
/** Whether the page contains the text. Compared as a boolean, since a whole page is too long for a failure message. */
const says = async (response: Promise<Response>, words: string) => (await text(response)).includes(words);

onEveryDatabase("a page", (database) => {
  test("shows an administrator's change at the next request, and is cached until then", async ({ app }) => {
    const career = (words: string) => says(app.request("/career"), words);
    expect(await career("Compiler engineer")).toBe(false);
    expect(app.deps.pages.fresh("/career")).toBeDefined();

    const { slug } = await makeJob(app);
    expect(await career("Compiler engineer")).toBe(true);
    await app.office("PUT", `/job/${slug}`, { title: "Moth catcher" });
    expect(await career("Moth catcher")).toBe(true);
    await app.office("PUT", `/job/${slug}`, { published: false });
    expect(await career("Moth catcher")).toBe(false);
    await app.office("PUT", `/job/${slug}`, { published: true });
    expect(await career("Moth catcher")).toBe(true);
    await app.office("DELETE", `/job/${slug}`);
    expect(await career("Moth catcher")).toBe(false);
  });

  test("shows a new project, FAQ entry or review at the next request", async ({ app }) => {
    for (const path of ["/", "/portfolio", "/about", "/details/0"]) await app.request(path);

    await makeProject(app);
    await makeFaq(app);
    await makeReview(app);

    expect(await says(app.request("/"), "It compiled at once.")).toBe(true);
    expect(await says(app.request("/portfolio"), "Agora")).toBe(true);
    expect(await says(app.request("/about"), "What is a bug?")).toBe(true);
    expect((await app.request("/details/0")).status).toBe(200);
  });

  test("stays cached when a visitor writes or an administrator's write is rejected", async ({ app }) => {
    await app.request("/");
    const fresh = app.deps.pages.fresh("/");

    await app.call("POST", "/subscription/subscribe", { email: "ada@example.com" });
    await app.office("POST", "/faq/add", {});
    await app.call("POST", "/faq/add", { question: "Why?", answer: "Because." });

    expect(app.deps.pages.fresh("/")).toBe(fresh);
  });

  test("is served stale, with a log entry, when it cannot be rendered", async ({ app }) => {
    const before = await text(app.request("/about"));
    await makeFaq(app);
    await app.deps.db.schema.alterTable("faq").renameTo("faq_away").execute();

    const during = await app.request("/about");

    expect([during.status, (await during.text()) === before]).toEqual([200, true]);
    expect(app.logged.filter((line) => line.includes("stale page served"))).toHaveLength(1);
    await app.deps.db.schema.alterTable("faq_away").renameTo("faq").execute();
    expect(await says(app.request("/about"), "What is a bug?")).toBe(true);
  });

  test("that has never been rendered gets a 500 without internal details when rendering fails", async ({ app }) => {
    await app.deps.db.schema.alterTable("faq").renameTo("faq_away").execute();

    const response = await app.request("/about");

    const html = await text(Promise.resolve(response));
    expect([response.status, response.headers.get("Content-Type")]).toEqual([500, "text/html; charset=utf-8"]);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(html).toContain("This page is not available just now");
    expect(html).not.toMatch(/faq_away|no such table|relation|\n\s+at /);
    const [, style = ""] = /<style>(.*)<\/style>/.exec(html) ?? [];
    const hash = createHash("sha256").update(style).digest("base64");
    expect(response.headers.get("Content-Security-Policy")).toContain(`'sha256-${hash}'`);
    expect(app.logged.filter((line) => line.includes("page failed"))).toHaveLength(1);
    const head = await app.request("/about", { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([500, ""]);
    await app.deps.db.schema.alterTable("faq_away").renameTo("faq").execute();
    expect((await app.request("/about")).status).toBe(200);
  });

  test("is sent compressed, as 304 for a known ETag and without a body for HEAD, when rendered and when cached", async () => {
    const app = await createTestApp(database);
    for (const round of ["first", "kept"]) {
      const whole = await app.request("/about", { headers: { "Accept-Encoding": "identity" } });
      const compressed = await app.request("/about", { headers: { "Accept-Encoding": "br, gzip" } });
      const refused = await app.request("/about", { headers: { "Accept-Encoding": "br;q=0, gzip" } });
      const again = await app.request("/about", { headers: { "If-None-Match": whole.headers.get("ETag") ?? "" } });
      const head = await app.request("/about", { method: "HEAD" });
      const body = await whole.text();
      expect([round, (await compressed.text()) === body, (await refused.text()) === body]).toEqual([round, true, true]);
      expect([round, refused.headers.get("Content-Encoding")]).toEqual([round, "gzip"]);
      expect([round, again.status, await again.text()]).toEqual([round, 304, ""]);
      expect([round, head.status, await head.text()]).toEqual([round, 200, ""]);
    }
  });

  test("gets 304 for its ETag in a list, strong or weak, and 200 for any other ETag", async ({ app }) => {
    const tag = (await app.request("/about")).headers.get("ETag") ?? "";
    const statusOf = async (header: string) =>
      (await app.request("/about", { headers: { "If-None-Match": header } })).status;

    for (const held of [tag, tag.slice(2), `"older", ${tag}, W/"other"`, "*"])
      expect([held, await statusOf(held)]).toEqual([held, 304]);
    for (const other of ['"older"', `"${tag.slice(3, 12)}"`, tag.slice(3, -1)])
      expect([other, await statusOf(other)]).toEqual([other, 200]);
  });

  test("is cached once, whatever the query, and the same for any letter case, trailing slash, query and percent-encoding of its URL", async () => {
    const app = await createTestApp(database);
    await app.request("/about");
    const kept = app.deps.pages.fresh("/about");

    for (let n = 0; n < 50; n++) await app.request(`/about?utm_source=${n}&x[]=%00`);

    expect(app.deps.pages.fresh("/about")).toBe(kept);
    expect(app.deps.pages.fresh("/about?utm_source=1")).toBeUndefined();

    const about = await text(app.request("/about"));

    for (const address of ["/ABOUT", "/About/", "/about?utm_source=x", "/%61bout"])
      expect([address, (await text(app.request(address))) === about]).toEqual([address, true]);
  });
});

// SQLite's data folder belongs to one process; PostgreSQL can be shared by several.
test("a write on one process makes another process render the page anew after its next check", async () => {
  const place = await migratedLocation("postgres");
  const writer = await createTestApp("postgres", { place });
  const reader = await createTestApp("postgres", { place, hasAdmin: false });
  const watch = watchContentVersion(reader.deps);
  await watch();
  await reader.request("/career");

  await makeJob(writer);
  await watch();

  expect(await says(reader.request("/career"), "Compiler engineer")).toBe(true);
});

test("writes of another process are noticed while all connections are in use, and after all have died silently", async () => {
  const { dataDir, databaseUrl = "" } = await migratedLocation("postgres");
  const proxy = await openProxy(databaseUrl);
  const writer = await createTestApp("postgres", { place: { dataDir, databaseUrl } });
  const reader = await createTestApp("postgres", {
    place: { dataDir, databaseUrl: proxy.url },
    config: { databasePool: { ...usualPool, size: 4, keptForLeads: 1 } },
    hasAdmin: false,
  });
  const watch = watchContentVersion(reader.deps);
  await watch();
  await reader.request("/career");
  const { slug } = await makeJob(writer);

  const { db, pages } = reader.deps;
  const takingAll = (count: number, work: () => Promise<void>): Promise<void> =>
    count === 0 ? work() : db.connection().execute(() => takingAll(count - 1, work));
  await takingAll(3, watch);
  expect(pages.fresh("/career")).toBeUndefined();
  expect(await says(reader.request("/career"), "Compiler engineer")).toBe(true);

  proxy.freeze({ newOnes: true });
  await writer.office("PUT", `/job/${slug}`, { title: "Moth catcher" });
  // The first check fails with the dead connection, of which the others are as old.
  await expect(watch()).rejects.toThrow("PostgreSQL stopped responding");
  await watch();
  expect(await says(reader.request("/career"), "Moth catcher")).toBe(true);
});

test("a page rendered before another process wrote is not kept by the first content version check", async () => {
  const place = await migratedLocation("postgres");
  const writer = await createTestApp("postgres", { place });
  const reader = await createTestApp("postgres", { place, hasAdmin: false });
  await reader.request("/career");
  await makeJob(writer);

  await watchContentVersion(reader.deps)();

  expect(await says(reader.request("/career"), "Compiler engineer")).toBe(true);
});
