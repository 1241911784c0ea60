import { createServer, connect as dial, type Server, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createTestApp, onEveryDatabase } from "#test/app.ts";
import { ada } from "#test/make.ts";
import { freshPlace, migratedPlace } from "#test/place.ts";

onEveryDatabase("health", (database) => {
  test("/healthz says that the process is alive, /readyz that it can serve, and nobody keeps either", async () => {
    const app = await createTestApp(database);

    for (const [path, body] of [
      ["/healthz", { status: "ok" }],
      ["/readyz", { status: "ready" }],
    ] as const) {
      const response = await app.request(path);
      expect([response.status, await response.json()]).toEqual([200, body]);
      expect(response.headers.get("Cache-Control")).toBe("no-store");
    }
  });

  test("a database that is not at this build's state is not ready", async () => {
    const app = await createTestApp(database, { place: await freshPlace(database) });
    await app.deps.db.schema.dropTable("content_revision").execute();

    expect((await app.request("/readyz")).status).toBe(503);
    expect((await app.request("/healthz")).status).toBe(200);
  });
});

test("while PostgreSQL is gone the process is alive and not ready, writes hear when to try again, and it comes back by itself", async () => {
  const { dataDir, databaseUrl = "" } = await migratedPlace("postgres");
  const line = await openLine(databaseUrl);
  const app = await createTestApp("postgres", { place: { dataDir, databaseUrl: line.url } });
  await app.request("/about");
  expect((await app.request("/readyz")).status).toBe(200);

  const inFlight = Array.from({ length: 30 }, () => app.call("GET", "/faq/get-all"));
  await app.request("/healthz");
  line.cut();
  for (const { status } of await Promise.all(inFlight)) expect([200, 503]).toContain(status);
  const notReady = await app.request("/readyz");
  expect([notReady.status, notReady.headers.get("Retry-After")]).toEqual([503, "1"]);
  expect((await app.request("/healthz")).status).toBe(200);
  const lead = await app.call("POST", "/quote/new", ada);
  expect([lead.status, lead.body.code, Number(lead.headers.get("Retry-After")) > 0]).toEqual([
    503,
    "unavailable",
    true,
  ]);
  expect((await app.request("/about")).status).toBe(200);

  line.mend();
  expect((await app.request("/readyz")).status).toBe(200);
  expect((await app.call("POST", "/quote/new", ada)).status).toBe(201);
});

/** A line to the database that can be cut: what went over it is gone, and nobody answers any more. */
async function openLine(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isCut = false;
  const server: Server = createServer((here) => {
    if (isCut) return here.destroy();
    const there = dial(Number(target.port), target.hostname);
    for (const [from, to] of [
      [here, there],
      [there, here],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      from.on("error", () => to.destroy()).on("close", () => to.destroy());
    }
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(() => {
    cut();
    server.close();
  });
  const { port } = server.address() as { port: number };
  const url = Object.assign(new URL(databaseUrl), { host: `127.0.0.1:${port}` }).href;
  const mend = () => {
    isCut = false;
  };
  return { url, cut, mend };
}
