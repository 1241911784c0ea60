import { get } from "node:http";
import { sql } from "kysely";
import { expect } from "vitest";
import { createTestApp, onEveryDatabase, signIn, type TestApp, test } from "#test/app.ts";
import { makeFaq, makeJob, makeProject, makeReview } from "#test/make.ts";

/** Inserts this many quotes with a message of 9 KB each, newest last. @returns their slugs */
async function fillInbox({ deps: { db } }: TestApp, count: number, deletedAt: string | null = null): Promise<string[]> {
  const slugs = Array.from({ length: count }, (_, n) => `quote-${String(n).padStart(6, "0")}`);
  for (let from = 0; from < count; from += 100)
    await db
      .insertInto("quote")
      .values(
        slugs.slice(from, from + 100).map((slug) => ({
          slug,
          fullName: "Ada Lovelace",
          email: "ada@example.com",
          emailKey: "ada@example.com",
          phoneNumber: null,
          message: `${slug} ${"engine ".repeat(1_285)}`,
          source: "quote" as const,
          isSpam: 0 as const,
          spamReason: null,
          readAt: null,
          createdAt: "2026-05-01T12:00:00.000Z",
          deletedAt,
        })),
      )
      .execute();
  return slugs;
}

interface Slow {
  /** Resolves to the next part of the response; nothing once it is complete. */
  next(): Promise<string | undefined>;
  rest(): Promise<string>;
}

/** A response that is read only as fast as the test asks. */
function readSlowly({ url }: TestApp, path: string, token: string): Promise<Slow> {
  return new Promise((resolve, reject) => {
    const request = get(`${url}/api${path}`, { headers: { Authorization: `Bearer ${token}` } }, (response) => {
      const parts = response.setEncoding("utf8")[Symbol.asyncIterator]();
      const next = async () => {
        const { done, value } = await parts.next();
        return done ? undefined : (value as string);
      };
      const rest = async () => {
        let text = "";
        for (let part = await next(); part !== undefined; part = await next()) text += part;
        return text;
      };
      resolve({ next, rest });
    });
    request.on("error", reject);
  });
}

const slugsIn = (text: string) => (JSON.parse(text).data as { slug: string }[]).map(({ slug }) => slug);

/**
 * The part of this thread's CPU time for `work` that its longest single event loop turn took, from 0 to 1. The smallest
 * of five runs counts: garbage collection prolongs a turn now and then, but work in one piece is long in every run.
 */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  const runs: number[] = [];
  while (runs.length < 5) runs.push(await longestTurnOnce(work));
  return Math.min(...runs);
}

async function longestTurnOnce(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let isOn = true;
  const begun = threadMs();
  let last = begun;
  const turn = () => {
    const now = threadMs();
    longest = Math.max(longest, now - last);
    last = now;
    if (isOn) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  isOn = false;
  return longest / (threadMs() - begun);
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** Runs `work` while a table is missing from the database. */
async function withoutQuotes({ deps: { db } }: TestApp, work: () => Promise<void>): Promise<void> {
  await sql`alter table quote rename to quote_elsewhere`.execute(db);
  await work();
  await sql`alter table quote_elsewhere rename to quote`.execute(db);
}

onEveryDatabase("a list without a limit", (database) => {
  test("is complete and in order, compressed or not, and does not block the event loop", async ({ app }) => {
    const token = await signIn(app);
    const slugs = (await fillInbox(app, 3_000)).reverse();
    const read = async () => (await readSlowly(app, "/quote/get-all", token)).rest();
    await read();

    let text = "";
    const longest = await longestTurn(async () => {
      text = await read();
    });
    expect(slugsIn(text)).toEqual(slugs);
    expect(longest).toBeLessThan(0.15);

    const compressed = await app.request("/api/quote/get-all", {
      headers: { Authorization: `Bearer ${token}`, "Accept-Encoding": "gzip" },
    });
    expect(compressed.headers.get("Content-Encoding")).toBe("gzip");
    expect(compressed.headers.get("Vary")).toContain("Accept-Encoding");
    expect(slugsIn(await compressed.text())).toEqual(slugs);
    const { body } = await app.office("GET", "/quote/get-all?limit=450&offset=5");
    expect(body.data.map(({ slug }: { slug: string }) => slug)).toEqual(slugs.slice(5, 455));
    expect(body.total).toBe(3_000);
  });

  test("neither duplicates nor skips entries while others are added and deleted", async ({ app }) => {
    const token = await signIn(app);
    const slugs = (await fillInbox(app, 3_000)).reverse();
    const list = await readSlowly(app, "/quote/get-all", token);
    const begun = (await list.next()) ?? "";

    const [gone = "", late = ""] = slugs.slice(-2);
    await app.office("DELETE", `/quote/${gone}`);
    await app.call("POST", "/quote/new", { fullName: "Grace", email: "grace@example.com", message: "I came later." });
    await app.office("DELETE", `/quote/${slugs[0]}`);

    const seen = slugsIn(begun + (await list.rest()));
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((slug) => slug !== gone)).toEqual(slugs.filter((slug) => slug !== gone));
    expect(seen).toContain(late);
  });

  test("that fails midway is aborted, so that it does not look complete", async ({ app }) => {
    await fillInbox(app, 3_000);
    const list = await readSlowly(app, "/quote/get-all", await signIn(app));
    await list.next();
    await withoutQuotes(app, () => expect(list.rest()).rejects.toThrow("aborted"));
    expect(app.logged.join()).toContain("response aborted");
  });

  test("that fails before the first byte gets a 500", async ({ app }) => {
    await withoutQuotes(app, async () => {
      expect((await app.office("GET", "/quote/get-all")).status).toBe(500);
    });
  });

  test("of content keeps the sort order across all batches", async ({ app }) => {
    for (const [noun, make] of [
      ["faq", makeFaq],
      ["job", makeJob],
      ["review", makeReview],
      ["project", makeProject],
    ] as const) {
      const { slug } = await make(app);
      const names = Array.from({ length: 450 }, (_, n) => `copy-${noun}-${n}`);
      const row = await app.deps.db
        .selectFrom(noun as "faq")
        .selectAll()
        .where("slug", "=", slug)
        .executeTakeFirstOrThrow();
      const copies = names.map((name, n) => {
        const { id: _, ...copy } = { ...row, slug: name, position: 2 + Math.floor(n / 3) };
        return noun === "project" ? { ...copy, number: n + 1 } : copy;
      });
      for (let from = 0; from < copies.length; from += 50)
        await app.deps.db
          .insertInto(noun as "faq")
          .values(copies.slice(from, from + 50))
          .execute();
      const { body } = await app.office("GET", `/${noun}/get-all`);
      expect(body.data.map(({ slug }: { slug: string }) => slug)).toEqual([slug, ...names]);
      const part = await app.office("GET", `/${noun}/get-all?offset=100&limit=250`);
      expect([part.body.data.length, part.body.data[0].slug, part.body.total]).toEqual([250, names[99], 451]);
    }
  });

  test("of the trash reads only the columns it shows, not the messages", async () => {
    const statements: string[] = [];
    const app = await createTestApp(database, { onQuery: ({ sql }) => void statements.push(sql) });
    const slugs = await fillInbox(app, 450, "2026-05-01T12:00:00.000Z");
    const faq = await makeFaq(app);
    app.clock.pass(1_000);
    await app.office("DELETE", `/faq/${faq.slug}`);
    statements.length = 0;

    const { body } = await app.office("GET", "/trash/get-all");

    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([faq.slug, ...slugs.reverse()]);
    const reads = statements.filter((text) => text.includes("deleted_at"));
    expect(reads.filter((text) => /\*|message|answer|feedback|token/.test(text))).toEqual([]);
  });
});

test("an export of 3,000 messages does not block the event loop", async ({ app }) => {
  const token = await signIn(app);
  await fillInbox(app, 3_000);
  const read = async () => (await readSlowly(app, "/quote/export", token)).rest();
  await read();

  expect(await longestTurn(read)).toBeLessThan(0.15);
});
