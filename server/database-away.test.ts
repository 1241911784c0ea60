import path from "node:path";
import SQLite from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { createTestApp, type TestApp } from "#test/app.ts";
import { freshFolder } from "#test/data-location.ts";
import { ada } from "#test/make.ts";
import { makePostgres } from "#test/postgres.ts";
import { timed } from "#test/timed.ts";

const keyOf = (n: number) => ({ headers: { "Idempotency-Key": `message ${n}` } });

const send = ({ call }: TestApp, n: number) =>
  timed(() => call("POST", "/quote/new", { ...ada, message: `${n}` }, keyOf(n)));

test("while PostgreSQL is down leads get 503 within two seconds; once it is back, the site recovers by itself", async () => {
  const postgres = await makePostgres();
  onTestFinished(() => postgres.remove());
  const app = await createTestApp("postgres", { place: { dataDir: freshFolder(), databaseUrl: postgres.url } });
  await app.request("/");
  for (let n = 0; n < 20; n++) expect((await send(app, n)).answer.status).toBe(201);
  const inFlight = Promise.all(Array.from({ length: 20 }, (_, n) => send(app, 100 + n)));
  await postgres.stop("immediate");
  const early = await inFlight;
  const later = await Promise.all(Array.from({ length: 30 }, (_, n) => send(app, 200 + n)));
  // Those in flight also wait for the end of PostgreSQL's processes, which may be starved.
  for (const { ms } of early) expect(ms).toBeLessThan(12_000);
  for (const { ms } of later) expect(ms).toBeLessThan(2_000);
  for (const { answer } of [...early, ...later]) {
    expect([201, 503]).toContain(answer.status);
    if (answer.status === 503) expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
  }
  expect((await app.request("/")).status).toBe(200);
  expect((await app.request("/healthz")).status).toBe(200);
  await expect.poll(async () => (await app.request("/readyz")).status).toBe(503);
  expect((await app.request("/readyz")).headers.get("Retry-After")).toBe("1");
  const [list, lead] = [await app.call("GET", "/faq/get-all"), await send(app, 300)];
  expect(list.headers.get("X-Content-Type-Options")).toBe("nosniff");
  expect(list.body.message).toBe("The site cannot reach its data just now. Try again in a few seconds.");
  expect(lead.answer.body.message).toBe("The site cannot store anything just now. Try again in a few seconds.");
  const unseen = await app.request("/about");
  const form = await app.request("/send/quote", { method: "POST", body: new URLSearchParams(ada) });
  for (const answer of [unseen, form]) {
    expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "5"]);
    expect(answer.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
  }
  expect(await form.text()).toContain("what you typed is still in the form");
  await postgres.start();
  const back = await timed(async () => {
    while ((await app.request("/readyz")).status !== 200) await new Promise((resolve) => setTimeout(resolve, 50));
  });
  // It waits for a starved PostgreSQL too.
  expect(back.ms).toBeLessThan(12_000);
  for (const n of [0, 19, 100, 119, 200, 229]) expect((await send(app, n)).answer.status).toBe(201);
  const messages = await app.deps.db.selectFrom("quote").select("message").execute();
  expect(new Set(messages.map(({ message }) => message)).size).toBe(messages.length);
});

test("while another process locks the SQLite file, pages and health are served, and leads wait and then get 503", async () => {
  const dataDir = freshFolder();
  const app = await createTestApp("sqlite", { place: { dataDir, databaseUrl: undefined } });
  const other = new SQLite(path.join(dataDir, "jorna.sqlite"));
  onTestFinished(() => void other.close());
  await app.request("/");
  expect((await app.request("/readyz")).status).toBe(200);
  other.exec("begin exclusive");
  const given = Promise.all([1, 2, 3].map((n) => send(app, n)));
  const unsubscribing = app.request("/newsletter/unsubscribe/the-owners-token", { method: "POST" });
  const reads: number[] = [];
  let isDone = false;
  void given.finally(() => {
    isDone = true;
  });
  while (!isDone)
    for (const address of ["/", "/healthz", "/readyz", "/api/faq/get-all"]) {
      const { ms, answer } = await timed(() => app.request(address));
      // Readiness fails once it has waited as long as a lead would, and no sooner.
      if (address !== "/readyz") expect([address, answer.status]).toEqual([address, 200]);
      reads.push(ms);
    }
  for (const { ms, answer } of await given) {
    expect([answer.status, Number(answer.headers.get("Retry-After"))]).toEqual([503, 5]);
    expect(ms).toBeLessThan(8_000);
  }
  const unsubscribed = await unsubscribing;
  expect([unsubscribed.status, unsubscribed.headers.get("Content-Type")]).toEqual([503, "text/html; charset=utf-8"]);
  expect(app.logged.join()).toContain('"page failed"');
  expect(app.logged.join()).not.toContain("the-owners-token");
  expect(reads.toSorted((a, b) => a - b).at(Math.floor(reads.length * 0.99))).toBeLessThan(500);
  const late = send(app, 1);
  setTimeout(() => other.exec("commit"), 1_000);
  expect((await late).answer.status).toBe(201);
  expect(await app.deps.db.selectFrom("quote").selectAll().execute()).toHaveLength(1);
});
