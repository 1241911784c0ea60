import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readPlaywrightReport, readVitestReport } from "./test-reports.mjs";

const root = path.resolve(import.meta.dirname, "..");

function folderWith(files: Record<string, string>) {
  const folder = mkdtempSync(path.join(root, "node_modules/.test-reports-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  return folder;
}

function runInNode(args: string[], env: Record<string, string> = {}) {
  const { stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: "utf8",
    env: { PATH: process.env.PATH, ...env },
  });
  return stderr;
}

test("readVitestReport names failed and skipped tests, and files that fail to load", () => {
  const folder = folderWith({
    "vitest.config.mjs": "export default { test: { include: ['**/*.spec.mjs'] } };",
    "a.spec.mjs": `import { expect, test } from "vitest";
      test("passes", () => {});
      test("fails", () => expect("this").toBe("that"));
      test.skip("is skipped", () => {});`,
    "b.spec.mjs": "throw new Error('cannot load');",
  });
  const report = path.join(folder, "report.json");
  const stderr = runInNode([
    path.join(root, "node_modules/vitest/vitest.mjs"),
    "run",
    `--root=${folder}`,
    "--reporter=json",
    `--outputFile=${report}`,
  ]);
  const { passed, failures } = readVitestReport(JSON.parse(readFileSync(report, "utf8")), [
    { name: "Error", message: "rejected" },
  ]);

  expect(passed, stderr).toBe(1);
  const here = path.relative(root, folder);
  expect(failures.map(({ title }) => title).sort()).toEqual(
    ["Outside all tests", `${here}/a.spec.mjs › fails`, `${here}/a.spec.mjs › is skipped`, `${here}/b.spec.mjs`].sort(),
  );
  const messageOf = (end: string) => failures.find(({ title }) => title.endsWith(end))?.message;
  expect(messageOf("fails")).toContain("expected 'this' to be 'that'");
  expect(messageOf("is skipped")).toBe("Skipped, which counts as failed");
  expect(messageOf("b.spec.mjs")).toContain("cannot load");
  expect(messageOf("tests")).toBe("Error: rejected");
});

test("readPlaywrightReport names failed and skipped tests, and files that fail to load", () => {
  const folder = folderWith({
    "playwright.config.mjs": "export default { testMatch: '*.spec.mjs', reporter: 'json' };",
    "a.spec.mjs": `import { expect, test } from "@playwright/test";
      test("passes", () => {});
      test.describe("a group", () => test("fails", () => expect("this").toBe("that")));
      test.skip("is skipped", () => {});`,
  });
  const report = path.join(folder, "report.json");
  const playwright = () => {
    const stderr = runInNode([path.join(root, "node_modules/@playwright/test/cli.js"), "test", `--config=${folder}`], {
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    });
    return { stderr, ...readPlaywrightReport(JSON.parse(readFileSync(report, "utf8"))) };
  };
  const { passed, failures, stderr } = playwright();

  expect(passed, stderr).toBe(1);
  expect(failures).toEqual([
    { title: "e2e/a.spec.mjs:4 › is skipped", message: "Skipped, which counts as failed" },
    { title: "e2e/a.spec.mjs:3 › fails", message: expect.stringContaining('Expected: "that"') },
  ]);
  writeFileSync(path.join(folder, "b.spec.mjs"), "throw new Error('cannot load');");
  expect(playwright().failures).toContainEqual({ title: "e2e", message: expect.stringContaining("cannot load") });
});
