// Reads the reports that Vitest and Playwright write as JSON.
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { root } from "./setup.mjs";

/**
 * What Vitest's JSON report says: how many tests passed, and `{ title, message }` of each that did not. A skipped test
 * counts as failed, since nothing is skipped silently. A file that fails to load has no failed test of its own, and
 * `errors` (vitest-errors-reporter.mjs) belong to none.
 */
export function readVitestReport({ testResults }, errors) {
  let passed = 0;
  const failures = [];
  for (const { name, status, message, assertionResults } of testResults) {
    const file = path.relative(root, name);
    const others = assertionResults.filter((test) => test.status !== "passed");
    passed += assertionResults.length - others.length;
    for (const test of others) {
      const messages = test.status === "failed" ? test.failureMessages : ["Skipped, which counts as failed"];
      failures.push(failure(`${file} › ${test.fullName}`, messages));
    }
    if (status === "failed" && !others.some((test) => test.status === "failed")) {
      failures.push(failure(file, [message]));
    }
  }
  for (const { name, message, stack } of errors)
    failures.push(failure("Outside all tests", [stack ?? `${name}: ${message}`]));
  return { passed, failures };
}

/** The same for Playwright's JSON report. Its `errors` belong to no test: a file that fails to load, or a set-up. */
export function readPlaywrightReport({ suites, errors }) {
  const tests = specsOf(suites).flatMap((spec) => spec.tests.map((test) => ({ spec, test })));
  const others = tests.filter(({ test }) => test.status !== "expected");
  const failures = others.map(({ spec, test }) => {
    const messages = test.results.flatMap((result) => result.errors).map((error) => error.message);
    const title = `e2e/${spec.file}:${spec.line} › ${spec.title}`;
    return failure(title, test.status === "skipped" ? ["Skipped, which counts as failed"] : messages);
  });
  for (const error of errors) failures.push(failure("e2e", [error.message ?? error.value]));
  return { passed: tests.length - others.length, failures };
}

function specsOf(suites = []) {
  return suites.flatMap((suite) => [...suite.specs, ...specsOf(suite.suites)]);
}

/** Long messages, such as those that show a whole page, are cut after 40 lines. */
function failure(title, messages) {
  const lines = stripVTControlCharacters(messages.filter(Boolean).join("\n")).split("\n");
  return { title, message: lines.slice(0, 40).join("\n").slice(0, 4_000) };
}
