import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { freshFolder } from "#test/data-location.ts";
import { processEnvironment } from "#test/process-environment.ts";
import { firstAdmin } from "#test/product.ts";

test("npm run dev, stopped while its background work runs, lets that finish before it closes the database", async () => {
  const child = spawn(process.execPath, ["process/dev.ts"], {
    env: { ...processEnvironment, ...firstAdmin, NODE_ENV: "development", PORT: "0", DATA_DIR: freshFolder() },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += text));
  const ended = new Promise((resolve) => child.on("close", resolve));
  while (!said.includes("/admin/login") && child.exitCode === null)
    await Promise.race([once(child.stdout, "data"), ended]);
  // The clean-up, which runs at start, has not ended yet.
  child.kill("SIGTERM");
  const code = await ended;

  expect([code, said]).toEqual([0, expect.stringContaining("/admin/login")]);
  expect(said).not.toContain("background work failed");
});
