import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.e2e.ts",
  outputDir: "test-results/e2e",
  // Each worker starts a server of its own (e2e/support/fixtures.ts).
  workers: Number(process.env.E2E_WORKERS ?? 1),
  // Projects share no server: what the office's journeys change, the visitors' do not see.
  projects: [
    { name: "site", testIgnore: "**/admin-*.e2e.ts" },
    { name: "back office", testMatch: "**/admin-*.e2e.ts" },
  ],
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  // A busy machine may starve a browser for seconds; a journey that only passes when tried again is named in the end.
  retries: 2,
  reporter: "list",
  use: {
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      // Root has no sandbox; the rest keeps the browser from talking to anybody but our server.
      args: [
        ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
