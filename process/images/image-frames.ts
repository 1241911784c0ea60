import type { Readable, Writable } from "node:stream";
import type { ErrorCode, FieldError } from "#app/shared/app-error.ts";
import { byteReader } from "../byte-reader.ts";

// The protocol between the server and its image process, over a pipe: a length, a JSON header with the sizes of what
// follows, and the raw pictures.

/** The result of a job, besides the picture. After the last one, the process exits. */
export type JobOutcome = Outcome & { isLast: boolean };

export type Outcome =
  | { width: number; height: number }
  | { failure: { code: ErrorCode; message: string; errors: FieldError[]; cause: string } };

/** The exit code of the image process when a picture exceeds the memory limit. */
export const tooMuchMemory = 71;

export interface Frame<Head> {
  head: Head;
  parts: Uint8Array[];
}

/** Writes a frame. The stream buffers what the other process has not read yet. */
export function writeFrame<Head>(stream: Writable, { head, parts }: Frame<Head>): void {
  const text = Buffer.from(JSON.stringify({ head, sizes: parts.map((part) => part.byteLength) }));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.length);
  for (const piece of [length, text, ...parts]) stream.write(piece);
}

/** The frames of a stream, until it ends. */
export async function* readFrames<Head>(stream: Readable): AsyncGenerator<Frame<Head>> {
  const take = byteReader(stream);
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
