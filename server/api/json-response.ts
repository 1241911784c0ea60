import { setImmediate as nextTurn } from "node:timers/promises";
import { promisify } from "node:util";
import zlib from "node:zlib";
import { ListStream } from "#app/platform/list-stream.ts";

/** Below this size compression saves no packet. */
const compressedFrom = 1_024;

/**
 * A reply as JSON, compressed if the client accepts that and it is worthwhile. A list of more than one portion is a
 * stream; `onFailure`: see `guarded`.
 */
export async function jsonBody(
  reply: unknown,
  isCompressed: boolean,
  onFailure: (error: unknown) => void,
): Promise<{ body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>; isCompressed: boolean }> {
  const json = reply instanceof ListStream ? await listJson(reply) : JSON.stringify(reply);
  if (typeof json === "string") {
    if (!isCompressed || json.length < compressedFrom) return { body: json, isCompressed: false };
    try {
      return { body: await promisify<string, Buffer<ArrayBuffer>>(zlib.gzip)(json), isCompressed: true };
    } catch {
      // Memory is short. What the call has written is answered all the same.
      return { body: json, isCompressed: false };
    }
  }
  const stream = guarded(encoded(json), onFailure);
  return { body: isCompressed ? stream.pipeThrough(new CompressionStream("gzip")) : stream, isCompressed };
}

/** Serialized and sent in one turn of the event loop. */
const pieceLength = 128 * 1024;

/**
 * A list serialized as JSON: whole, or in chunks if it has more than one portion. The first portion is read before the
 * response starts, so that an immediate failure still gets its own status.
 */
async function listJson(list: ListStream<unknown>): Promise<string | AsyncIterable<string>> {
  const portions: AsyncIterator<unknown[]> = list.portions[Symbol.asyncIterator]();
  const first = await portions.next();
  const second = first.done ? first : await portions.next();
  if (second.done) return JSON.stringify({ data: first.done ? [] : first.value, total: list.total });
  return pieces(list, portions, [first.value, second.value]);
}

async function* pieces(
  list: ListStream<unknown>,
  rest: AsyncIterator<unknown[]>,
  known: unknown[][],
): AsyncGenerator<string> {
  let text = '{"data":[';
  let comma = "";
  try {
    for (let portion = known.shift(); portion; portion = known.shift() ?? (await nextOf(rest))) {
      for (const entry of portion) {
        text += comma + JSON.stringify(entry);
        comma = ",";
        if (text.length < pieceLength) continue;
        yield text;
        text = "";
        // Serves other requests in between, however fast this client reads.
        await nextTurn();
      }
    }
  } finally {
    await rest.return?.();
  }
  yield `${text}]${list.total === undefined ? "" : `,"total":${list.total}`}}`;
}

async function nextOf(portions: AsyncIterator<unknown[]>): Promise<unknown[] | undefined> {
  const { done, value } = await portions.next();
  return done ? undefined : value;
}

/**
 * The chunks as a response body. If one fails, `onFailure` must close the connection: the status has been sent, and a
 * truncated list must not look complete.
 */
export function guarded(
  pieces: AsyncIterable<Uint8Array<ArrayBuffer>>,
  onFailure: (error: unknown) => void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const iterator = pieces[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await iterator.next();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        onFailure(error);
      }
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}

async function* encoded(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  for await (const text of texts) yield encoder.encode(text);
}
