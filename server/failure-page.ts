import { createHash } from "node:crypto";
import { asAppError } from "#app/platform/http.server.ts";
import { errorFacts } from "#app/platform/log.ts";
import { escaped } from "#app/site/escape.ts";
import type { AppContext, AppDeps } from "./app-context.ts";
import { contentPolicy } from "./security-headers.ts";

// It stands alone: what draws the pages, their words and their files is what may have failed.
const style =
  ":root{color-scheme:light dark}body{max-width:34rem;margin:18vh auto;padding:0 1.5rem;font:1.0625rem/1.6 system-ui,sans-serif}h1{font-size:1.75rem;line-height:1.2}";
const styleHash = `sha256-${createHash("sha256").update(style).digest("base64")}`;

/**
 * Answers a person whose page could not be drawn and has no older state to show, and logs why. `isForm`: something was typed, and
 * the browser still has it. What is only refused (a method, a body) is thrown on.
 */
export function failurePage({ config, log }: AppDeps, c: AppContext, error: unknown, isForm = false): Response {
  const known = asAppError(error);
  if (known.status < 500) throw known;
  log.error("page failed", { path: c.req.path.slice(0, 200), ...errorFacts(known.cause ?? known) });
  const advice = isForm
    ? "<p>Go back: what you typed is still in the form. Sent again unchanged, it arrives once.</p>"
    : "";
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>Not available just now</title><style>${style}</style></head><body><main><h1>This page is not available just now</h1><p>${escaped(known.message)}</p>${advice}<p><a href="/">To the start page</a></p></main></body></html>`;
  return new Response(c.req.method === "HEAD" ? null : html, {
    status: known.status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": contentPolicy(config, { scripts: [], styles: [styleHash] }),
      "Cache-Control": "no-store",
      ...(known.retryAfterSeconds && { "Retry-After": String(known.retryAfterSeconds) }),
    },
  });
}
