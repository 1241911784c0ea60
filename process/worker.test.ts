import { expect, test } from "vitest";
import { createHeartbeats } from "#app/platform/observability/heartbeats.ts";
import { createTestApp } from "#test/app.ts";
import { startWorker } from "./worker.ts";

test("every kind of background work is missed when it no longer reports", async () => {
  const app = await createTestApp("sqlite", { hasAdmin: false });
  const clock = { ms: 0 };
  const heartbeats = createHeartbeats(() => clock.ms);
  const stop = startWorker({ ...app.deps, heartbeats });
  await stop();
  clock.ms = 3_600_000;
  const works = [
    "alerts",
    "clean-up",
    "clock",
    "content version",
    "first password",
    "image sizes",
    "scheduled drafts",
    "vacuum",
  ];
  expect(heartbeats.silent().sort()).toEqual(works);
});
