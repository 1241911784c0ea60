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

test("a refusal says how long to wait, and a post after that time is allowed", async () => {
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

test("an attempt that is given back does not count", async () => {
  const { limits } = limitsAt();
  await passed(limits, 10);
  await limits.giveBack("visitorPost", "quote 192.0.2.1");
  await limits.giveBack("visitorPost", "quote 192.0.2.9");

  expect(await passed(limits, 5)).toBe(1);
});

test("attempts are forgotten once their window has passed, and not before", async () => {
  const { limits, pass } = limitsAt();
  await passed(limits, 10);
  pass(9 * minute);
  await limits.forgetEnded();
  expect(await passed(limits, 1)).toBe(0);
  pass(minute);
  await limits.forgetEnded();
  // What is still remembered would count again.
  pass(-minute);
  expect(await passed(limits, 15)).toBe(10);
});

test("refused attempts do not extend the wait", async () => {
  const { limits, pass } = limitsAt();
  await passed(limits, 1_000);
  pass(10 * minute);

  expect(await passed(limits, 15)).toBe(10);
});

test.each([
  ["a year ahead", 365 * 24 * 60 * minute],
  ["a day back", -24 * 60 * minute],
])("setting the wall clock %s neither lifts nor extends the limit", async (_, jumpMs) => {
  vi.useFakeTimers({ toFake: ["Date", "performance"] });
  const limits = createRateLimits({ isOn: true });
  await passed(limits, 10);

  vi.setSystemTime(Date.now() + jumpMs);
  expect(await refusal(limits)).toMatchObject({ retryAfterSeconds: 10 * 60 });
  vi.setSystemTime(Date.now() - jumpMs);
  vi.advanceTimersByTime(10 * minute);
  expect(await passed(limits, 15)).toBe(10);
});

test("nothing is refused when rate limiting is switched off", async () => {
  const limits = createRateLimits({ isOn: false });

  expect(await passed(limits, 1_000)).toBe(1_000);
});

test("a flood of 40,000 addresses does not lift the limit of a client that was just refused", async () => {
  const { limits } = limitsAt();
  await passed(limits, 10);
  for (let i = 0; i < 40_000; i++) await limits.take("visitorPost", `quote 2001:db8:${i.toString(16)}::/64`);

  expect(await passed(limits, 1)).toBe(0);
});

test("a flood of requests that cost nothing does not lift the limit of an account", async () => {
  const { limits } = limitsAt();
  const guess = () => limits.take("loginByAccount", "admin@example.com");
  for (let i = 0; i < 100; i++) await guess();
  for (let i = 0; i < 50_000; i++) await limits.take("approvalByAddress", `2001:db8:${i.toString(16)}::/64`);
  await expect(guess()).rejects.toMatchObject({ code: "too_many" });
});

test("at most 50,000 addresses are remembered, and the oldest is forgotten first", async () => {
  const { limits } = limitsAt();
  await passed(limits, 10);
  expect(await passed(limits, 1)).toBe(0);
  for (let i = 0; i < 50_000; i++) await limits.take("visitorPost", `quote 2001:db8:${i.toString(16)}::/64`);

  expect(await passed(limits, 1)).toBe(1);
});
