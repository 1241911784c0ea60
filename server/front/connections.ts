import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { HttpLimits } from "./http-limits.ts";

interface Connection {
  socket: Socket;
  /** The client's address; undefined behind a proxy, where one connection serves many clients. */
  address: string | undefined;
  /** When bytes were last sent or received. */
  movedMs: number;
  /** The request in progress. */
  current: { request: IncomingMessage; response: ServerResponse } | undefined;
}

/** Minimum interval between checks of an address's connections. */
const scanEveryMs = 250;
/** Minimum interval between summing up unsent response bytes. */
const sumEveryMs = 100;

/** Tracks all connections and limits each client's share. */
export class Connections {
  readonly #limits: HttpLimits;
  readonly #addressOf: (socket: Socket) => string | undefined;
  readonly #all = new Map<Socket, Connection>();
  readonly #byAddress = new Map<string, Set<Connection>>();
  readonly #scannedMs = new Map<string, number>();
  #summedMs = 0;
  #isFull = false;

  constructor(limits: HttpLimits, addressOf: (socket: Socket) => string | undefined) {
    this.#limits = limits;
    this.#addressOf = addressOf;
  }

  get count(): number {
    return this.#all.size;
  }

  add(socket: Socket): void {
    const address = this.#addressOf(socket);
    const connection: Connection = { socket, address, movedMs: performance.now(), current: undefined };
    this.#all.set(socket, connection);
    socket.once("close", () => this.#forget(connection));
    if (address === undefined) return;
    const own = this.#byAddress.get(address) ?? new Set();
    this.#byAddress.set(address, own.add(connection));
    if (own.size > this.#limits.connectionsPerAddress) this.#closeStale(address, own);
  }

  /**
   * Call when no more connections may be open: ends one of the address with the most, however busy it is kept, for one of
   * an address with fewer.
   * @returns whether there is room
   */
  makeRoom(newcomer: Socket): boolean {
    const address = this.#addressOf(newcomer);
    if (address === undefined) return false;
    let most = new Set<Connection>();
    for (const own of this.#byAddress.values()) if (own.size > most.size) most = own;
    if (most.size <= (this.#byAddress.get(address)?.size ?? 0) + 1) return false;
    const [idlest] = [...most]
      .filter(({ current }) => !current?.request.complete)
      .sort((a, b) => a.movedMs - b.movedMs);
    if (!idlest) return false;
    this.#forget(idlest);
    idlest.socket.destroy();
    return true;
  }

  moved(socket: Socket): void {
    const connection = this.#all.get(socket);
    if (connection) connection.movedMs = performance.now();
  }

  began(request: IncomingMessage, response: ServerResponse): void {
    const connection = this.#all.get(request.socket);
    if (!connection) return;
    const current = { request, response };
    connection.current = current;
    response.once("close", () => {
      connection.movedMs = performance.now();
      if (connection.current === current) connection.current = undefined;
    });
  }

  /** Whether a complete request is still waiting for its response. */
  isAnswering(socket: Socket): boolean {
    return this.#all.get(socket)?.current?.request.complete === true;
  }

  /** Whether the client is waiting for the server rather than the server for the client. */
  isWorkingFor(socket: Socket): boolean {
    const { current } = this.#all.get(socket) ?? {};
    return current?.request.complete === true && !current.response.writableEnded && socket.writableLength === 0;
  }

  /**
   * Whether clients leave more response bytes unread than memory allows. First closes those that have not read for a
   * while, and those of an address with more than its share. Computed at most ten times a second.
   */
  isFull(): boolean {
    const nowMs = performance.now();
    if (nowMs - this.#summedMs < sumEveryMs) return this.#isFull;
    this.#summedMs = nowMs;
    const untaken = [...this.#all.values()].filter(({ socket }) => socket.writableLength > 0);
    let bytes = untaken.reduce((sum, { socket }) => sum + socket.writableLength, 0);
    const held = new Map<string | undefined, number>();
    for (const { socket, address } of untaken) held.set(address, (held.get(address) ?? 0) + socket.writableLength);
    untaken.sort((a, b) => a.movedMs - b.movedMs);
    for (const { socket, address, movedMs } of untaken) {
      if (bytes <= this.#limits.answerBytes) break;
      const own = held.get(address) ?? 0;
      const isGreedy = address !== undefined && own > this.#limits.answerBytes / 4;
      if (nowMs - movedMs < this.#limits.staleMs && !isGreedy) continue;
      bytes -= socket.writableLength;
      held.set(address, own - socket.writableLength);
      socket.destroy();
    }
    this.#isFull = bytes > this.#limits.answerBytes;
    return this.#isFull;
  }

  #forget(connection: Connection): void {
    this.#all.delete(connection.socket);
    const { address } = connection;
    if (address === undefined) return;
    const own = this.#byAddress.get(address);
    own?.delete(connection);
    if (own?.size === 0) {
      this.#byAddress.delete(address);
      this.#scannedMs.delete(address);
    }
  }

  /** Closes connections above an address's share, most idle first; active ones stay open. */
  #closeStale(address: string, own: Set<Connection>): void {
    const nowMs = performance.now();
    if (nowMs - (this.#scannedMs.get(address) ?? 0) < Math.min(scanEveryMs, this.#limits.staleMs)) return;
    this.#scannedMs.set(address, nowMs);
    const stale = [...own]
      .filter(({ socket, movedMs }) => nowMs - movedMs > this.#limits.staleMs && !this.isWorkingFor(socket))
      .sort((a, b) => a.movedMs - b.movedMs);
    for (const { socket } of stale.slice(0, own.size - this.#limits.connectionsPerAddress)) socket.destroy();
  }
}
