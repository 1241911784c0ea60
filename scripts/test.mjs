// `npm test`: all checks and tests, on a machine with only Node and npm. `npm test -- quick` runs the check and
// whatever takes a minute or two, on SQLite; `npm test -- FILE …` runs what belongs to these files. The last line is `N
// passed, N failed`.
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { findBrowser } from "./browser.mjs";
import { buildIfStale } from "./build.mjs";
import { check } from "./check.mjs";
import { compileCache, inRightNode } from "./run.mjs";
import { root } from "./setup.mjs";
import { readPlaywrightReport, readVitestReport } from "./test-reports.mjs";
import { errorsFile } from "./vitest-errors-reporter.mjs";

const reports = path.join(root, "test-results");
const vitest = path.join(root, "node_modules/vitest/vitest.mjs");
const errorsReporter = path.join(root, "scripts/vitest-errors-reporter.mjs");
const playwright = path.join(root, "node_modules/@playwright/test/cli.js");

await inRightNode({ withTools: true });

const asked = process.argv.slice(2);
const isQuick = asked[0] === "quick";

const parts = isQuick
  ? [
      ["Check", check],
      // The development server's test wants the fonts that the build makes.
      ["Build", build],
      ["Tests on SQLite", () => runVitest([], { TEST_DATABASES: "sqlite" })],
    ]
  : asked.length > 0
    ? await partsFor(asked)
    : [
        ["Check", check],
        ["Build", build],
        ["Tests", () => runVitest([])],
        ["End-to-end tests", () => runPlaywright([])],
      ];

mkdirSync(reports, { recursive: true });
let passed = 0;
const failures = [];
for (const [title, run] of parts) {
  const begun = Date.now();
  console.log(`\n== ${title}`);
  const result = await run().catch((error) => ({ passed: 0, failures: [cannotRun(title, error)] }));
  passed += result.passed;
  failures.push(...result.failures);
  console.log(`${title}: ${Math.round((Date.now() - begun) / 1000)} s`);
}
// Once more at the end, since a log of thousands of lines may have been cut.
for (const { title, message } of failures) console.log(`\nFailed: ${title}\n${message}`);
console.log(`\n${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length ? 1 : 0;

/** Only what belongs to these files (scripts/tests-of.mjs). */
async function partsFor(files) {
  // Imported late, since it needs the right Node, which may not be running yet when this file is loaded.
  const { testsOf } = await import("./tests-of.mjs");
  const { tests, endToEnd } = testsOf(files);
  if (tests.length + endToEnd.length === 0) {
    console.error(`No test belongs to ${files.join(", ")}. npm test runs them all.`);
    process.exit(1);
  }
  return [
    // Some tests start the built product.
    ["Build", build],
    ...(tests.length > 0 ? [["Tests", () => runVitest(tests)]] : []),
    ...(endToEnd.length > 0 ? [["End-to-end tests", () => runPlaywright(endToEnd)]] : []),
  ];
}

/** A part that could not be run at all counts as failed. */
function cannotRun(title, error) {
  return { title, message: error instanceof Error ? error.message : String(error) };
}

async function build() {
  if (!(await buildIfStale())) console.log("The build is up to date.");
  return { passed: 1, failures: [] };
}

async function runVitest(files, env = {}) {
  const file = path.join(reports, "vitest.json");
  const report = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`, `--reporter=${errorsReporter}`];
  // Components are tested in a browser.
  const code = await run([vitest, "run", ...report, ...files], file, { CHROMIUM_PATH: await findBrowser(), ...env });
  const errors = JSON.parse(readFileSync(errorsFile, "utf8"));
  return withExitCode(readVitestReport(JSON.parse(readFileSync(file, "utf8")), errors), "Vitest", code);
}

async function runPlaywright(files) {
  const file = path.join(reports, "playwright.json");
  const env = { CHROMIUM_PATH: await findBrowser(), PLAYWRIGHT_JSON_OUTPUT_NAME: file };
  const code = await run([playwright, "test", "--reporter=list,json", ...files], file, env);
  return withExitCode(readPlaywrightReport(JSON.parse(readFileSync(file, "utf8"))), "Playwright", code);
}

/** What no report names is told only by the exit code. */
function withExitCode({ passed, failures }, name, code) {
  if (code === 0 || failures.length > 0) return { passed, failures };
  return { passed, failures: [{ title: name, message: `Exit code ${code}, but no failed test. The error is above.` }] };
}

/** Runs a test tool in our terminal. The report of an earlier run must not be mistaken for this one's. */
function run(args, report, env = {}) {
  rmSync(report, { force: true });
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: "inherit",
    env: { ...compileCache, ...process.env, ...env },
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", resolve);
  });
}
