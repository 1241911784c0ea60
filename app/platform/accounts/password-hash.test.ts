import { expect, test } from "vitest";
import { hashPassword, hashWithSalt, newSalt, verifyPassword } from "./password-hash.server.ts";

test("a hash verifies its own password and rejects others", async () => {
  const hash = await hashPassword("Correct-horse-1");

  expect(await verifyPassword("Correct-horse-1", hash)).toBe(true);
  expect(await verifyPassword("Correct-horse-2", hash)).toBe(false);
  expect(await verifyPassword("correct-horse-1", hash)).toBe(false);
  expect(await verifyPassword("", hash)).toBe(false);
});

test.each([
  ["Zürich-2030!", "Zu\u0308rich-2030!"],
  ["пароль-й7", "пароль-и\u03067"],
  ["Über den\u00a0Fluss-1", "Über den Fluss-1"],
  ["한글-비밀-7", "한글-비밀-7".normalize("NFD")],
])("a password matches in every spelling: %j and %j, also with a hash of an earlier release", async (one, other) => {
  for (const [set, typed] of [
    [one, other],
    [other, one],
  ] as const) {
    expect(await verifyPassword(typed, await hashPassword(set, 1024))).toBe(true);
    const salt = newSalt(1024);
    expect(await verifyPassword(set, `${salt}$${await hashWithSalt(set, salt)}`)).toBe(true);
  }
  expect(await verifyPassword(one.toLowerCase(), await hashPassword(one, 1024))).toBe(one === one.toLowerCase());
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
