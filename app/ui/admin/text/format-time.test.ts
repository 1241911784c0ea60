import { afterEach, expect, test, vi } from "vitest";
import { formatMoment } from "./format-time.ts";

afterEach(() => {
  vi.useRealTimers();
});

test("a time in a sentence takes “at” today, and “on” with the day otherwise", () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 25, 22, 10), toFake: ["Date"] });

  expect(formatMoment(new Date(2026, 10, 25, 9, 5).toISOString())).toBe("at 09:05");
  expect(formatMoment(new Date(2026, 10, 24, 9, 5).toISOString())).toBe("on 24 Nov, 09:05");
  // The same day of another month, and of another year.
  expect(formatMoment(new Date(2026, 9, 25, 9, 5).toISOString())).toBe("on 25 Oct, 09:05");
  expect(formatMoment(new Date(2027, 10, 25, 9, 5).toISOString())).toBe("on 25 Nov 2027, 09:05");
  expect(formatMoment(new Date(2027, 0, 1, 9, 5).toISOString())).toBe("on 1 Jan 2027, 09:05");
});
