import { existsSync, globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const text = readFileSync("docs/reliability.md", "utf8");

test("docs/reliability.md has a section for each of the 38 promises, and each cites existing tests and when they were red", () => {
  const sections = [...text.matchAll(/^## (\d+)\. .*\n(?:(?!## ).*\n)*/gm)];
  expect(sections.map(([, number]) => Number(number))).toEqual(Array.from({ length: 38 }, (_, index) => index + 1));
  for (const [section, number] of sections) {
    const named = [...section.matchAll(/`([\w./-]+\.(?:test|e2e)\.tsx?)`: "([^"]+)"/g)];
    expect([number, named.length > 0, /^- Red on \d{4}-\d\d-\d\d /m.test(section)]).toEqual([number, true, true]);
    for (const [, file = "", name = ""] of named)
      expect([file, name, existsSync(file) && readFileSync(file, "utf8").includes(name)]).toEqual([file, name, true]);
  }
});

test("every source file that a document names exists", () => {
  const files = globSync("{*,{app,db,process,server,scripts,test,e2e,bench,art}/**/*}.{ts,tsx,mts,mjs,css,html}");
  const documents = globSync(["{README,ARCHITECTURE,CONTRIBUTING,SECURITY}.md", "docs/**/*.md"]);
  const missing = documents.flatMap((document) =>
    [...readFileSync(document, "utf8").matchAll(/`([\w./-]*\w\.(?:tsx?|mts|mjs|css|html))`/g)]
      .map(([, name = ""]) => name)
      // Patterns: `x.page.tsx`, `.repository.server.ts`.
      .filter((name) => !/^(x)?\./.test(name))
      .filter((name) => !files.some((file) => `/${file}`.endsWith(`/${name}`)))
      .map((name) => `${document}: ${name}`),
  );
  expect(documents.length).toBeGreaterThan(60);
  expect(missing).toEqual([]);
});

test("no cell of a table in a document is longer than 40 words", () => {
  const long = globSync(["*.md", "docs/**/*.md"]).flatMap((document) =>
    readFileSync(document, "utf8")
      .split("\n")
      .filter((line) => line.startsWith("|"))
      .flatMap((line) => line.split("|"))
      .filter((cell) => cell.trim().split(/\s+/).length > 40)
      .map((cell) => `${document}: ${cell}`),
  );
  expect(long).toEqual([]);
});
