import { existsSync, globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const text = readFileSync("docs/reliability.md", "utf8");

test("docs/reliability.md has a line for each of the 38 promises, and each cites existing tests", () => {
  const lines = [...text.matchAll(/^\| (\d+) \|.*$/gm)];
  expect(lines.map(([, number]) => Number(number))).toEqual(Array.from({ length: 38 }, (_, index) => index + 1));
  for (const [line, number] of lines) {
    const named = [...line.matchAll(/`([\w./-]+\.(?:test|e2e)\.tsx?)`: "([^"]+)"/g)];
    expect([number, named.length > 0]).toEqual([number, true]);
    for (const [, file = "", name = ""] of named)
      expect([file, name, existsSync(file) && readFileSync(file, "utf8").includes(name)]).toEqual([file, name, true]);
  }
});

test("every source file that docs/reliability.md names exists", () => {
  const files = globSync("{app,db,process,server,scripts,test}/**/*.{ts,tsx,mjs}");
  const named = [...text.matchAll(/`([\w./-]+\.(?:tsx?|mjs))`/g)].map(([, name = ""]) => name);
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((name) => !files.some((file) => `/${file}`.endsWith(`/${name}`)))).toEqual([]);
});
