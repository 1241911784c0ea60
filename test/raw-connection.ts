import net from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/** A raw TCP connection to a site: exactly what is written is sent. */
export async function dial(url: string) {
  // Each piece is sent at once, not when the piece before is acknowledged.
  const socket = net.connect({ port: Number(new URL(url).port), host: "127.0.0.1", noDelay: true });
  let heard = "";
  socket.on("data", (bytes) => {
    heard += bytes.toString("latin1");
  });
  const closed = new Promise<void>((resolve) => socket.on("close", () => resolve()));
  socket.on("error", () => {});
  const until = async (holds: (heard: string) => boolean) => {
    for (let tries = 0; tries < 4_000 && !holds(heard); tries++) await pause(5);
    return heard;
  };
  return {
    socket,
    closed,
    until,
    heard: () => heard,
    /** Everything received until there are `count` responses, each complete according to its Content-Length. */
    answers: (count: number) => until((text) => statuses(text).length >= count && isWhole(text)),
    say: (text: string) => socket.write(text),
  };
}

/** The status of each response received. */
export const statuses = (heard: string) =>
  [...heard.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));

function isWhole(heard: string): boolean {
  const last = heard.lastIndexOf("HTTP/1.1 ");
  const end = heard.indexOf("\r\n\r\n", last);
  const length = Number(/content-length: (\d+)/i.exec(heard.slice(last, end))?.[1] ?? 0);
  return end > 0 && heard.length - end - 4 >= length;
}

/** The names of a response's header fields, sorted. */
export const namesOf = (heard: string) =>
  (heard.split("\r\n\r\n")[0] ?? "")
    .split("\r\n")
    .slice(1)
    .map((line) => line.split(":")[0]?.toLowerCase())
    .sort();
