import { test } from "vitest";
import { createTestApp } from "#test/app.ts";
import { ada, makeQuote, signIn } from "#test/make.ts";
import { leadReference } from "#app/shared/lead-reference.ts";

for (const database of ["sqlite", "postgres"] as const)
  test(`figures ${database}`, async () => {
    const out: Record<string, Record<string, number>> = {};
    for (const size of [1_000, 100_000]) {
      const app = await createTestApp(database);
      const token = await signIn(app);
      const first = await makeQuote(app, ada);
      const { id: _, ...row } = await app.deps.db.selectFrom("quote").selectAll().executeTakeFirstOrThrow();
      const isSqlite = database === "sqlite";
      for (let from = 0; from < size; from += 1_000) {
        const rows = Array.from({ length: 1_000 }, (_, n) => ({ ...row, slug: `c${String(from + n).padStart(8, "0")}abcdefg`, email: `g${from + n}@example.com`, emailKey: `g${from + n}@example.com`, status: (["new", "replied", "won", "lost"] as const)[(from + n) % 4] ?? "new" }));
        await app.deps.db.transaction().execute(async (db) => {
          const ids = await db.insertInto("quote").values(rows).returning("id").execute();
          const { sql } = await import("kysely");
          for (const { id } of ids)
            await (isSqlite ? sql`insert into quote_search (rowid, words) values (${id}, ${"ada lovelace engine we would like word" + (id % 100)})` : sql`insert into quote_search (id, words) values (${id}, to_tsvector('simple', ${"ada lovelace engine we would like word" + (id % 100)}))`).execute(db);
        });
      }
      if (!isSqlite) await (await import("kysely")).sql`analyze`.execute(app.deps.db);
      const last = `c${String(size - 1).padStart(8, "0")}abcdefg`;
      const time = async (name: string, work: () => Promise<unknown>, times = 20) => {
        await work();
        const ms: number[] = [];
        for (let n = 0; n < times; n++) { const at = performance.now(); await work(); ms.push(performance.now() - at); }
        (out[name] ??= {})[size] = Number(ms.sort((a, b) => a - b)[Math.floor(times / 2)]?.toFixed(1));
      };
      const get = (path: string) => () => app.call("GET", path, undefined, { token });
      await time("list", get("/quote/get-all?limit=101&total=false"));
      await time("status won", get("/quote/get-all?limit=101&total=false&status=won"));
      await time("search rare", get("/quote/get-all?limit=101&total=false&q=word7"));
      await time("search common", get("/quote/get-all?limit=101&total=false&q=engine"));
      await time("reference", get(`/quote/get-all?limit=101&q=${leadReference(first.slug)}`));
      await time("pane", get(`/quote/${last}`));
      await time("note", () => app.call("POST", `/quote/note/${last}`, { text: "n" }, { token }));
      const at = performance.now();
      const { body } = await app.call("POST", "/quote/bulk", { selection: { all: { until: last, status: "new" } }, action: "lost" }, { token });
      (out["bulk quarter"] ??= {})[size] = Math.round(performance.now() - at);
      const then = performance.now();
      await app.call("POST", `/quote/bulk/undo/${body.data.id}`, undefined, { token });
      (out["undo quarter"] ??= {})[size] = Math.round(performance.now() - then);
    }
    console.log(database, JSON.stringify(out, null, 1));
  }, 300_000);
