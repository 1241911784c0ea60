import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

test("what the measurements import runs without the bundler, which alone knows import.meta.glob", () => {
  const { status, stderr } = spawnSync(process.execPath, ["--no-warnings", "bench/content.ts"], { encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
});
