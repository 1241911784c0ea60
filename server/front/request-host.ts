import type { IncomingMessage, ServerResponse } from "node:http";

// RFC 3986, 3.2: a host (registered name, IPv4 or IPv6 in brackets) and a port; empty if the target has no authority.
const form = /^(?:\[[0-9A-Za-z:.%]+\]|(?:[\w.~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*)(?::\d*)?$/;

/** RFC 3986, 3.2.2, and a port. Reading kilobytes of encoded letters would take the parser 40 ms. */
const longest = 255 + ":65535".length;

/** Whether a Host header can name a host. A name that ends in a number has to be an IPv4 address. */
export const isHost = (value: string): boolean =>
  value.length <= longest && form.test(value) && (value === "" || URL.canParse(`http://${value}`));

/**
 * Whether the request names at most one host. Several Host headers, or one that names none, must be refused, because a
 * proxy may have read another one than this server would (RFC 9112, 3.2). Node refuses HTTP/1.1 without any.
 */
export function hasValidHost({ url = "/", headers, rawHeaders }: IncomingMessage): boolean {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) if (rawHeaders[i]?.toLowerCase() === "host") count++;
  // A target written for a proxy names a host too.
  const [, named = ""] = /^\w+:[/\\]+([^/\\?#]*)/.exec(url) ?? [];
  return count <= 1 && isHost(headers.host ?? "") && isHost(named);
}

/** Answers as Node does to a request without a host. */
export function refuseHost(response: ServerResponse): void {
  response.writeHead(400, { Connection: "close", "Content-Length": 0 });
  response.end();
}
