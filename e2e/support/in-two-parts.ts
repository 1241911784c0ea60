import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/**
 * A proxy of the site that sends one document in two parts, as a slow connection does.
 * @param path of the document
 * @param head as much of the document as the first part holds; the rest follows after 300 ms
 */
export async function inTwoParts(site: string, path: string, head: RegExp) {
  const proxy = createServer(async (request, response) => {
    const answer = await fetch(`${site}${request.url}`, { headers: { accept: request.headers.accept ?? "*/*" } });
    const body = Buffer.from(await answer.arrayBuffer());
    for (const name of ["content-type", "content-security-policy"]) {
      const value = answer.headers.get(name);
      if (value) response.setHeader(name, value);
    }
    response.statusCode = answer.status;
    const first = request.url === path ? head.exec(body.toString())?.[0] : undefined;
    if (first) {
      response.write(first);
      await pause(300);
    }
    response.end(body.subarray(Buffer.byteLength(first ?? "")));
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    close: () => {
      proxy.closeAllConnections();
      proxy.close();
    },
  };
}
