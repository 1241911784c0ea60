import type { IncomingMessage, ServerResponse } from "node:http";
import type { Config } from "#app/platform/config.ts";
import { plainPage } from "../pages/plain-page.ts";
import { commonHeaders, contentPolicy, dataHeaders } from "../security-headers.ts";

const retryAfterSeconds = 2;

/**
 * Responds on the open port until the site is ready, since the database may be migrating: 503 with Retry-After, JSON
 * for programs, an auto-reloading page for people. Only /healthz succeeds: the process is alive, and
 * says that it is starting, so that a proxy can ask another instance.
 */
export function startingResponse(config: Config): (request: IncomingMessage, response: ServerResponse) => void {
  const program = (status: number, value: unknown) =>
    answer(status, JSON.stringify(value), {
      ...dataHeaders(config),
      "Content-Type": "application/json; charset=utf-8",
    });
  const refusal = program(503, {
    code: "unavailable",
    message: "The site is being upgraded. Try again in a few seconds.",
    errors: [],
  });
  const programs = new Map([
    ["healthz", program(200, { status: "starting" })],
    ["readyz", program(503, { status: "upgrading" })],
    ["api", refusal],
    ["upload", refusal],
  ]);
  const page = person(config, "It will be back in a moment, and this page reloads by itself.", retryAfterSeconds);
  const form = person(config, "It will be back in a moment. Go back then: what you typed is still in the form.");
  return ({ method, url }, response) => {
    const firstSegment = /^\/([^/?]*)/.exec(url ?? "")?.[1]?.toLowerCase() ?? "";
    const isRead = method === "GET" || method === "HEAD";
    const { status, headers, body } = programs.get(firstSegment) ?? (isRead ? page : form);
    response.writeHead(status, headers);
    response.end(method === "HEAD" ? undefined : body);
  };
}

function person(config: Config, text: string, reloadAfterSeconds?: number) {
  const heading = "This site is being upgraded";
  const { html, styleHash } = plainPage({ title: "Upgrading", heading, text, reloadAfterSeconds });
  return answer(503, html, {
    ...commonHeaders(config),
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": contentPolicy(config, { scripts: [], styles: [styleHash] }),
  });
}

function answer(status: number, body: string, headers: Record<string, string>) {
  return {
    status,
    body,
    headers: {
      ...headers,
      "Content-Length": String(Buffer.byteLength(body)),
      "Cache-Control": "no-store",
      ...(status === 503 && { "Retry-After": String(retryAfterSeconds) }),
    },
  };
}
