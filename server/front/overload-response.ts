import type { IncomingMessage, ServerResponse } from "node:http";
import type { Config } from "#app/platform/config.ts";
import { failureDocument } from "../pages/failure-page.ts";
import { dataHeaders } from "../security-headers.ts";
import { httpMessage } from "./cached-response.ts";

const message = "The site has more to do than it can just now. Try again in a few seconds.";
const retryAfterSeconds = 2;

interface Answer {
  body: string;
  headers: Record<string, string>;
}

/** The response of an overloaded site. The browser keeps a message and sends it again (app/browser/unsent-messages.ts). */
export interface OverloadResponse {
  respond(request: Pick<IncomingMessage, "method" | "url">, response: ServerResponse): void;
  /** The same as the bytes of an HTTP/1.1 message; the connection is kept for `keepAliveMs`, or closed after it. */
  message(method: string, url: string, keepAliveMs: number | undefined): Buffer;
}

/** Reports that the site is overloaded, as cheaply as possible: JSON for programs, a page for people, each built once. */
export function createOverloadResponse(config: Config): OverloadResponse {
  const answer = (body: string, headers: Record<string, string>): Answer => ({
    body,
    headers: {
      ...dataHeaders(config),
      ...headers,
      "Cache-Control": "no-store",
      "Content-Length": String(Buffer.byteLength(body)),
      "Retry-After": String(retryAfterSeconds),
    },
  });
  const page = (isForm: boolean) => {
    const { html, headers } = failureDocument(config, { heading: "Many visitors at once", message, isForm });
    return answer(html, headers);
  };
  const toProgram = answer(JSON.stringify({ code: "unavailable", message, errors: [] }), {
    "Content-Type": "application/json; charset=utf-8",
  });
  const toPerson = page(false);
  const toSender = page(true);
  const answerTo = (method: string | undefined, url: string | undefined): Answer => {
    const [, first = ""] = /^\/([^/?]*)/.exec(url?.toLowerCase() ?? "") ?? [];
    const isRead = method === "GET" || method === "HEAD";
    const isProgram = ["api", "upload", "metrics"].includes(first);
    return isProgram ? toProgram : isRead ? toPerson : toSender;
  };
  // Valid during one second: the message carries the date.
  let second = 0;
  const messages = new Map<Answer, Map<number | undefined, Buffer>>();
  return {
    respond({ method, url }, response) {
      const { headers, body } = answerTo(method, url);
      response.writeHead(503, headers);
      response.end(method === "HEAD" ? undefined : body);
    },
    message(method, url, keepAliveMs) {
      const now = Math.floor(Date.now() / 1000);
      if (now !== second) messages.clear();
      second = now;
      const answer = answerTo(method, url);
      const known = messages.get(answer) ?? new Map<number | undefined, Buffer>();
      messages.set(answer, known);
      const built = known.get(keepAliveMs) ?? messageOf(answer, now, keepAliveMs);
      known.set(keepAliveMs, built);
      return built;
    },
  };
}

const messageOf = ({ headers, body }: Answer, second: number, keepAliveMs: number | undefined): Buffer =>
  Buffer.concat(httpMessage(503, Object.entries(headers).flat(), Buffer.from(body), second, keepAliveMs));
