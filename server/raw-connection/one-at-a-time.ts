import type { Socket } from "node:net";

const headEnd = "\r\n\r\n";
const mostBytes = 4 * 1024;

/**
 * Gives a connection's bytes to Node's HTTP parser in pieces that hold one request's head at most, and the next piece only when the
 * request before is answered and its answer has left. Node itself parses and begins whatever has come: a client that pipelines
 * hundreds of requests and reads no answer costs hundreds of answers.
 * Cutting anywhere changes no meaning to a parser of streams, so that this is no second reading of HTTP.
 */
export class OneAtATime {
  readonly #socket: Socket;
  readonly #parse: (piece: Buffer) => void;
  /** Whether a whole request waits for its answer. */
  readonly #isBusy: () => boolean;
  #rest: Buffer = Buffer.alloc(0);
  #isFeeding = false;
  #isHeld = false;

  constructor(socket: Socket, parse: (piece: Buffer) => void, isBusy: () => boolean) {
    this.#socket = socket;
    this.#parse = parse;
    this.#isBusy = isBusy;
    socket.on("data", (chunk: Buffer) => this.take(chunk)).on("drain", () => this.#feed());
  }

  take(chunk: Buffer): void {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    this.#feed();
  }

  /** To be called when an answer has left: one of each connection in a turn of the event loop, so that none keeps it to itself. */
  goOn(): void {
    if (this.#rest.length > 0) setImmediate(() => this.#feed());
  }

  #feed(): void {
    if (this.#isFeeding || this.#rest.length === 0) return;
    this.#isFeeding = true;
    while (this.#rest.length > 0 && !this.#mustWait()) {
      if (this.#socket.destroyed || this.#socket.writableEnded) this.#rest = Buffer.alloc(0);
      else this.#parse(this.#next());
    }
    this.#isFeeding = false;
    this.#hold(this.#rest.length > 0);
  }

  /** Nothing more is read while something waits; Node's own pauses are its own. */
  #hold(isHeld: boolean): void {
    if (isHeld) this.#socket.pause();
    else if (this.#isHeld) this.#socket.resume();
    this.#isHeld = isHeld;
  }

  #mustWait(): boolean {
    return this.#isBusy() || this.#socket.writableNeedDrain;
  }

  #next(): Buffer {
    const most = this.#rest.subarray(0, mostBytes);
    const end = most.indexOf(headEnd);
    const piece = end < 0 ? most : most.subarray(0, end + headEnd.length);
    this.#rest = this.#rest.subarray(piece.length);
    return piece;
  }
}
