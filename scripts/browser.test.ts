import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { findBrowser } from "./browser.mjs";

/** A folder, first on PATH, with programs that print their version. */
function withPrograms(...names: string[]): string {
  const folder = mkdtempSync(path.join(tmpdir(), "browsers-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of names) writeFileSync(path.join(folder, name), "#!/bin/sh\nexit 0\n", { mode: 0o755 });
  vi.stubEnv("CHROMIUM_PATH", undefined);
  vi.stubEnv("PATH", `${folder}:${process.env.PATH}`);
  return folder;
}

test("end-to-end tests use the headless shell if it is installed, and measurements the full browser", async () => {
  const folder = withPrograms("chromium", "chromium-headless-shell");
  expect(await findBrowser()).toBe(path.join(folder, "chromium-headless-shell"));
  expect(await findBrowser({ isFull: true })).toBe(path.join(folder, "chromium"));
});

test("the browser in CHROMIUM_PATH is used, and an error says so if it does not run", async () => {
  const folder = withPrograms("chromium", "chromium-headless-shell", "mine");
  vi.stubEnv("CHROMIUM_PATH", path.join(folder, "mine"));
  expect(await findBrowser()).toBe(path.join(folder, "mine"));
  vi.stubEnv("CHROMIUM_PATH", path.join(folder, "yours"));
  await expect(findBrowser()).rejects.toThrow(/CHROMIUM_PATH is .*yours, which does not run/);
});
