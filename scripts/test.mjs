// `npm test`: all there is to check, on a machine that has only Node and npm. Its last line is `N passed, N failed`.
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { findBrowser } from "./browser.mjs";
import { buildIfStale } from "./build.mjs";
import { check } from "./check.mjs";
import { inRightNode } from "./run.mjs";
import { root } from "./setup.mjs";

const reports = path.join(root, "test-results");
const vitest = path.join(root, "node_modules/vitest/vitest.mjs");
const playwright = path.join(root, "node_modules/@playwright/test/cli.js");

const parts = [
  ["Check", check],
  ["Build", build],
  ["Tests", runVitest],
  ["Journeys", runPlaywright],
];

await inRightNode({ withTools: true });
mkdirSync(reports, { recursive: true });
const total = { passed: 0, failed: 0 };
for (const [title, run] of parts) {
  console.log(`\n== ${title}`);
  const { passed, failed } = await run().catch(failure);
  total.passed += passed;
  total.failed += failed;
}
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed ? 1 : 0;

/** A part that could not be run at all counts as one that failed. */
function failure(error) {
  console.error(error instanceof Error ? error.message : error);
  return { passed: 0, failed: 1 };
}

async function build() {
  if (!(await buildIfStale())) console.log("The build is up to date.");
  return { passed: 1, failed: 0 };
}

async function runVitest() {
  const file = path.join(reports, "vitest.json");
  const code = await run([vitest, "run", "--reporter=default", "--reporter=json", `--outputFile.json=${file}`], file);
  const report = JSON.parse(readFileSync(file, "utf8"));
  const tests = report.testResults.flatMap((result) => result.assertionResults);
  // A file that cannot even be loaded has no tests to fail.
  const broken = report.testResults.filter(
    (result) => result.status === "failed" && !result.assertionResults.some(hasFailed),
  );
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

async function runPlaywright() {
  const browser = await findBrowser();
  const file = path.join(reports, "playwright.json");
  const env = { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: file };
  const code = await run([playwright, "test", "--reporter=list,json"], file, env);
  const { stats, suites, errors } = JSON.parse(readFileSync(file, "utf8"));
  const skipped = specs(suites).filter((spec) => spec.tests.some((test) => test.status === "skipped"));
  for (const spec of specs(suites).filter(({ tests }) => tests.some(({ status }) => status === "flaky")))
    console.log(`Passed only when tried again: ${spec.title}`);
  return sum({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + (stats.unexpected ? 0 : errors.length),
    skipped: skipped.map((spec) => spec.title),
    code,
  });
}

function specs(suites = []) {
  return suites.flatMap((suite) => [...suite.specs, ...specs(suite.suites)]);
}

/** Nothing is skipped silently: a skipped test is one that failed to be run. */
function sum({ passed, failed, skipped, code }) {
  for (const name of skipped) console.log(`Skipped, which counts as failed: ${name}`);
  const all = failed + skipped.length;
  return { passed, failed: all || (code === 0 ? 0 : 1) };
}

/** Runs a test tool with our terminal. Its report of an earlier run must not be taken for this one's. */
function run(args, report, env = {}) {
  rmSync(report, { force: true });
  const child = spawn(process.execPath, args, { cwd: root, stdio: "inherit", env: { ...process.env, ...env } });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", resolve);
  });
}
