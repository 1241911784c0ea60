import type { Readable } from "node:stream";

/** @returns a function that reads a number of bytes; nothing if the stream ended first */
export function byteReader(stream: Readable): (size: number) => Promise<Buffer | undefined> {
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let pending: Buffer[] = [];
  let there = 0;
  return async (size) => {
    while (there < size) {
      const { value, done } = await chunks.next();
      if (done) return undefined;
      pending.push(value);
      there += value.length;
    }
    const all = pending.length === 1 && pending[0] ? pending[0] : Buffer.concat(pending);
    pending = [all.subarray(size)];
    there = all.length - size;
    return all.subarray(0, size);
  };
}
