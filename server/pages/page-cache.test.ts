import { expect, test } from "vitest";
import { cachedResponse } from "../front/cached-response.ts";
import { type Made, PageCache } from "./page-cache.ts";

const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000);
const made = (text: string, validUntil = tomorrow): Made => ({
  cached: cachedResponse(200, {}, { identity: Buffer.from(text) }),
  validUntil,
});
const textOf = (page: { variants: { identity: { body: Buffer } } } | undefined) =>
  page?.variants.identity.body.toString();

/** Requests pages from a cache. */
const asked = (cache: PageCache) => ({
  page: async (render: () => Promise<Made>, path = "/") => textOf(await cache.page(path, render, () => {})),
});

test("a hundred simultaneous requests for a page wait for one rendering", async () => {
  const { page } = asked(new PageCache());
  let renderings = 0;
  const render = async () => made(`rendering ${++renderings}`);

  const shown = await Promise.all(Array.from({ length: 100 }, () => page(render)));

  expect(new Set(shown)).toEqual(new Set(["rendering 1"]));
});

test("a page rendered during a write is sent but not cached, and requests after the write get a new one", async () => {
  const cache = new PageCache();
  const { page } = asked(cache);
  const slow = Promise.withResolvers<Made>();
  const first = page(() => slow.promise);

  cache.clear();
  const second = page(async () => made("after"));
  slow.resolve(made("before"));

  expect(await first).toBe("before");
  expect(await second).toBe("after");
  expect(textOf(cache.fresh("/"))).toBe("after");
});

test("a page that shows the year is fresh only until the year ends, and not if the clock is set back", async () => {
  let nowMs = Date.parse("2026-12-31T18:00:00Z");
  const cache = new PageCache(() => nowMs);
  const { page } = asked(cache);
  await page(async () => made("2026", new Date("2026-12-31T19:00:00Z")));

  nowMs += 60 * 60 * 1000 - 1;
  expect(textOf(cache.fresh("/"))).toBe("2026");
  nowMs += 1;
  expect(cache.fresh("/")).toBeUndefined();
  nowMs = Date.parse("2025-06-01T00:00:00Z");
  expect(cache.fresh("/")).toBeUndefined();
});

test("an uncacheable response is not kept, and removes the page cached at its path", async () => {
  const cache = new PageCache();
  const { page } = asked(cache);
  const gone = async () => ({ cached: made("gone").cached });
  await page(async () => made("a project"), "/details/0");
  cache.clear();

  expect(await page(gone, "/details/0")).toBe("gone");
  expect(cache.fresh("/details/0")).toBeUndefined();
  await expect(page(() => Promise.reject(new Error("away")), "/details/0")).rejects.toThrow();
});

test("when the memory limit is reached, the oldest pages are evicted", async () => {
  const cache = new PageCache();
  const { page } = asked(cache);
  const large = "x".repeat(20 * 1024 * 1024);
  for (let n = 0; n < 6; n++) await page(async () => made(large), `/${n}`);

  const kept = [0, 1, 2, 3, 4, 5].filter((n) => cache.fresh(`/${n}`));

  expect(kept).toEqual([2, 3, 4, 5]);
});
