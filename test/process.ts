import { once } from "node:events";
import { connect } from "node:net";
import { onTestFinished } from "vitest";
import type { DataLocation } from "./data-location.ts";
import { freePort } from "./free-port.ts";
import type { Environment } from "./process-environment.ts";
import { firstAdmin, type Started, startProcess, untilReady } from "./product.ts";

/** Starts the built product; it is killed when the test ends. `cwd`: the folder in which it is started. */
export function start(environment: Environment, cwd?: string): Started {
  const started = startProcess(environment, { cwd });
  onTestFinished(() => void started.child.kill("SIGKILL"));
  return started;
}

/** Starts it and waits until it serves. */
export async function serve(environment: Environment, cwd?: string) {
  const port = await freePort();
  const started = start({ PORT: String(port), LOG_LEVEL: "warn", ...firstAdmin, ...environment }, cwd);
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url, started);
  const list = async (noun: string) => (await (await fetch(`${url}/api/${noun}/get-all`)).json()).data;
  const end = async (signal: "SIGTERM" | "SIGINT" = "SIGTERM") => {
    started.child.kill(signal);
    return started.ended;
  };
  return { ...started, url, port, list, end };
}

export const dataOf = ({ dataDir, databaseUrl }: DataLocation): Environment => ({
  DATA_DIR: dataDir,
  ...(databaseUrl && { DATABASE_URL: databaseUrl }),
});

/** Opens a connection, sends `beginning`, and collects what is received. */
export async function dial(port: number, beginning: string) {
  const socket = connect(port, "127.0.0.1");
  const answer = new Promise<string>((resolve, reject) => {
    let heard = "";
    socket.setEncoding("utf8").on("data", (text) => {
      heard += text;
    });
    socket.on("close", () => resolve(heard)).on("error", reject);
  });
  await new Promise<void>((resolve) => socket.write(beginning, () => resolve()));
  return { socket, answer };
}

/** A request for a quote whose head the server has confirmed: it waits for the rest. */
export async function halfSent(port: number, message: string) {
  const body = JSON.stringify({ fullName: "Ada Lovelace", email: "ada@example.com", message });
  const head = ["POST /api/quote/new HTTP/1.1", "Host: a", "Content-Type: application/json", "Expect: 100-continue"];
  const { socket, answer } = await dial(port, `${head.join("\r\n")}\r\nContent-Length: ${body.length}\r\n\r\n`);
  answer.catch(() => {});
  await once(socket, "data");
  return { answer, goOn: () => void socket.write(body) };
}
