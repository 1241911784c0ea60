import { type RequestListener, Server, type ServerOptions } from "node:http";
import type { Socket } from "node:net";
import { type Finished, messageOf } from "./finished.ts";
import { readPlainGet } from "./plain-get.ts";

type Find = (target: string, acceptEncoding: string | undefined) => Finished | undefined;

/**
 * An HTTP server with a short way for what nearly all requests are: a plain GET of something finished. Its bytes are written to
 * the connection as they are. Node's parser, request and response cost more than twice as much as sending (docs/decisions/0023).
 * Whatever is not exactly that goes to Node's own server, unread, and the connection stays there.
 */
export class FastLaneServer extends Server {
  readonly #find: Find;
  readonly #inLane = new Set<Socket>();

  constructor(options: ServerOptions, find: Find, listener: RequestListener) {
    super(options, listener);
    this.#find = find;
  }

  // biome-ignore lint/suspicious/noExplicitAny: the signature of EventEmitter
  override emit(event: string, ...values: any[]): boolean {
    if (event !== "connection") return super.emit(event, ...values);
    this.#welcome(values[0]);
    return true;
  }

  override closeIdleConnections(): void {
    super.closeIdleConnections();
    // Who has just come may have asked already; the answer is the last then.
    for (const socket of this.#inLane) if (socket.bytesWritten > 0) socket.destroySoon();
  }

  override closeAllConnections(): void {
    super.closeAllConnections();
    for (const socket of this.#inLane) socket.destroy();
  }

  #welcome(socket: Socket): void {
    const take = (chunk: Buffer) => {
      // Who has not taken the last answer yet gets no more by this way.
      const message = socket.writableLength === 0 ? this.#message(chunk) : undefined;
      if (!message) return handOver(chunk);
      for (const part of message) socket.write(part);
      if (!this.listening) socket.destroySoon();
    };
    const end = () => socket.end();
    const destroy = () => socket.destroy();
    const forget = () => this.#inLane.delete(socket);
    const handOver = (chunk: Buffer) => {
      socket.off("data", take).off("end", end).off("error", destroy).off("timeout", destroy).off("close", forget);
      socket.setTimeout(0);
      forget();
      socket.pause();
      super.emit("connection", socket);
      socket.unshift(chunk);
      process.nextTick(() => socket.resume());
    };
    this.#inLane.add(socket);
    socket.on("data", take).on("end", end).on("error", destroy).on("timeout", destroy).on("close", forget);
    // A second more than the client was told, as Node does: who asks at the last moment is still heard.
    socket.setTimeout(this.keepAliveTimeout + 1_000);
  }

  #message(chunk: Buffer): Buffer[] | undefined {
    const request = readPlainGet(chunk);
    const finished = request && this.#find(request.target, request.acceptEncoding);
    return finished && messageOf(finished, request, this.keepAliveTimeout);
  }
}
