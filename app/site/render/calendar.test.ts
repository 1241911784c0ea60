import { expect, test } from "vitest";
import { endOfDayIn, nextNewYearIn, yearIn } from "./calendar.ts";

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

test.each([
  // Clocks are put forward, or back, at midnight.
  ["America/Santiago", "2026-09-05", "2026-09-06T04:00:00.000Z"],
  ["America/Santiago", "2026-04-04", "2026-04-05T04:00:00.000Z"],
  ["Asia/Beirut", "2026-03-28", "2026-03-28T22:00:00.000Z"],
  ["America/Havana", "2026-10-31", "2026-11-01T04:00:00.000Z"],
  ["America/Nuuk", "2026-03-28", "2026-03-29T01:00:00.000Z"],
  ["America/New_York", "2026-03-08", "2026-03-09T04:00:00.000Z"],
  ["Australia/Lord_Howe", "2026-10-03", "2026-10-03T13:30:00.000Z"],
])("in %s the day %s is over at %s", (timeZone, day, end) => {
  expect(endOfDayIn(timeZone, day).toISOString()).toBe(end);
});
