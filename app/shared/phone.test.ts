import { describe, expect, test } from "vitest";
import { cleanPhone, isPhone } from "./phone.ts";

describe("phone numbers in common notations are accepted", () => {
  test.each([
    "+92 300 1234567",
    "0300-1234567",
    "(042) 3578 0000",
    "020 7946.0000",
    "+1 (555) 010-9999",
    "(+44) 20 7946 0000",
    "112",
  ])("%s", (number) => {
    expect(isPhone(number)).toBe(true);
  });
});

describe("text that is not a phone number is rejected", () => {
  test.each(["", "call me", "+", "()", "12+34", "++92 300", "0300 1234567 ext 5", "0300\n1234567", "٠٣٠٠"])(
    "%j",
    (value) => {
      expect(isPhone(value)).toBe(false);
    },
  );
});

test("pasted text is reduced to the characters of a phone number", () => {
  expect(cleanPhone("Tel: +92 (300) 123-4567")).toBe(" +92 (300) 123-4567");
  expect(cleanPhone("+92+300")).toBe("+92300");
  expect(cleanPhone("12a34")).toBe("1234");
  expect(cleanPhone("Tel. 0300 1234567 ext. 8")).toBe(" 0300 1234567  8");
  expect(cleanPhone("12a.34")).toBe("12.34");
});

test("cleaning a cleaned phone number again changes nothing", () => {
  for (const text of [" +92 300", "a+b+c", "(+44) 20", "++1"])
    expect(cleanPhone(cleanPhone(text))).toBe(cleanPhone(text));
});
