import { expect, test } from "vitest";
import { hashPassword, verifyPassword } from "./password-hash.server.ts";

test("a password fits its own hash and no other does", async () => {
  const hash = await hashPassword("Correct-horse-1");

  expect(await verifyPassword("Correct-horse-1", hash)).toBe(true);
  expect(await verifyPassword("Correct-horse-2", hash)).toBe(false);
  expect(await verifyPassword("correct-horse-1", hash)).toBe(false);
  expect(await verifyPassword("", hash)).toBe(false);
});

test("one password has a new hash each time, and none holds it", async () => {
  const hashes = [await hashPassword("Correct-horse-1", 1024), await hashPassword("Correct-horse-1", 1024)];

  expect(new Set(hashes).size).toBe(2);
  expect(hashes.join()).not.toContain("horse");
});

test("a hash of another cost still fits, so that the cost can rise", async () => {
  expect(await verifyPassword("Correct-horse-1", await hashPassword("Correct-horse-1", 1024))).toBe(true);
});

test("where nobody is, nothing fits", async () => {
  expect(await verifyPassword("", undefined)).toBe(false);
});
