import { connect, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

// A pooler in front of PostgreSQL that lends its connections for one transaction each, as PgBouncer does with
// pool_mode=transaction and server_reset_query_always=1, and refuses the same settings at the beginning of a connection.
// https://www.postgresql.org/docs/current/protocol-message-formats.html

const startupCode = 196_608;
const takenSettings = ["user", "database", "application_name", "client_encoding", "datestyle", "timezone"];

interface Message {
  type: string;
  bytes: Buffer;
}

/** Splits what arrives into messages; the first one of a client has no type. */
function onMessages(socket: Socket, take: (message: Message) => void, isClient: boolean): void {
  let rest = Buffer.alloc(0);
  let isFirst = isClient;
  socket.on("data", (piece) => {
    rest = Buffer.concat([rest, piece as Buffer]);
    for (;;) {
      const head = isFirst ? 0 : 1;
      if (rest.length < head + 4) return;
      const length = head + rest.readInt32BE(head);
      if (rest.length < length) return;
      const bytes = rest.subarray(0, length);
      rest = rest.subarray(length);
      const isStartup = isFirst && bytes.readInt32BE(4) === startupCode;
      const type = isFirst ? (isStartup ? "startup" : "ssl") : bytes.toString("latin1", 0, 1);
      if (isStartup) isFirst = false;
      take({ type, bytes });
    }
  });
}

function message(type: string, ...parts: (string | Buffer)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(`${part}\0`) : part)));
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type, "latin1"), length, body]);
}

/** A connection to the server, lent to one client at a time. */
interface Lent {
  socket: Socket;
  client: Socket | undefined;
  isResetting: boolean;
  greeting: Buffer[];
}

/** @returns the URL of the same database behind a pooler with few connections; closed after the test */
export async function openTransactionPooler(databaseUrl: string): Promise<string> {
  const { hostname, port, username } = new URL(databaseUrl);
  const free: Record<string, Lent[]> = {};
  const sockets = new Set<Socket>();
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => {});
  };

  function open(database: string): Promise<Lent> {
    const socket = connect({ port: Number(port), host: hostname, noDelay: true });
    track(socket);
    const lent: Lent = { socket, client: undefined, isResetting: false, greeting: [] };
    const parameters = ["user", username, "database", database, ""];
    const code = Buffer.alloc(4);
    code.writeInt32BE(startupCode);
    socket.write(message("", code, ...parameters));
    return new Promise((resolve, reject) => {
      let isReady = false;
      onMessages(
        socket,
        ({ type, bytes }) => {
          if (type === "E" && !isReady) reject(bytes);
          if (!isReady && type !== "Z") lent.greeting.push(bytes);
          if (isReady && !lent.isResetting) lent.client?.write(bytes);
          if (!isReady && type === "Z") resolve(lent);
          const isIdle = isReady && type === "Z" && bytes.toString("latin1", 5) === "I";
          isReady ||= type === "Z";
          if (!isIdle) return;
          lent.client = undefined;
          lent.isResetting = !lent.isResetting;
          if (lent.isResetting) socket.write(message("Q", "discard all"));
          else free[database] = [lent, ...(free[database] ?? []).filter((other) => other !== lent)];
        },
        false,
      );
    });
  }

  const server = createServer({ noDelay: true }, (client) => {
    track(client);
    let database = "";
    let lent: Lent | undefined;
    let turn = Promise.resolve();
    const use = async (bytes: Buffer) => {
      if (lent?.client !== client) {
        lent = free[database]?.shift() ?? (await open(database));
        free[database] = (free[database] ?? []).filter((other) => other !== lent);
        lent.client = client;
      }
      lent.socket.write(bytes);
    };
    const greet = async (bytes: Buffer) => {
      const words = bytes.toString("utf8", 8).split("\0");
      const names = words.filter((word, at) => at % 2 === 0 && word !== "");
      database = words[words.indexOf("database") + 1] ?? "";
      const foreign = names.find((name) => !takenSettings.includes(name.toLowerCase()));
      if (foreign) {
        const text = `Munsupported startup parameter: ${foreign}`;
        client.end(message("E", "SFATAL", "VFATAL", "C08P01", text, ""));
        return;
      }
      const greeter = free[database]?.shift() ?? (await open(database));
      free[database] = [...(free[database] ?? []), greeter];
      client.write(Buffer.concat([...greeter.greeting, message("Z", Buffer.from("I"))]));
    };
    onMessages(
      client,
      ({ type, bytes }) => {
        if (type === "ssl") client.write("N");
        else if (type === "X") client.end();
        else
          turn = turn
            .then(() => (type === "startup" ? greet(bytes) : use(bytes)))
            .catch((refusal: unknown) => void client.end(refusal as Buffer));
      },
      true,
    );
    // Cut off within a transaction, its connection cannot be lent again.
    client.on("close", () => lent?.client === client && lent.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return Object.assign(new URL(databaseUrl), { port: String((server.address() as { port: number }).port) }).href;
}
