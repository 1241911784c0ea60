import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLog } from "./log.ts";
import { summarizeRepeats } from "./repeated-lines.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a repeated error is logged in full once, and then as a count at the end of the interval", () => {
  const lines: Record<string, unknown>[] = [];
  const log = summarizeRepeats(
    createLog("info", (line) => lines.push(JSON.parse(line))),
    60_000,
  );

  for (let i = 0; i < 1_000; i++) log.error("request failed", { path: "/faq/get-all", code: "08006", stack: "long" });
  log.error("request failed", { path: "/job/get-all", code: "08006", stack: "long" });
  expect(lines).toMatchObject([
    { path: "/faq/get-all", stack: "long" },
    { path: "/job/get-all", stack: "long" },
  ]);

  vi.advanceTimersByTime(60_000);
  expect(lines.slice(2)).toMatchObject([{ event: "request failed", path: "/faq/get-all", repeated: 999 }]);
  expect(lines[2]).not.toHaveProperty("stack");

  log.error("request failed", { path: "/faq/get-all", code: "08006", stack: "long" });
  expect(lines[3], "the next interval begins with a whole line").toMatchObject({ stack: "long" });
});

test("an error on ever new paths is logged for ten of them, and then as a count", () => {
  const lines: Record<string, unknown>[] = [];
  const log = summarizeRepeats(createLog("info", (line) => lines.push(JSON.parse(line))));
  const fail = (path: string, code: string) => log.error("page failed", { path, code, stack: "long" });

  for (let i = 0; i < 1_000; i++) fail(`/details/${i}`, "08006");
  fail("/details/3", "08006");
  fail("/details/3", "22012");
  expect(lines.map(({ path, code, stack }) => `${path} ${code} ${stack}`)).toEqual([
    ...Array.from({ length: 10 }, (_, i) => `/details/${i} 08006 long`),
    "(others) 08006 undefined",
    "/details/3 22012 long",
  ]);

  vi.advanceTimersByTime(60_000);
  expect(lines.slice(12)).toMatchObject([
    { path: "/details/3", repeated: 1 },
    { path: "(others)", repeated: 989 },
  ]);
  fail("/details/999", "08006");
  expect(lines.at(-1), "the next interval begins with a whole line").toMatchObject({
    path: "/details/999",
    stack: "long",
  });
});

test("ever new clients that are refused are logged for five hundred of them, and then as a count", () => {
  const lines: Record<string, unknown>[] = [];
  const log = summarizeRepeats(createLog("info", (line) => lines.push(JSON.parse(line))));

  for (let i = 0; i < 1_000; i++)
    log.warn("request rejected", { path: "/quote/get-all", client: `2001:db8:0:${i}::/64` });
  log.error("page failed", { path: "/about" });
  expect(lines.slice(499)).toMatchObject([
    { path: "/quote/get-all", client: "2001:db8:0:499::/64" },
    { event: "request rejected", path: "(others)" },
    { event: "page failed", path: "/about" },
  ]);

  vi.advanceTimersByTime(60_000);
  expect(lines.slice(502)).toMatchObject([{ event: "request rejected", path: "(others)", repeated: 499 }]);
});

test("repeated info lines are all logged", () => {
  const lines: string[] = [];
  const log = summarizeRepeats(createLog("info", (line) => lines.push(line)));

  log.info("login", { userId: 1 });
  log.info("login", { userId: 1 });
  expect(lines).toHaveLength(2);
});

test("every refused login is logged", () => {
  const lines: string[] = [];
  const log = summarizeRepeats(createLog("info", (line) => lines.push(line)));

  for (let i = 0; i < 10; i++) log.warn("login rejected", { client: "192.0.2.1" });
  expect(lines).toHaveLength(10);
});
