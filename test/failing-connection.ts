import { createServer, connect as dial, type Socket } from "node:net";

/** https://www.postgresql.org/docs/current/protocol-message-formats.html, ErrorResponse */
const fields = Buffer.from("SFATAL\0C53300\0Mtoo many clients\0\0");
const length = Buffer.alloc(4);
length.writeUInt32BE(fields.length + 4);
const tooManyConnections = Buffer.concat([Buffer.from("E"), length, fields]);

/**
 * A TCP proxy in front of a database that fails the way networks do:
 * - `cut`: resets every connection, and new ones too, until `restore`.
 * - `freeze`: silently drops all traffic, as after a failover without a reset; new connections are accepted and stay
 *   silent too, until `thaw`. `freeze({ newOnes: true })` lets new connections through: only existing ones are dead.
 * - `freezeAt(text)`: freezes when a client first sends data containing this text; `isHeard`: the database receives it,
 *   and its response is lost. Only existing connections are dead, unless `newOnes` is false.
 *
 * `thaw` lets new connections through; frozen ones stay dead.
 * - `fill`: new connections are refused as by a server without a free one.
 */
export async function startProxy(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let mode: "open" | "cut" | "silent" | "full" = "open";
  let trap: { text: string; isHeard: boolean; newOnes?: boolean } | undefined;
  const frozen = new WeakSet<Socket>();
  const server = createServer({ allowHalfOpen: true }, (here) => {
    here.on("error", () => {});
    sockets.add(here);
    if (mode === "cut") return here.destroy();
    if (mode === "silent") return here.pause();
    if (mode === "full") return here.once("data", () => here.end(tooManyConnections));
    const there = dial(Number(target.port), target.hostname);
    sockets.add(there);
    for (const [from, to] of [
      [here, there],
      [there, here],
    ] as const) {
      from.on("data", (chunk) => {
        const isTrapped = trap !== undefined && from === here && chunk.includes(trap.text);
        if (!frozen.has(from) && !(isTrapped && !trap?.isHeard)) to.write(chunk);
        if (isTrapped) freeze({ newOnes: trap?.newOnes ?? true });
      });
      // A dead network does not transmit a connection's end either.
      const end = () => {
        if (!frozen.has(from)) to.destroy();
      };
      from.on("error", end).on("end", end).on("close", end);
    }
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const cut = () => {
    mode = "cut";
    for (const socket of sockets) socket.destroy();
  };
  const freeze = ({ newOnes = false } = {}) => {
    mode = newOnes ? "open" : "silent";
    trap = undefined;
    for (const socket of sockets) frozen.add(socket);
  };
  const { port } = server.address() as { port: number };
  return {
    url: Object.assign(new URL(databaseUrl), { host: `127.0.0.1:${port}` }).href,
    cut,
    close: () => {
      cut();
      server.close();
    },
    restore: () => {
      mode = "open";
    },
    freeze,
    freezeAt: (text: string, how: { isHeard: boolean; newOnes?: boolean }) => {
      trap = { text, ...how };
    },
    thaw: () => {
      mode = "open";
    },
    fill: () => {
      mode = "full";
    },
  };
}
