import { expect, test } from "vitest";
import { nextNewYearIn, yearIn } from "./calendar.ts";

test("the year changes at midnight in the site's time zone", () => {
  expect(yearIn("Asia/Karachi", new Date("2026-12-31T18:59:59Z"))).toBe(2026);
  expect(yearIn("Asia/Karachi", new Date("2026-12-31T19:00:00Z"))).toBe(2027);
  expect(yearIn("America/New_York", new Date("2027-01-01T04:59:59Z"))).toBe(2026);
});

test("the next New Year is computed as midnight in the site's time zone", () => {
  expect(nextNewYearIn("Asia/Karachi", new Date("2026-06-01T00:00:00Z"))).toEqual(new Date("2026-12-31T19:00:00Z"));
  expect(nextNewYearIn("America/New_York", new Date("2026-06-01T00:00:00Z"))).toEqual(new Date("2027-01-01T05:00:00Z"));
  expect(nextNewYearIn("Pacific/Auckland", new Date("2026-06-01T00:00:00Z"))).toEqual(new Date("2026-12-31T11:00:00Z"));
});

test("an unknown time zone falls back to Asia/Karachi", () => {
  expect(yearIn("Mars/Olympus", new Date("2026-12-31T19:00:00Z"))).toBe(2027);
});
