import { type IncomingMessage, type RequestListener, Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Connections } from "./connections.ts";
import { type Finished, messageOf } from "./finished.ts";
import type { HttpLimits } from "./http-limits.ts";
import { OneAtATime } from "./one-at-a-time.ts";
import { readPlainGet } from "./plain-get.ts";

type Find = (target: string, acceptEncoding: string | undefined) => Finished | undefined;

const manyTurns = 8;

/**
 * An HTTP server with a short way for what nearly all requests are: a plain GET of something finished. Its bytes are written to
 * the connection as they are. Node's parser, request and response cost more than twice as much as sending (docs/decisions/0023).
 * Whatever is not exactly that goes to Node's own server, unread, and the connection stays there, one request at a time.
 */
export class FastLaneServer extends Server {
  readonly #find: Find;
  readonly #inLane = new Set<Socket>();
  readonly #parsed = new Map<Socket, OneAtATime>();
  readonly clients: Connections;
  #hasNew = false;
  #turnsWithNew = 0;

  /** `addressOf`: whose a connection is; nothing where a proxy holds those of all clients. */
  constructor(
    limits: HttpLimits,
    addressOf: (socket: Socket) => string | undefined,
    find: Find,
    listener: RequestListener,
  ) {
    super(
      {
        headersTimeout: limits.headMs,
        requestTimeout: limits.uploadMs,
        connectionsCheckingInterval: limits.checkMs,
        keepAliveTimeout: limits.keepAliveMs,
      },
      listener,
    );
    this.#find = find;
    this.maxConnections = limits.connections;
    this.clients = new Connections(limits, addressOf);
    this.timeout = limits.stalledMs;
    this.on("timeout", (socket: Socket) => {
      if (this.clients.isWorkingFor(socket)) socket.setTimeout(limits.stalledMs);
      else socket.destroy();
    });
  }

  // biome-ignore lint/suspicious/noExplicitAny: the signature of EventEmitter
  override emit(event: string, ...values: any[]): boolean {
    if (event === "request") this.#watch(values[0], values[1]);
    if (event !== "connection") return super.emit(event, ...values);
    this.#countAccepted();
    this.clients.add(values[0]);
    this.#welcome(values[0]);
    return true;
  }

  /**
   * Whether more connections wait to be accepted than are. Node accepts one in a turn of the event loop: when each of many turns
   * brings one there are more behind it, who wait unseen until the turns get shorter.
   */
  get isAccepting(): boolean {
    return this.#turnsWithNew >= manyTurns;
  }

  #countAccepted(): void {
    if (this.#hasNew) return;
    this.#hasNew = true;
    setImmediate(() => {
      this.#hasNew = false;
      this.#turnsWithNew++;
      // The end of the next turn.
      setImmediate(() => {
        if (!this.#hasNew) this.#turnsWithNew = 0;
      });
    });
  }

  #watch(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    this.clients.began(request, response);
    response.once("close", () => this.#parsed.get(socket)?.goOn());
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
      this.clients.moved(socket);
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
      this.#parse(socket, chunk);
    };
    this.#inLane.add(socket);
    socket.on("data", take).on("end", end).on("error", destroy).on("timeout", destroy).on("close", forget);
    // A second more than the client was told, as Node does: who asks at the last moment is still heard.
    socket.setTimeout(this.keepAliveTimeout + 1_000);
  }

  /** From here on Node's server has the connection, and gets its bytes from `OneAtATime` instead of from the socket itself. */
  #parse(socket: Socket, chunk: Buffer): void {
    super.emit("connection", socket);
    const parse = socket.listeners("data").at(-1) as (piece: Buffer) => void;
    socket.off("data", parse);
    const isBusy = () => this.clients.isAnswering(socket);
    const requests = new OneAtATime(socket, parse, isBusy);
    this.#parsed.set(socket, requests);
    socket.on("data", () => this.clients.moved(socket)).once("close", () => this.#parsed.delete(socket));
    requests.take(chunk);
  }

  #message(chunk: Buffer): Buffer[] | undefined {
    const request = readPlainGet(chunk);
    const finished = request && this.#find(request.target, request.acceptEncoding);
    return finished && messageOf(finished, request, this.keepAliveTimeout);
  }
}
