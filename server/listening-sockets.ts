import { createServer, type ListenOptions, type Server } from "node:net";

type Address = Required<Pick<ListenOptions, "port" | "backlog">> & Pick<ListenOptions, "host">;

/**
 * Makes the server listen on `count` sockets of one port. libuv accepts one connection per listening socket in each
 * event loop turn, so with a single socket the last of 4,000 clients arriving at once waits ten seconds; the kernel
 * distributes them over several (SO_REUSEPORT). On systems other than Linux, which do not distribute connections, there
 * is one socket.
 * @returns all listening sockets, the server first: each has to be closed
 * @throws the socket's error, such as EADDRINUSE if somebody is already listening there
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
 * Sockets that share their port would also let a second site share it, unnoticed. So a socket that does not share is
 * opened first: it is refused if anybody is listening. Of two sites starting at the same moment, the second finds the
 * name taken by the first.
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
