import { Socket } from "node:net";
import pg from "pg";

/** A PostgreSQL connection that can be closed without a reply from the server, which may never answer. */
export class PostgresConnection extends pg.Client {
  readonly #socket: Socket;
  /** The connection broke or was closed, by either side. */
  isBroken = false;

  constructor(options: pg.ClientConfig = {}) {
    const socket = new Socket();
    super({ ...options, keepAlive: true, keepAliveInitialDelayMillis: 10_000, stream: () => socket });
    this.#socket = socket;
    // Without a listener, a connection error would end the process.
    this.on("error", () => this.cut());
    this.on("end", () => {
      this.isBroken = true;
    });
  }

  /** The backend process id on the server, `undefined` until it is known. */
  get serverProcess(): number | undefined {
    return (this as { processID?: number | null }).processID ?? undefined;
  }

  get bytesReceived(): number {
    return this.#socket.bytesRead;
  }

  /** Closes the connection immediately; pending queries fail. */
  cut(): void {
    this.isBroken = true;
    this.#socket.destroy();
  }
}
