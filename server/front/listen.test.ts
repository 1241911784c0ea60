import { networkInterfaces } from "node:os";
import { expect, test } from "vitest";
import { createTestApp } from "#test/app.ts";

const hasIpv6 = Object.values(networkInterfaces())
  .flat()
  .some((face) => face?.family === "IPv6");

test("without HOST the server listens on IPv4 and, where available, IPv6", async () => {
  const { url } = await createTestApp("sqlite", { config: { host: undefined } });
  const { port } = new URL(url);

  const addresses = ["127.0.0.1", ...(hasIpv6 ? ["[::1]"] : [])];
  const answers = addresses.map((address) => fetch(`http://${address}:${port}/healthz`));

  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(addresses.map(() => 200));
});
