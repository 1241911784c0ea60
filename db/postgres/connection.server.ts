import { Socket } from "node:net";
import pg from "pg";

/** One connection to PostgreSQL that can be ended without asking the other side, which may be silent for good. */
export class PostgresConnection extends pg.Client {
  readonly #socket: Socket;
  /** The connection broke, or was ended, by whomever. */
  isBroken = false;

  constructor(options: pg.ClientConfig = {}) {
    const socket = new Socket();
    super({ ...options, keepAlive: true, keepAliveInitialDelayMillis: 10_000, stream: () => socket });
    this.#socket = socket;
    // Without a listener an error of a connection ends the process.
    this.on("error", () => this.cut());
    this.on("end", () => {
      this.isBroken = true;
    });
  }

  /** The server process at the other end, `undefined` before it is known. */
  get serverProcess(): number | undefined {
    return (this as { processID?: number | null }).processID ?? undefined;
  }

  get bytesReceived(): number {
    return this.#socket.bytesRead;
  }

  /** Ends it now, without a word; what is asked on it fails. */
  cut(): void {
    this.isBroken = true;
    this.#socket.destroy();
  }
}
