import type { IncomingMessage, ServerResponse } from "node:http";
import type { Config } from "#app/platform/config.ts";
import { programHeader } from "#app/shared/office-program.ts";
import { signalsHeader } from "#app/shared/visitor-signals.ts";
import { pathOf } from "./front/request-path.ts";
import { dataHeaders } from "./security-headers.ts";

/**
 * Lets browsers on the site's own origin and on those in CORS_ORIGINS call the API; no other origin is listed or echoed
 * back. Tokens are sent explicitly, so credentials are not allowed. Runs before everything that answers, so that a
 * browser can also read that the site is busy, starting, or rejects the body. Preflight requests are answered here and
 * never queued.
 * @returns whether the request was a preflight and has been answered
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
    response.setHeader("Access-Control-Expose-Headers", `Retry-After, Content-Disposition, ${programHeader}`);
    return false;
  };
}

/** Whether a path is one of the API. */
export const isCall = (path: string) => /^\/(?:api(?:\/|$)|upload$)/.test(path);
