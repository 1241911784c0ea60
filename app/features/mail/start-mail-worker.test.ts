import { expect, onTestFinished, test } from "vitest";
import { createHeartbeats } from "#app/platform/observability/heartbeats.ts";
import { createWakeSignal } from "#app/platform/wake-signal.ts";
import { ConnectionLost } from "#db/failures.ts";
import { startMailWorker } from "./start-mail-worker.service.server.ts";

/** A mail worker whose every run fails, for longer than any run takes, on a clock that only `ms` moves. */
async function failing(error: Error) {
  const clock = { ms: 0 };
  const heartbeats = createHeartbeats(() => clock.ms);
  let failures = 0;
  const db = new Proxy(
    {},
    {
      get() {
        throw error;
      },
    },
  );
  const log = { error: () => void failures++ };
  const config = { databaseUrl: undefined };
  const deps = { db, log, heartbeats, config, now: () => new Date(), mailer: {}, mailWakeSignal: createWakeSignal() };
  onTestFinished(startMailWorker(deps as never));
  clock.ms = 31 * 60_000;
  const before = failures;
  // It pauses for a second after a failure.
  await expect.poll(() => failures, { timeout: 10_000 }).toBeGreaterThan(before + 1);
  return heartbeats.silent();
}

test("a mail worker that fails again and again counts as stopped", async () => {
  expect(await failing(new Error("a row cannot be read"))).toEqual(["mail"]);
});

test("a mail worker that fails because the database is away does not: that is an alert of its own", async () => {
  expect(await failing(new ConnectionLost("gone"))).toEqual([]);
});
