import { expect, test } from "vitest";
import { ImageCache } from "./image-cache.ts";

const megabyte = 1024 * 1024;

/** Counts the images that had to be loaded. */
function counting(cache = new ImageCache<{ bytes: Uint8Array; isStandIn?: true }>(4 * megabyte)) {
  const reads: string[] = [];
  const read = (name: string, megabytes = 1, isStandIn?: true) =>
    cache.read(name, async () => {
      reads.push(name);
      return { bytes: new Uint8Array(megabytes * megabyte), ...(isStandIn && { isStandIn }) };
    });
  return { cache, reads, read };
}

test("an image that is requested several times, also concurrently, is loaded once", async () => {
  const { reads, read } = counting();
  await Promise.all([read("a"), read("a"), read("a")]);
  await read("a");

  expect(reads).toEqual(["a"]);
});

test("a full cache evicts the least recently used image", async () => {
  const { reads, read } = counting();
  for (const name of ["a", "b", "c", "d", "a", "e", "a", "b"]) await read(name);

  expect(reads).toEqual(["a", "b", "c", "d", "e", "b"]);
});

test("stand-in images and very large images are not cached", async () => {
  const { reads, read } = counting();
  for (let n = 0; n < 2; n++) {
    await read("stand-in", 1, true);
    await read("large", 3);
  }

  expect(reads).toEqual(["stand-in", "large", "stand-in", "large"]);
});

test("an image that was loading when the cache was cleared is not cached", async () => {
  const { cache, reads, read } = counting();
  const late = Promise.withResolvers<void>();
  const reading = cache.read("a", async () => {
    await late.promise;
    return { bytes: new Uint8Array(1) };
  });
  cache.clear();
  late.resolve();
  await reading;
  await read("a");

  expect(reads).toEqual(["a"]);
});

test("a failed load is not cached, and the next request loads the image again", async () => {
  const { cache, reads, read } = counting();
  await expect(cache.read("a", () => Promise.reject(new Error("away")))).rejects.toThrow("away");
  await read("a");

  expect(reads).toEqual(["a"]);
});
