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

test("one image is read once, also by many at the same time", async () => {
  const { reads, read } = counting();
  await Promise.all([read("a"), read("a"), read("a")]);
  await read("a");

  expect(reads).toEqual(["a"]);
});

test("the least recently used image makes room", async () => {
  const { reads, read } = counting();
  for (const name of ["a", "b", "c", "d", "a", "e", "a", "b"]) await read(name);

  expect(reads).toEqual(["a", "b", "c", "d", "e", "b"]);
});

test("a stand-in and a very large image are not kept", async () => {
  const { reads, read } = counting();
  for (let n = 0; n < 2; n++) {
    await read("stand-in", 1, true);
    await read("large", 3);
  }

  expect(reads).toEqual(["stand-in", "large", "stand-in", "large"]);
});

test("what was being read when the cache was cleared is not kept", async () => {
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

test("a failed read is tried again", async () => {
  const { cache, reads, read } = counting();
  await expect(cache.read("a", () => Promise.reject(new Error("away")))).rejects.toThrow("away");
  await read("a");

  expect(reads).toEqual(["a"]);
});
