import { expect, test } from "vitest";
import { insertIdempotencyKey } from "#app/platform/idempotency-key.repository.server.ts";
import { createTestApp, onEveryDatabase } from "#test/app.ts";

onEveryDatabase("concurrent commits", (database) => {
  /** Submits ten pieces of work at once; `keys` gives the idempotency key that each one stores. */
  async function tenAtOnce(keys: (n: number) => string, work: (n: number) => void = () => {}) {
    const { deps } = await createTestApp(database);
    const row = (n: number) => ({
      keyHash: keys(n),
      bodyHash: "b",
      reply: "{}",
      subject: String(n),
      createdAt: "2026",
    });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, (_, n) =>
        deps.commitLead(async (db) => {
          await insertIdempotencyKey(db, row(n), new Date(0));
          work(n);
          return n;
        }),
      ),
    );
    const stored = await deps.db.selectFrom("leadKey").select("subject").execute();
    return { outcomes, stored: stored.map(({ subject }) => Number(subject)).sort((a, b) => a - b) };
  }

  const kept = (outcomes: PromiseSettledResult<number>[]) =>
    outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));

  test("each of ten concurrent units of work is committed and gets its own result", async () => {
    const { outcomes, stored } = await tenAtOnce(String);

    expect(kept(outcomes)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(stored).toEqual(kept(outcomes));
  });

  test("a unit of work that throws is rolled back alone, and the others are committed", async () => {
    const { outcomes, stored } = await tenAtOnce(String, (n) => {
      if (n === 4) throw new Error("not this one");
    });

    expect(outcomes[4]).toEqual({ status: "rejected", reason: new Error("not this one") });
    expect(stored).toEqual([0, 1, 2, 3, 5, 6, 7, 8, 9]);
    expect(kept(outcomes)).toEqual(stored);
  });

  test("of two units of work that insert the same unique key, only one is committed", async () => {
    const { outcomes, stored } = await tenAtOnce((n) => String(n % 9));

    expect(stored).toHaveLength(9);
    expect(kept(outcomes)).toEqual(stored);
  });
});
