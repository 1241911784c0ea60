import { describe, expect, test } from "vitest";
import { cleanPhone, isPhone, phoneUri } from "./phone.ts";

describe("phone numbers in common notations are accepted", () => {
  test.each([
    "+92 300 1234567",
    "0300-1234567",
    "(042) 3578 0000",
    "020 7946.0000",
    "+1 (555) 010-9999",
    "(+44) 20 7946 0000",
    "112",
    "٠٣٠٠ ١٢٣٤٥٦٧",
    "+۹۲ ۳۰۰ ۱۲۳۴۵۶۷",
    "＋９２（３００）１２３４５６７",
    "\u202a+92 300 1234567\u202c",
    "0300 1234567 ext 5",
    "+44 (0)20 7946 0000",
  ])("%s", (number) => {
    expect(isPhone(number)).toBe(true);
  });
});

describe("text that is not a phone number is rejected", () => {
  test.each(["", "call me", "+", "()", "12+34", "++92 300", "0300\n1234567", "0300 1234567 or 8", "ext. 5"])(
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
  expect(cleanPhone("Tel. 0300 1234567 ext. 8")).toBe(" 0300 1234567 ext. 8");
  expect(cleanPhone("12a.34")).toBe("12.34");
});

test.each([
  ["0300 1234567 x12", "0300 1234567 ext. 12"],
  ["0300 1234567, Extension: 12", "0300 1234567 ext. 12"],
  ["+92-300-1234567#12", "+92-300-1234567 ext. 12"],
  ["+923001234567;ext=12", "+923001234567 ext. 12"],
  ["٠٣٠٠ ١٢٣٤٥٦٧ تحويلة ١٢", "0300 1234567 ext. 12"],
  ["8 495 1234567 доб. 12", "8 495 1234567 ext. 12"],
  // Marks that nobody has listed, and a second number.
  ["030 123456 DW 12", "030 123456 ext. 12"],
  ["030 123456 (App. 12)", "030 123456 ext. 12"],
  ["0300 1234567, wew. 12", "0300 1234567 ext. 12"],
  ["0300 1234567,12", "0300 1234567 ext. 12"],
  ["0300 1234567 extensión 12", "0300 1234567 ext. 12"],
  ["0300 1234567 / 0301 7654321", "0300 1234567 ext. 03017654321"],
  // A single letter is a slip.
  ["+92 300 1 o234567", "+92 300 1 234567"],
  // Typed letter by letter, and taken back.
  ["0300 1234567 x", "0300 1234567 ext. "],
  ["0300 1234567 ext. t", "0300 1234567 ext. "],
  ["0300 1234567 ext.", "0300 1234567"],
])("the extension of %j stays apart from the number", (typed, clean) => {
  expect(cleanPhone(typed)).toBe(clean);
  expect(cleanPhone(clean)).toBe(clean);
});

test("signs within a number, and letters that no digit follows, are no extension", () => {
  expect(cleanPhone("+49 2173/12345")).toBe("+49 217312345");
  expect(cleanPhone("0300 12a34567 abc")).toBe("0300 1234567 ");
  expect(cleanPhone("+92 abc 0300-1")).toBe("+92  0300-1");
});

test.each([
  ["+92 (300) 123-4567", "tel:+923001234567"],
  ["+44 (0)20 7946 0000", "tel:+442079460000"],
  ["(+44) (0)20 7946 0000", "tel:+442079460000"],
  ["+44 ( 0 )20 7946 0000", "tel:+442079460000"],
  ["(020) 7946 0000", "tel:02079460000"],
  ["0300 1234567 ext. 12", "tel:03001234567;ext=12"],
  ["+۹۲ ۳۰۰ ۱۲۳۴۵۶۷", "tel:+923001234567"],
])("%s is dialled as %s", (number, link) => {
  expect(phoneUri(number)).toBe(link);
});

test("cleaning a cleaned phone number again changes nothing", () => {
  for (const text of [" +92 300", "a+b+c", "(+44) 20", "++1"])
    expect(cleanPhone(cleanPhone(text))).toBe(cleanPhone(text));
});
