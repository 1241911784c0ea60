import type { Socket } from "node:net";
import type { Connections } from "../front/connections.ts";

const headEnd = "\r\n\r\n";
const maxBytes = 4 * 1024;

/**
 * Feeds a connection's bytes to Node's HTTP parser in pieces containing at most one request head, each only after the
 * previous response has been sent. Left alone, Node parses and starts everything that has arrived, so a client that
 * pipelines hundreds of requests without reading costs hundreds of responses. Splitting a stream anywhere does not
 * change its meaning to the parser, so this does not interpret HTTP a second time.
 */
export class RequestFeeder {
  readonly #socket: Socket;
  readonly #parse: (piece: Buffer) => void;
  readonly #clients: Pick<Connections, "isAnswering">;
  #rest: Buffer = Buffer.alloc(0);
  #isFeeding = false;
  #isHeld = false;

  constructor(socket: Socket, parse: (piece: Buffer) => void, clients: Pick<Connections, "isAnswering">) {
    this.#socket = socket;
    this.#parse = parse;
    this.#clients = clients;
    socket.on("data", (chunk: Buffer) => this.take(chunk)).on("drain", () => this.#feed());
  }

  take(chunk: Buffer): void {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    this.#feed();
  }

  /**
   * Call once a response has been sent. Feeds one request per connection and event loop turn, so that no connection
   * monopolizes it.
   */
  goOn(): void {
    if (this.#rest.length > 0) setImmediate(() => this.#feed());
  }

  #feed(): void {
    if (this.#isFeeding || this.#rest.length === 0) return;
    this.#isFeeding = true;
    const socket = this.#socket;
    while (this.#rest.length > 0 && !this.#clients.isAnswering(socket) && !socket.writableNeedDrain) {
      if (socket.destroyed || socket.writableEnded) this.#rest = Buffer.alloc(0);
      else this.#parse(this.#next());
    }
    this.#isFeeding = false;
    this.#hold(this.#rest.length > 0);
  }

  /** Stops reading while data is waiting here; leaves Node's own pauses alone. */
  #hold(isHeld: boolean): void {
    if (isHeld) this.#socket.pause();
    else if (this.#isHeld) this.#socket.resume();
    this.#isHeld = isHeld;
  }

  #next(): Buffer {
    const most = this.#rest.subarray(0, maxBytes);
    const end = most.indexOf(headEnd);
    const piece = end < 0 ? most : most.subarray(0, end + headEnd.length);
    this.#rest = this.#rest.subarray(piece.length);
    return piece;
  }
}
