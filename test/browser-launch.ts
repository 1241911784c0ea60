import type { LaunchOptions } from "@playwright/test";

/** How journeys and component tests start Chromium (scripts/browser.mjs finds it). */
export const launchOptions: LaunchOptions = {
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
};
