import { asAppError } from "#app/platform/http.server.ts";
import { errorFacts } from "#app/platform/log.ts";
import type { AppContext, AppDeps } from "./app-context.ts";
import { plainPage } from "./plain-page.ts";
import { contentPolicy } from "./security-headers.ts";

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
  const { html, styleHash } = plainPage({
    title: "Not available just now",
    heading: "This page is not available just now",
    text: known.message,
    more: `${advice}<p><a href="/">To the start page</a></p>`,
  });
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
