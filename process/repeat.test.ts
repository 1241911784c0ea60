import { expect, onTestFinished, test } from "vitest";
import { createHeartbeats } from "#app/platform/observability/heartbeats.ts";
import { ConnectionLost } from "#db/failures.ts";
import { repeat } from "./repeat.ts";

/** Work that always fails, run every millisecond on a clock that only `ms` moves. */
async function fail(error: Error) {
  const clock = { ms: 0 };
  const heartbeats = createHeartbeats(() => clock.ms);
  const logged: unknown[] = [];
  const log = { error: (event: string, facts: object) => void logged.push({ event, ...facts }) };
  const stop = repeat({ log, heartbeats } as never, "clean-up", 1, async () => {
    throw error;
  });
  onTestFinished(stop);
  clock.ms = 6 * 60_000;
  const before = logged.length;
  await expect.poll(() => logged.length).toBeGreaterThan(before + 2);
  return { heartbeats, logged };
}

test("work that fails again and again counts as stopped, and each failure is logged", async () => {
  const { heartbeats, logged } = await fail(new Error("a row cannot be deleted"));
  expect(heartbeats.silent()).toEqual(["clean-up"]);
  expect(logged[0]).toMatchObject({ event: "background work failed", work: "clean-up" });
});

test("work that fails because the database is away does not count as stopped: that is an alert of its own", async () => {
  const { heartbeats } = await fail(new ConnectionLost("gone"));
  expect(heartbeats.silent()).toEqual([]);
});

test("work that returns a pause longer than usual does not count as stopped in it", async () => {
  const clock = { ms: 0 };
  const heartbeats = createHeartbeats(() => clock.ms);
  onTestFinished(repeat({ log: {}, heartbeats } as never, "first password", 1_000, async () => 10 * 60_000));
  await new Promise(setImmediate);
  clock.ms = 14 * 60_000;
  expect(heartbeats.silent()).toEqual([]);
  clock.ms = 16 * 60_000;
  expect(heartbeats.silent()).toEqual(["first password"]);
});

test("work that returns a pause is run again after that", async () => {
  const deps = { log: {}, heartbeats: createHeartbeats() } as never;
  let runs = 0;
  onTestFinished(repeat(deps, "image sizes", 3_600_000, async () => (++runs < 3 ? 1 : undefined)));
  await expect.poll(() => runs).toBe(3);
});

test("work that the end of the process cuts off is no failure", async () => {
  const logged: string[] = [];
  const log = { info: (event: string) => logged.push(event), error: (event: string) => logged.push(event) };
  const { promise, reject } = Promise.withResolvers<void>();
  const stop = repeat({ log, heartbeats: createHeartbeats() } as never, "clean-up", 1, () => promise);
  const stopped = stop();
  reject(new Error("driver has already been destroyed"));
  await stopped;
  expect(logged).toEqual(["background work cut off"]);
});
