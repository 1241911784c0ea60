import { expect, test } from "vitest";
import { mailTo } from "../contact/mail-to.ts";
import { beginningOf, firstLetter } from "./beginning.ts";

test.each([
  ["Ada", 3, "Ada"],
  ["Adam", 3, "Ad…"],
  ["ab👩‍👩‍👧cd", 8, "ab…"],
  ["ab👍🏽c", 5, "ab…"],
  ["abe\u0301d", 4, "ab…"],
  ["🇵🇰🇩🇪", 6, "🇵🇰…"],
  ["नमस्ते", 5, "नम…"],
])("%j is cut to %i as %j", (text, most, cut) => {
  expect(beginningOf(text, most)).toBe(cut);
});

test.each([
  ["Ada", "A"],
  ["e\u0301mile", "e\u0301"],
  ["👩‍💻 Grace", "👩‍💻"],
  ["", ""],
])("the first letter of %j is %j", (text, letter) => {
  expect(firstLetter(text)).toBe(letter);
});

test.each(["ب", "字", "é", "👩‍👩‍👧", "a"])("a link with a long text of %j stays below 2,000 bytes", (letter) => {
  const body = letter.repeat(5_000);
  const link = mailTo("ada@example.com", "Re: your message (7K2M-9PXA)", body);

  expect(Buffer.byteLength(link)).toBeLessThan(2_000);
  expect(Buffer.byteLength(link)).toBeGreaterThan(1_900);
  const written = new URL(link.replace("mailto:", "http://")).searchParams.get("body") ?? "";
  expect(written.endsWith("…")).toBe(true);
  expect(body.startsWith(written.slice(0, -1))).toBe(true);
});

test("the lines of a linked text are kept apart as mail programs expect it (RFC 6068)", () => {
  expect(mailTo("ada@example.com", "Re: hours", "Hello,\n\n> When?\r\n> Today?")).toBe(
    "mailto:ada@example.com?subject=Re%3A%20hours&body=Hello%2C%0D%0A%0D%0A%3E%20When%3F%0D%0A%3E%20Today%3F",
  );
});

test("a link whose subject alone is too long stays below 2,000 bytes", () => {
  const subject = `Application: ${"नमस्ते".repeat(50)}`;
  const link = mailTo("ada@example.com", subject);

  expect(Buffer.byteLength(link)).toBeLessThan(2_000);
  const written = new URL(link.replace("mailto:", "http://")).searchParams.get("subject") ?? "";
  expect(written.endsWith("…")).toBe(true);
  expect(subject.startsWith(written.slice(0, -1))).toBe(true);
});
