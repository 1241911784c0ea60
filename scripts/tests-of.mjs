// Finds the tests that belong to a file: itself, the one beside it, or those of its folder; and the end-to-end
// tests named after it.
import { globSync } from "node:fs";
import path from "node:path";
import { root } from "./setup.mjs";

const isTest = (file) => /\.test\.tsx?$/.test(file);
const isEndToEnd = (file) => file.endsWith(".e2e.ts");

/**
 * @param {string[]} files paths relative to the root of the checkout, or absolute
 * @returns {{ tests: string[], endToEnd: string[] }} both may be empty
 */
export function testsOf(files) {
  const found = files.map((file) => path.relative(root, path.resolve(root, file))).map(ofOne);
  const all = (kind) => [...new Set(found.flatMap((each) => each[kind]))];
  return { tests: all("tests"), endToEnd: all("endToEnd") };
}

function ofOne(file) {
  if (isTest(file)) return { tests: [file], endToEnd: [] };
  if (isEndToEnd(file)) return { tests: [], endToEnd: [file] };
  const folder = path.dirname(file);
  const [stem = ""] = path.basename(file).split(".");
  const beside = find(`${folder}/${stem}{,.browser,.office}.test.{ts,tsx}`);
  const tests = beside.length > 0 ? beside : find(`${folder}/*.test.{ts,tsx}`);
  const nouns = [stem, ...(folder.startsWith("app/features/") ? [path.basename(folder)] : [])];
  const names = (test) => nouns.some((noun) => isNamed(path.basename(test, ".e2e.ts"), noun));
  return { tests, endToEnd: find("e2e/*.e2e.ts").filter(names) };
}

/** `admin-manages-jobs` is named after `job`, `quote-panel` after `quote` and `quote-panel`. */
function isNamed(test, noun) {
  return [noun, `${noun}s`, `${noun.replace(/y$/, "ie")}s`].some((form) => `-${test}-`.includes(`-${form}-`));
}

const find = (pattern) => globSync(pattern, { cwd: root }).sort();
