import { asAppError, retryAfter } from "#app/platform/http.server.ts";
import { errorFacts } from "#app/platform/observability/log.ts";
import { type AppError, statusOf } from "#app/shared/app-error.ts";
import type { AppContext, AppDeps } from "../app-context.ts";
import { loggedPath } from "../front/request-path.ts";
import { type PlainDocument, plainPage } from "./plain-page.ts";

/**
 * The error page for a page that could not be rendered and has no stale copy; logs the reason. `isForm`: the visitor
 * has typed something, which the browser still has. Client errors (a wrong method, a rejected body) are rethrown.
 */
export function failurePage({ config, log }: AppDeps, c: AppContext, error: unknown, isForm = false): Response {
  const known = asAppError(error);
  if (statusOf[known.code] < 500) throw known;
  log.error("page failed", { path: loggedPath(c.req.path), ...errorFacts(known.cause ?? known) });
  const heading = "This page is not available just now";
  const { html, headers } = failureDocument(config, { heading, message: known.message, isForm });
  return new Response(c.req.method === "HEAD" ? null : html, {
    status: statusOf[known.code],
    headers: { ...headers, "Cache-Control": "no-store", ...retryAfter(known) },
  });
}

/** Responds to a request whose body was too large: JSON for programs, a page for people. */
export async function refuseBody({ config }: AppDeps, c: AppContext, refusal: AppError): Promise<Response> {
  if (/^\/(?:api|upload)(?:\/|$)/.test(c.req.path)) throw refusal;
  const { html, headers } = failureDocument(config, {
    heading: "This is too long",
    message: refusal.message,
    isTooLong: true,
    isForm: /^\/(?:send|approve)\//.test(c.req.path),
  });
  return new Response(html, { status: statusOf[refusal.code], headers: { ...headers, "Cache-Control": "no-store" } });
}

interface Failure {
  heading: string;
  message: string;
  /** See `failurePage`. */
  isForm: boolean;
  isTooLong?: boolean;
}

/** A page that says what went wrong and what to do next. */
export function failureDocument(
  config: AppDeps["config"],
  { heading, message, isForm, isTooLong = false }: Failure,
): PlainDocument {
  const next = isTooLong ? "Shorten it, and send it again." : "Sending it again unchanged does not double it.";
  const advice = isForm ? `<p>Go back: what you typed is still in the form. ${next}</p>` : "";
  return plainPage(config, {
    title: heading,
    heading,
    text: message,
    more: `${advice}<p><a href="/">Back to the home page</a></p>`,
  });
}
