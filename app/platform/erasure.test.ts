import { expect } from "vitest";
import { onEveryDatabase, test } from "#test/app.ts";
import { markErasure, vacuumErased } from "./erasure.server.ts";

const hourMs = 60 * 60_000;

onEveryDatabase("erased data that stays in the files", () => {
  test("is tried again every hour, and a failure of background work once it is late", async ({ app }) => {
    let tries = 0;
    const vacuum = () => Promise.reject(new Error(`There is no room (${++tries}).`));
    const look = vacuumErased({ ...app.deps, vacuum });
    await markErasure(app.deps.db, app.clock.now());
    await look();
    app.clock.pass(24 * hourMs);
    expect(await look()).toBe(hourMs);
    expect(app.logged.join()).toContain("erased data is still in the database's files");
    app.clock.pass(25 * hourMs);
    const failures: string[] = [];
    for (let minute = 0; minute < 120; minute += 5) {
      failures.push(await look().then(String, ({ message }: Error) => message));
      app.clock.pass(hourMs / 12);
    }
    const [first = "", ...others] = new Set(failures);
    expect([first.startsWith("There is no room"), others.length]).toEqual([true, 1]);
  });
});
