import { expect, test } from "vitest";
import { cachedResponse } from "./cached-response.ts";
import { type Made, PageCache } from "./page-cache.ts";

const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000);
const made = (text: string, validUntil = tomorrow): Made => ({
  cached: cachedResponse(200, {}, { identity: Buffer.from(text) }),
  validUntil,
});
const never = () => Promise.reject(new Error("nothing was to be rendered"));
const textOf = (page: { variants: { identity: { body: Buffer } } } | undefined) =>
  page?.variants.identity.body.toString();

/** A cache that is asked for one page. */
function asked(cache: PageCache) {
  const failures: unknown[] = [];
  const page = async (render: () => Promise<Made>, path = "/") =>
    textOf(await cache.page(path, render, (error) => failures.push(error)));
  return { page, failures };
}

test("a page is rendered once and then shown as it is", async () => {
  const cache = new PageCache();
  const { page } = asked(cache);

  expect(cache.fresh("/")).toBeUndefined();
  expect(await page(async () => made("one"))).toBe("one");
  expect(textOf(cache.fresh("/"))).toBe("one");
  expect(await page(never)).toBe("one");
});

test("a hundred who come at one moment wait for one rendering", async () => {
  const { page } = asked(new PageCache());
  let renderings = 0;
  const render = async () => made(`rendering ${++renderings}`);

  const shown = await Promise.all(Array.from({ length: 100 }, () => page(render)));

  expect(new Set(shown)).toEqual(new Set(["rendering 1"]));
});

test("a write makes every page old", async () => {
  const cache = new PageCache();
  const { page } = asked(cache);
  await page(async () => made("before"), "/");
  await page(async () => made("before"), "/about");

  cache.clear();

  expect([cache.fresh("/"), cache.fresh("/about")]).toEqual([undefined, undefined]);
  expect(await page(async () => made("after"))).toBe("after");
});

test("a page that was rendered across a write is answered and not kept, and nobody who came after the write gets it", async () => {
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

test("a page that tells the year is fresh until the year is over, and not before it began", async () => {
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

test("when rendering fails the last good page is shown and the failure told; where there is none it is thrown", async () => {
  const cache = new PageCache();
  const { page, failures } = asked(cache);
  const failing = () => Promise.reject(new Error("the database is away"));
  await expect(page(failing)).rejects.toThrow("away");
  await page(async () => made("last good"));
  cache.clear();

  expect(await page(failing)).toBe("last good");

  expect(failures).toHaveLength(1);
  expect(cache.fresh("/")).toBeUndefined();
  expect(await page(async () => made("better"))).toBe("better");
});

test("what is only for one visitor is not kept, and a page that has become that is forgotten", async () => {
  const cache = new PageCache();
  const { page } = asked(cache);
  const gone = async () => ({ cached: made("gone").cached });
  await page(async () => made("a project"), "/details/0");
  cache.clear();

  expect(await page(gone, "/details/0")).toBe("gone");
  expect(cache.fresh("/details/0")).toBeUndefined();
  await expect(page(() => Promise.reject(new Error("away")), "/details/0")).rejects.toThrow();
});

test("the oldest pages make room when memory is full", async () => {
  const cache = new PageCache();
  const { page } = asked(cache);
  const large = "x".repeat(20 * 1024 * 1024);
  for (let n = 0; n < 6; n++) await page(async () => made(large), `/${n}`);

  const kept = [0, 1, 2, 3, 4, 5].filter((n) => cache.fresh(`/${n}`));

  expect(kept).toEqual([2, 3, 4, 5]);
});
