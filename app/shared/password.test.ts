import { describe, expect, test } from "vitest";
import { isStrongPassword } from "./password.ts";

describe("a password of at least 8 characters with a letter, a number and a special character is accepted", () => {
  test.each(["abcdef1!", "Correct-horse-1", "пароль-7", "a1 bcdef!", "😀abcdef1", `${"a".repeat(998)}1!`])(
    "%s",
    (password) => {
      expect(isStrongPassword(password)).toBe(true);
    },
  );
});

describe("a weak or too long password is rejected", () => {
  test.each([
    ["too short", "abcd1!x"],
    ["no letter", "12345678!"],
    ["no number", "abcdefgh!"],
    ["no special character", "abcdefg1"],
    ["a space is not special", "abcdef 1"],
    ["empty", ""],
    ["longer than can be kept", `${"a".repeat(999)}1!`],
  ])("%s", (_, password) => {
    expect(isStrongPassword(password)).toBe(false);
  });
});
