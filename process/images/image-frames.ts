import type { Readable, Writable } from "node:stream";
import type { ErrorCode, FieldError } from "#app/shared/app-error.ts";

// How the server and its image process speak over a pipe: a length, a head in JSON that names the sizes of what follows, and the pictures
// as they are.

/** What came of a job, beside the picture. After the last one the process ends. */
export type JobOutcome = Outcome & { isLast: boolean };

export type Outcome =
  | { width: number; height: number }
  | { failure: { code: ErrorCode; message: string; errors: FieldError[]; cause: string } };

/** The exit code of the image process when a picture needed more memory than it may have. */
export const tooMuchMemory = 71;

export interface Frame<Head> {
  head: Head;
  parts: Uint8Array[];
}

export function writeFrame<Head>(stream: Writable, { head, parts }: Frame<Head>): void {
  const text = Buffer.from(JSON.stringify({ head, sizes: parts.map((part) => part.byteLength) }));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.length);
  for (const piece of [length, text, ...parts]) stream.write(piece);
}

/** The frames of a stream, until it ends. */
export async function* readFrames<Head>(stream: Readable): AsyncGenerator<Frame<Head>> {
  const take = reader(stream);
  for (;;) {
    const length = await take(4);
    if (!length) return;
    const text = await take(length.readUInt32BE());
    if (!text) return;
    const { head, sizes } = JSON.parse(text.toString()) as { head: Head; sizes: number[] };
    const parts: Uint8Array[] = [];
    for (const size of sizes) {
      const part = await take(size);
      if (!part) return;
      parts.push(part);
    }
    yield { head, parts };
  }
}

/** @returns how to take so many bytes; nothing when the stream ended before */
function reader(stream: Readable): (size: number) => Promise<Buffer | undefined> {
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
