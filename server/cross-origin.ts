import type { IncomingMessage, ServerResponse } from "node:http";
import type { Config } from "#app/platform/config.ts";
import { signalsHeader } from "#app/shared/visitor-signals.ts";
import { pathOf } from "./request-path.ts";
import { dataHeaders } from "./security-headers.ts";

/**
 * Browsers of the site's own origin and of those in CORS_ORIGINS may call the API from wherever it answers; no other origin is named,
 * and none is repeated to itself. A token is sent by hand, so no credentials are allowed. In front of everything that answers, so
 * that a browser may also read that the site is busy, starting, or takes no such body. A preflight is answered here and never waits.
 * @returns whether that was the answer
 */
export function crossOrigin(config: Config): (request: IncomingMessage, response: ServerResponse) => boolean {
  const allowed = new Set([config.publicUrl, ...config.corsOrigins]);
  const preflight = {
    ...dataHeaders(config),
    "Access-Control-Allow-Methods": "GET, POST, PUT, DELETE",
    "Access-Control-Allow-Headers": `Authorization, Content-Type, Idempotency-Key, If-Match, ${signalsHeader}`,
    "Access-Control-Max-Age": "600",
  };
  return ({ method, url, headers: { origin } }, response) => {
    if (origin === undefined || !allowed.has(origin) || !isCall(pathOf(url ?? "/"))) return false;
    response.setHeader("Access-Control-Allow-Origin", origin).setHeader("Vary", "Origin");
    if (method === "OPTIONS") {
      response.writeHead(204, preflight).end();
      return true;
    }
    response.setHeader("Access-Control-Expose-Headers", "Retry-After, Content-Disposition");
    return false;
  };
}

const isCall = (path: string) => /^\/(?:api(?:\/|$)|upload$)/.test(path);
