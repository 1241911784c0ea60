import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { torture } from "./torture.ts";

// The long run is `npm run torture`.

test.each(["sqlite", "postgres"] as const)(
  "whatever kills the server, every acknowledged lead is stored once and announced (%s)",
  async (database) => {
    if (!existsSync("dist/server/main.js"))
      throw new Error("This test kills the built product. Run npm run build first.");
    const figures = await torture({
      database,
      kills: 4,
      senders: 8,
      longestLifeMs: 1_500,
      moods: ["refuse", "drop", "takeAndDrop", "down"],
    });
    expect(figures).toMatchObject({ lost: 0, doubled: 0, unnotified: 0, mailsDoubled: 0, wrong: [] });
    expect(figures.acknowledged).toBeGreaterThan(8);
  },
  300_000,
);
