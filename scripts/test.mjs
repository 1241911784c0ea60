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

const reports = path.join(root, "test-results");
const vitest = path.join(root, "node_modules/vitest/vitest.mjs");
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
        ["Journeys", () => runPlaywright([])],
      ];

mkdirSync(reports, { recursive: true });
const total = { passed: 0, failed: 0 };
for (const [title, run] of parts) {
  const begun = Date.now();
  console.log(`\n== ${title}`);
  const { passed, failed } = await run().catch(failure);
  total.passed += passed;
  total.failed += failed;
  console.log(`${title}: ${Math.round((Date.now() - begun) / 1000)} s`);
}
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed ? 1 : 0;

/** Only what belongs to these files (scripts/tests-of.mjs). */
async function partsFor(files) {
  // Imported late, since it needs the right Node, which may not be running yet when this file is loaded.
  const { testsOf } = await import("./tests-of.mjs");
  const { tests, journeys } = testsOf(files);
  if (tests.length + journeys.length === 0) {
    console.error(`No test belongs to ${files.join(", ")}. npm test runs them all.`);
    process.exit(1);
  }
  return [
    // Some tests start the built product.
    ["Build", build],
    ...(tests.length > 0 ? [["Tests", () => runVitest(tests)]] : []),
    ...(journeys.length > 0 ? [["Journeys", () => runPlaywright(journeys)]] : []),
  ];
}

/** A part that could not be run at all counts as failed. */
function failure(error) {
  console.error(error instanceof Error ? error.message : error);
  return { passed: 0, failed: 1 };
}

async function build() {
  if (!(await buildIfStale())) console.log("The build is up to date.");
  return { passed: 1, failed: 0 };
}

async function runVitest(files, env = {}) {
  const file = path.join(reports, "vitest.json");
  const report = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  // Components are tested in a browser.
  const code = await run([vitest, "run", ...report, ...files], file, { CHROMIUM_PATH: await findBrowser(), ...env });
  const { testResults } = JSON.parse(readFileSync(file, "utf8"));
  const tests = testResults.flatMap((result) => result.assertionResults);
  // A file that fails to load has no failed tests of its own.
  const broken = testResults.filter((result) => result.status === "failed" && !result.assertionResults.some(hasFailed));
  return sum({
    passed: tests.filter((test) => test.status === "passed").length,
    failed: tests.filter(hasFailed).length + broken.length,
    skipped: tests.filter((test) => !["passed", "failed"].includes(test.status)).map((test) => test.fullName),
    code,
  });
}

function hasFailed(test) {
  return test.status === "failed";
}

async function runPlaywright(files) {
  const browser = await findBrowser();
  const file = path.join(reports, "playwright.json");
  const env = { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: file };
  const code = await run([playwright, "test", "--reporter=list,json", ...files], file, env);
  const { stats, suites, errors } = JSON.parse(readFileSync(file, "utf8"));
  const skipped = specs(suites).filter((spec) => spec.tests.some((test) => test.status === "skipped"));
  return sum({
    passed: stats.expected,
    failed: stats.unexpected + (stats.unexpected ? 0 : errors.length),
    skipped: skipped.map((spec) => spec.title),
    code,
  });
}

function specs(suites = []) {
  return suites.flatMap((suite) => [...suite.specs, ...specs(suite.suites)]);
}

/** Nothing is skipped silently: a skipped test counts as failed. */
function sum({ passed, failed, skipped, code }) {
  for (const name of skipped) console.log(`Skipped, which counts as failed: ${name}`);
  const all = failed + skipped.length;
  return { passed, failed: all || (code === 0 ? 0 : 1) };
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
