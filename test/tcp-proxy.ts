import { onTestFinished } from "vitest";
import { startProxy } from "./failing-connection.ts";

/**
 * A TCP proxy in front of a database that fails the way networks do (test/failing-connection.ts), closed after the
 * test.
 */
export async function openProxy(databaseUrl: string) {
  const proxy = await startProxy(databaseUrl);
  onTestFinished(proxy.close);
  return proxy;
}
