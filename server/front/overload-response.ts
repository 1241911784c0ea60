import type { IncomingMessage, ServerResponse } from "node:http";
import type { Config } from "#app/platform/config.ts";
import { failureDocument } from "../pages/failure-page.ts";
import { dataHeaders } from "../security-headers.ts";

const message = "The site has more to do than it can just now. Try again in a few seconds.";
const retryAfterSeconds = 2;

interface Answer {
  body: string;
  headers: Record<string, string>;
}

/**
 * Reports that the site is overloaded, as cheaply as possible: JSON for programs, a page for people, each built once. The
 * browser keeps a message and sends it again (app/browser/unsent-messages.ts).
 */
export function createOverloadResponse(config: Config) {
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
  return ({ method, url }: Pick<IncomingMessage, "method" | "url">, response: ServerResponse): void => {
    const { headers, body } = answerTo(method, url);
    response.writeHead(503, headers);
    response.end(method === "HEAD" ? undefined : body);
  };
}
