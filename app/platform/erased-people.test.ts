import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { freshFolder } from "#test/data-location.ts";
import { erasedListName, fingerprint, readErased, recordErased, textOf } from "./erased-people.server.ts";

test.each(["", "0123456789abcdef", `${"a".repeat(63)}\n`])(
  "a list that a full disk has left with %j in place of its key is begun anew",
  (begun) => {
    const dataDir = freshFolder();
    const file = path.join(dataDir, erasedListName);
    fs.writeFileSync(file, begun);
    expect(readErased([textOf(file)], "")).toEqual({});
    for (const person of ["ada", "grace"])
      recordErased({ dataDir, backup: undefined }, person, new Date("2026-05-01T12:00:00Z"));
    const [[key = "", hashes = []] = []] = Object.entries(readErased([textOf(file)], "2026-05-01T11:59:59.000Z"));
    expect(key).toMatch(/^[\da-f]{64}$/);
    expect(hashes).toEqual([fingerprint(key, "ada"), fingerprint(key, "grace")]);
  },
);

test("a person whose line a full disk has cut short hides nobody who is erased after them", () => {
  const dataDir = freshFolder();
  const file = path.join(dataDir, erasedListName);
  const erase = (person: string) =>
    recordErased({ dataDir, backup: undefined }, person, new Date("2026-05-01T12:00:00Z"));
  for (const person of ["ada", "grace"]) erase(person);
  fs.truncateSync(file, fs.statSync(file).size - 10);
  for (const person of ["grace", "joan"]) erase(person);
  const [[key = "", hashes = []] = []] = Object.entries(readErased([textOf(file)], ""));
  expect(hashes).toEqual(expect.arrayContaining(["ada", "grace", "joan"].map((person) => fingerprint(key, person))));
});
