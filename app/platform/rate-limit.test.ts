import { afterEach, expect, test, vi } from "vitest";
import type { AppError } from "#app/shared/app-error.ts";
import { createRateLimits, type RateLimits } from "./rate-limit.ts";

const minute = 60_000;

afterEach(() => void vi.useRealTimers());

/** Rate limits on a clock that the test controls. */
function limitsAt(startMs = 0) {
  let nowMs = startMs;
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return { limits: createRateLimits({ isOn: true, monotonicMs: () => nowMs }), pass };
}

/** How many of `tries` attempts were allowed. */
async function passed(limits: RateLimits, tries: number, key = "quote 192.0.2.1"): Promise<number> {
  const refusals = await Promise.all(Array.from({ length: tries }, () => refusal(limits, key)));
  return refusals.filter((error) => error === undefined).length;
}

const refusal = (limits: RateLimits, key = "quote 192.0.2.1"): Promise<AppError | undefined> =>
  limits.take("visitorPost", key).then(
    () => undefined,
    (error) => error,
  );

test("ten posts pass in ten minutes, the eleventh does not", async () => {
  const { limits } = limitsAt();

  expect(await passed(limits, 15)).toBe(10);
});

test("one client's posts cost no other client, and one form's no other form", async () => {
  const { limits } = limitsAt();
  await passed(limits, 10);

  expect(await passed(limits, 15, "quote 192.0.2.2")).toBe(10);
  expect(await passed(limits, 15, "contact 192.0.2.1")).toBe(10);
});

test("the refused hear how long to wait, and after that they pass", async () => {
  const { limits, pass } = limitsAt();
  await passed(limits, 1);
  pass(4 * minute);
  await passed(limits, 9);

  const refused = await refusal(limits);
  expect(refused).toMatchObject({ code: "too_many", retryAfterSeconds: 6 * 60 });
  pass(6 * minute - 1);
  expect(await passed(limits, 1)).toBe(0);
  pass(1);
  expect(await passed(limits, 5)).toBe(1);
});

test("those who keep trying while refused do not wait longer for it", async () => {
  const { limits, pass } = limitsAt();
  await passed(limits, 1_000);
  pass(10 * minute);

  expect(await passed(limits, 15)).toBe(10);
});

test.each([
  ["a year ahead", 365 * 24 * 60 * minute],
  ["a day back", -24 * 60 * minute],
])("a wall clock that is put %s neither frees nor holds anybody", async (_, jumpMs) => {
  vi.useFakeTimers({ toFake: ["Date", "performance"] });
  const limits = createRateLimits({ isOn: true });
  await passed(limits, 10);

  vi.setSystemTime(Date.now() + jumpMs);
  expect(await refusal(limits)).toMatchObject({ retryAfterSeconds: 10 * 60 });
  vi.setSystemTime(Date.now() - jumpMs);
  vi.advanceTimersByTime(10 * minute);
  expect(await passed(limits, 15)).toBe(10);
});

test("switched off, nothing is refused", async () => {
  const limits = createRateLimits({ isOn: false });

  expect(await passed(limits, 1_000)).toBe(1_000);
});

test("a flood of addresses does not free the one that was refused just now", async () => {
  const { limits } = limitsAt();
  await passed(limits, 10);
  for (let i = 0; i < 40_000; i++) await limits.take("visitorPost", `quote 2001:db8:${i.toString(16)}::/64`);

  expect(await passed(limits, 1)).toBe(0);
});

test("of a flood of addresses no more than 50,000 are remembered: the first one is forgotten", async () => {
  const { limits } = limitsAt();
  await passed(limits, 10);
  expect(await passed(limits, 1)).toBe(0);
  for (let i = 0; i < 50_000; i++) await limits.take("visitorPost", `quote 2001:db8:${i.toString(16)}::/64`);

  expect(await passed(limits, 1)).toBe(1);
});
