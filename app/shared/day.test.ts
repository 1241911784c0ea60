import { expect, test } from "vitest";
import { dayIn } from "./day.ts";

test("the day depends on the time zone", () => {
  const at = new Date("2026-05-01T20:00:00.000Z");
  const zones = ["Asia/Karachi", "UTC", "America/Los_Angeles", "Pacific/Kiritimati"];
  expect(zones.map((zone) => dayIn(zone, at))).toEqual(["2026-05-02", "2026-05-01", "2026-05-01", "2026-05-02"]);
  expect(dayIn("America/Los_Angeles", new Date("2026-01-01T07:59:00.000Z"))).toBe("2025-12-31");
});
