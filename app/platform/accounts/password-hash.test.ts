import { expect, test } from "vitest";
import { hashPassword, verifyPassword } from "./password-hash.server.ts";

test("a hash verifies its own password and rejects others", async () => {
  const hash = await hashPassword("Correct-horse-1");

  expect(await verifyPassword("Correct-horse-1", hash)).toBe(true);
  expect(await verifyPassword("Correct-horse-2", hash)).toBe(false);
  expect(await verifyPassword("correct-horse-1", hash)).toBe(false);
  expect(await verifyPassword("", hash)).toBe(false);
});

test("hashing a password twice gives different hashes, and neither contains the password", async () => {
  const hashes = [await hashPassword("Correct-horse-1", 1024), await hashPassword("Correct-horse-1", 1024)];

  expect(new Set(hashes).size).toBe(2);
  expect(hashes.join()).not.toContain("horse");
});

test("a hash made with another cost still verifies, so that the cost can be raised", async () => {
  expect(await verifyPassword("Correct-horse-1", await hashPassword("Correct-horse-1", 1024))).toBe(true);
});

test("verifying a password without a stored hash fails", async () => {
  expect(await verifyPassword("", undefined)).toBe(false);
});
