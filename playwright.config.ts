import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";
import { launchOptions } from "./test/browser-launch.ts";

export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.e2e.ts",
  outputDir: "test-results/e2e",
  globalSetup: "./e2e/support/global-setup.ts",
  // Files run side by side, each on a site of its own (e2e/support/fixtures.ts). More than the processors, since they
  // also wait.
  workers: Number(process.env.E2E_WORKERS ?? Math.ceil(availableParallelism() * 1.5)),
  // They end what hangs, and nothing else: the machine may be busy.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  // A flaky test is a bug in the product or in the test.
  retries: 0,
  reporter: "list",
  use: {
    screenshot: "only-on-failure",
    launchOptions,
  },
});
