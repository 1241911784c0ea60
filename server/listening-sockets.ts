import { createServer, type ListenOptions, type Server } from "node:net";

type Address = Required<Pick<ListenOptions, "port" | "backlog">> & Pick<ListenOptions, "host">;

/**
 * Makes the server listen on `count` sockets of one port. libuv accepts one connection per listening socket in each turn of the event
 * loop, so with a single one the last of 4,000 clients that come at once waits ten seconds to be heard; the kernel spreads them over
 * several (SO_REUSEPORT). Elsewhere than on Linux, where other systems spread nothing, there is one socket.
 * @returns all that listen, the server first: each has to be closed
 * @throws the socket's error, as EADDRINUSE where anybody listens there already
 */
export async function listenOnSockets(server: Server, address: Address, count: number): Promise<Server[]> {
  if (process.platform !== "linux" || count === 1) return [await listening(server, address)];
  const claim = address.port === 0 ? undefined : await claimPort(address);
  try {
    await listening(server, { ...address, reusePort: true });
    const { port } = server.address() as { port: number };
    const others = Array.from({ length: count - 1 }, () =>
      createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit("connection", socket)),
    );
    return [
      server,
      ...(await Promise.all(others.map((each) => listening(each, { ...address, port, reusePort: true })))),
    ];
  } finally {
    claim?.close();
  }
}

/**
 * Sockets that share their port would let a second site share it, too, unnoticed. So first one is opened that does not share: it is
 * refused where anybody listens. Of two sites that do so at the same moment, the second finds the name taken that the first holds.
 */
async function claimPort({ port, host, backlog }: Address): Promise<Server> {
  const name = createServer();
  await listening(name, { path: `\0listen ${host ?? ""} ${port}` }).catch((error) => {
    if (error.code === "EADDRINUSE") throw Object.assign(error, { port });
  });
  try {
    const alone = await listening(createServer(), { port, host, backlog });
    await new Promise((resolve) => alone.close(resolve));
    return name;
  } catch (error) {
    name.close();
    throw error;
  }
}

function listening(server: Server, options: ListenOptions): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(options, () => resolve(server));
  });
}
