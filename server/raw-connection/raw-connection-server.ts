import { type IncomingMessage, type RequestListener, Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { type CachedResponse, rawMessage } from "../front/cached-response.ts";
import { Connections } from "../front/connections.ts";
import type { HttpLimits } from "../front/http-limits.ts";
import { type PlainRequest, readPlainRequest } from "./plain-request.ts";
import { RequestFeeder } from "./request-feeder.ts";

type Lookup = (target: string, acceptEncoding: string | undefined, byEditor: boolean) => CachedResponse | undefined;
/**
 * An HTTP server with a fast path for the most common request: a plain GET of a cached response, whose bytes are
 * written straight to the connection. Node's parser, request and response objects cost more than twice as much as
 * sending (docs/decisions/0023). Anything else goes to Node's own server, unread, and the connection stays there, one
 * request at a time. FAST_LANE=off leaves every connection to Node from its first byte.
 */
export class RawConnectionServer extends Server {
  readonly #lookup: Lookup;
  readonly #answersRaw: boolean;
  readonly #most: number;
  /** Connections not handed to Node yet. */
  readonly #raw = new Set<Socket>();
  readonly #parsed = new Map<Socket, RequestFeeder>();
  readonly clients: Connections;

  /** `addressOf`: the client a connection belongs to; nothing behind a proxy, whose connections serve all clients. */
  constructor(
    limits: HttpLimits,
    addressOf: (socket: Socket) => string | undefined,
    lookup: Lookup,
    listener: RequestListener,
    { answersRaw = true }: { answersRaw?: boolean } = {},
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
    this.#lookup = lookup;
    this.#answersRaw = answersRaw;
    this.#most = limits.connections;
    this.clients = new Connections(limits, addressOf);
    this.timeout = limits.stalledMs;
    this.on("timeout", (socket: Socket) => {
      if (this.clients.isWorkingFor(socket)) socket.setTimeout(limits.stalledMs);
      else closeIfSilent(socket);
    });
  }

  // biome-ignore lint/suspicious/noExplicitAny: the signature of EventEmitter
  override emit(event: string, ...values: any[]): boolean {
    if (event === "request") {
      const [request, response] = values as [IncomingMessage, ServerResponse];
      const { socket } = request;
      this.clients.began(request, response);
      response.once("close", () => this.#parsed.get(socket)?.goOn());
    }
    if (event !== "connection") return super.emit(event, ...values);
    if (this.clients.count >= this.#most && !this.clients.makeRoom(values[0])) {
      values[0].destroy();
      return true;
    }
    this.clients.add(values[0]);
    if (this.#answersRaw) this.#readRaw(values[0]);
    else this.#parse(values[0]);
    return true;
  }

  override closeIdleConnections(): void {
    super.closeIdleConnections();
    // A connection that was just accepted may already carry a request; its response will be the last one.
    for (const socket of this.#raw) if (socket.bytesWritten > 0) socket.destroySoon();
  }

  override closeAllConnections(): void {
    super.closeAllConnections();
    for (const socket of this.#raw) socket.destroy();
  }

  #readRaw(socket: Socket): void {
    const take = (chunk: Buffer) => {
      this.clients.moved(socket);
      const request = readPlainRequest(chunk);
      // A client that has not read its previous response is handed over to Node.
      const message = socket.writableLength === 0 && request ? this.#message(request) : undefined;
      if (message) {
        for (const part of message) socket.write(part);
        if (!this.listening) socket.destroySoon();
      } else handOver(chunk);
    };
    const end = () => socket.end();
    const destroy = () => socket.destroy();
    const timeOut = () => closeIfSilent(socket);
    const forget = () => this.#raw.delete(socket);
    const handOver = (chunk: Buffer) => {
      socket.off("data", take).off("end", end).off("error", destroy).off("timeout", timeOut).off("close", forget);
      socket.setTimeout(0);
      forget();
      this.#parse(socket).take(chunk);
    };
    this.#raw.add(socket);
    socket.on("data", take).on("end", end).on("error", destroy).on("timeout", timeOut).on("close", forget);
    // One second longer than announced to the client, as Node does, so that a last-moment request is still answered.
    socket.setTimeout(this.keepAliveTimeout + 1_000);
  }

  /**
   * From here on Node's server owns the connection, and gets its bytes from `RequestFeeder` rather than from the socket
   * itself.
   */
  #parse(socket: Socket): RequestFeeder {
    super.emit("connection", socket);
    const parse = socket.listeners("data").at(-1) as (piece: Buffer) => void;
    socket.off("data", parse);
    const requests = new RequestFeeder(socket, parse, this.clients);
    this.#parsed.set(socket, requests);
    socket.on("data", () => this.clients.moved(socket)).once("close", () => this.#parsed.delete(socket));
    return requests;
  }

  #message(request: PlainRequest): Buffer[] | undefined {
    const cached = this.#lookup(request.target, request.acceptEncoding, request.byEditor);
    return cached && rawMessage(cached, request, this.keepAliveTimeout);
  }
}

/**
 * Ends a connection whose time is up. After a turn of the event loop: what arrived while this process was busy is read
 * only then, and is a request to answer.
 */
function closeIfSilent(socket: Socket): void {
  const { bytesRead } = socket;
  setImmediate(() => {
    if (socket.bytesRead === bytesRead) socket.destroy();
  });
}
