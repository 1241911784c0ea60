import type { LaunchOptions } from "@playwright/test";

/** Flags for a quiet browser: no network traffic of its own, the same for every test and measurement. */
export const browserFlags = [
  // Root has no sandbox.
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** How end-to-end and component tests start Chromium (scripts/browser.mjs finds it). */
export const launchOptions: LaunchOptions = { executablePath: process.env.CHROMIUM_PATH, args: browserFlags };
