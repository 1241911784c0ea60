import type { IncomingMessage, ServerResponse } from "node:http";
import type { HttpLimits } from "../front/http-limits.ts";

export type BodyFailure = "too-large" | "too-slow" | "too-many";

interface Receiving {
  address: string;
  bytes: number;
  /** Stops receiving. */
  fail(why: BodyFailure): void;
}

interface Receipt {
  request: IncomingMessage;
  response: ServerResponse;
  address: string;
  /** Maximum size in bytes. */
  limit: number;
  /** Maximum time to receive it. */
  withinMs: number;
}

/**
 * The only place where bodies are read: completely, before any handler, and within limits. Reading stops at the limit;
 * all bodies together are limited too, and above that the client holding the most loses its oldest.
 */
export class RequestBodies {
  readonly #most: number;
  readonly #receiving = new Set<Receiving>();
  readonly #held = new Map<string, number>();
  #total = 0;

  constructor({ bodyBytes }: Pick<HttpLimits, "bodyBytes">) {
    this.#most = bodyBytes;
  }

  /** Calls exactly one of the two callbacks, or neither if the client disconnects. */
  receive(receipt: Receipt, onBody: (body: Buffer) => void, onFailure: (why: BodyFailure) => void): void {
    const { request, response, address, limit, withinMs } = receipt;
    if (Number(request.headers["content-length"] ?? 0) > limit) {
      onFailure("too-large");
      return;
    }
    const chunks: Buffer[] = [];
    const take = (chunk: Buffer) => {
      receiving.bytes += chunk.length;
      this.#count(address, chunk.length);
      chunks.push(chunk);
      if (receiving.bytes > limit) receiving.fail("too-large");
      else if (this.#total > this.#most) this.#victim(receiving).fail("too-many");
    };
    const end = () => {
      stop();
      onBody(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
    };
    const stop = () => {
      clearTimeout(timer);
      this.#receiving.delete(receiving);
      request.off("data", take).off("end", end);
    };
    const release = () => {
      this.#count(address, -receiving.bytes);
      receiving.bytes = 0;
    };
    const receiving: Receiving = {
      address,
      bytes: 0,
      fail(why) {
        stop();
        chunks.length = 0;
        release();
        onFailure(why);
      },
    };
    const timer = setTimeout(() => receiving.fail("too-slow"), withinMs);
    this.#receiving.add(receiving);
    request.on("data", take).on("end", end);
    // A disconnect fires both events; the body stays counted until the response is sent.
    request.once("close", stop);
    response.once("close", () => {
      stop();
      release();
    });
  }

  #count(address: string, bytes: number): void {
    this.#total += bytes;
    const held = (this.#held.get(address) ?? 0) + bytes;
    if (held === 0) this.#held.delete(address);
    else this.#held.set(address, held);
  }

  #victim(newcomer: Receiving): Receiving {
    const held = ({ address }: Receiving) => this.#held.get(address) ?? 0;
    let victim: Receiving | undefined;
    for (const candidate of this.#receiving) if (!victim || held(candidate) > held(victim)) victim = candidate;
    return victim ?? newcomer;
  }
}

/** Whether the request has a body (RFC 9112, 6.3). */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/**
 * Closes the connection after this response, since the body is not wanted. Once the response is written, further input
 * is discarded, and beyond `drainBytes` left unread, for `drainMs`: closing with unread bytes could destroy the response
 * before the client has read it (RFC 9112, 9.6).
 */
export function closeAfterAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  { drainBytes, drainMs }: Pick<HttpLimits, "drainBytes" | "drainMs">,
): void {
  response.setHeader("Connection", "close");
  const endNow = response.end.bind(response);
  response.end = (...answer: unknown[]) => {
    const [body] = answer;
    if (body && request.method !== "HEAD") response.write(body);
    else response.flushHeaders();
    drain();
    return response;
  };
  function drain(): void {
    let dropped = 0;
    const drop = (chunk: Buffer) => {
      dropped += chunk.length;
      if (dropped > drainBytes) request.pause();
    };
    const end = () => {
      clearTimeout(timer);
      request.off("data", drop).off("end", end).off("close", end);
      endNow();
    };
    // After a turn of the event loop: where this process had to wait itself, nothing has been sent or read meanwhile.
    const timer = setTimeout(() => setImmediate(end), drainMs);
    request.on("data", drop).on("end", end).on("close", end).resume();
  }
}
