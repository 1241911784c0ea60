import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

export interface Reply {
  /** 0 if the connection broke. */
  status: number;
  retryAfter: string | undefined;
  body: string;
  /** Measured from when it was sent or, on a new connection, from when that was opened. */
  ms: number;
}

/**
 * Sends HTTP requests over as many connections as needed, one request at a time on each: like many visitors, it does
 * not wait for a response before sending the next request.
 */
export class Clients {
  readonly #port: number;
  readonly #most: number;
  readonly #idle: Client[] = [];
  readonly #all = new Set<Client>();

  constructor(url: string, most: number) {
    this.#port = Number(new URL(url).port);
    this.#most = most;
  }

  /** Nothing if all connections allowed are in use. */
  send(request: string): Promise<Reply> | undefined {
    const client = this.#idle.pop() ?? (this.#all.size < this.#most ? this.#open() : undefined);
    return client?.send(request).then((reply) => {
      if (client.isOpen) this.#idle.push(client);
      return reply;
    });
  }

  close(): void {
    for (const client of this.#all) client.close();
  }

  #open(): Client {
    const client = new Client(this.#port, () => {
      this.#all.delete(client);
      const index = this.#idle.indexOf(client);
      if (index >= 0) this.#idle.splice(index, 1);
    });
    this.#all.add(client);
    return client;
  }
}

class Client {
  readonly #socket: Socket;
  #text = "";
  #sentMs = 0;
  #answer: ((reply: Reply) => void) | undefined;
  isOpen = true;

  constructor(port: number, onClose: () => void) {
    this.#socket = connect({ port, host: "127.0.0.1", noDelay: true });
    this.#socket.setEncoding("latin1");
    this.#socket.on("data", (text: string) => this.#take(text));
    this.#socket.on("error", () => {});
    this.#socket.on("close", () => {
      this.isOpen = false;
      onClose();
      this.#tell(0, undefined, "");
    });
  }

  send(request: string): Promise<Reply> {
    this.#text = "";
    this.#sentMs = performance.now();
    this.#socket.write(request);
    return new Promise((resolve) => {
      this.#answer = resolve;
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(text: string): void {
    this.#text += text;
    const end = this.#text.indexOf("\r\n\r\n");
    if (end < 0) return;
    const head = this.#text.slice(0, end);
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    const isWhole =
      length === undefined ? this.#text.endsWith("0\r\n\r\n") : this.#text.length >= end + 4 + Number(length);
    if (!isWhole) return;
    if (/\r\nconnection: close/i.test(head)) this.isOpen = false;
    this.#tell(Number(head.slice(9, 12)), /\r\nretry-after: (.*)/i.exec(head)?.[1], this.#text.slice(end + 4));
  }

  #tell(status: number, retryAfter: string | undefined, body: string): void {
    const answer = this.#answer;
    this.#answer = undefined;
    answer?.({ status, retryAfter, body, ms: performance.now() - this.#sentMs });
  }
}

/**
 * Sends a number of requests per second, whether or not they are answered.
 * @returns how many found no free connection
 */
export async function openLoop(perSecond: number, seconds: number, send: () => boolean): Promise<number> {
  const begunMs = performance.now();
  let sent = 0;
  let unsent = 0;
  for (let nowMs = begunMs; nowMs < begunMs + seconds * 1_000; nowMs = performance.now()) {
    const due = ((nowMs - begunMs) / 1_000) * perSecond;
    // After a pause of the machine, missed requests are not sent in one burst.
    for (sent = Math.max(sent, due - perSecond / 20); sent < due; sent++) if (!send()) unsent++;
    await pause(1);
  }
  return unsent;
}

/** Runs a number of senders, each of which waits for its response before the next request. */
export async function closedLoop(senders: number, seconds: number, send: () => Promise<unknown>): Promise<void> {
  const endMs = performance.now() + seconds * 1_000;
  await Promise.all(
    Array.from({ length: senders }, async () => {
      while (performance.now() < endMs) await send();
    }),
  );
}

export const percentile = (values: number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
};
