import { AppError, type ErrorBody, type ErrorCode } from "#app/shared/app-error.ts";
import type { BodyOf, Endpoint, PathParams, QueryOf, ReplyOf } from "#app/shared/endpoint.ts";
import { requestTimeoutMs } from "#app/shared/limits.ts";

type Api = Record<string, Endpoint>;
type Calls<A extends Api> = A[keyof A];
type Call<A extends Api, M extends string, P extends string> = Extract<Calls<A>, { method: M; path: P }>;

interface Options<E extends { path: string }> {
  params?: PathParams<E["path"]>;
  query?: QueryOf<E>;
  body?: BodyOf<E>;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** In milliseconds, where 10 s are too few. */
  timeoutMs?: number;
}

type Send = (address: string, init: RequestInit & { signal: AbortSignal }) => Promise<Response>;

/** Base URL of the API, as set on the document by the server (API_BASE_URL). */
export const apiBase = (): string => document.documentElement.dataset.api ?? "/api";

/** The stored bearer token; null if there is none or storage is blocked. */
export function storedToken(): string | null {
  try {
    return localStorage.getItem("token");
  } catch {
    return null;
  }
}

/**
 * Creates a typed client for a feature's API. Only its TYPES are used, so no schema ends up in the client bundle:
 * `const call = sender<FaqApi>(); await call("GET", "/faq/:slug", { params: { slug } })`.
 * @throws AppError with the server's code and message; `unavailable` without a response within 10 s or `timeoutMs`
 */
export function sender<A extends Api>(send?: Send) {
  return async function call<M extends Calls<A>["method"], P extends Extract<Calls<A>, { method: M }>["path"]>(
    method: M,
    path: P,
    options: Options<Call<A, M, P>> = {},
  ): Promise<ReplyOf<Call<A, M, P>>> {
    const { params, query, body, headers, signal, timeoutMs } = options;
    const reply = await exchange(
      fill(path, params ?? {}) + search(query),
      {
        method,
        headers: { ...(body === undefined ? {} : { "Content-Type": "application/json" }), ...headers },
        body: body === undefined ? undefined : JSON.stringify(body),
        signal,
        timeoutMs,
      },
      send,
    );
    return reply as ReplyOf<Call<A, M, P>>;
  };
}

/**
 * Sends a JSON request to a path below the API's base URL, with the specified token and time-out.
 * @throws as `sender`
 */
export async function exchange(
  path: string,
  { timeoutMs = requestTimeoutMs, ...init }: RequestInit & { timeoutMs?: number | undefined },
  send: Send = fetch,
): Promise<unknown> {
  const token = storedToken();
  const signal = endedBy(init.signal, timeoutMs);
  const headers = { ...init.headers, ...(token ? { Authorization: `Bearer ${token}` } : {}) };
  let response: Response;
  let body: unknown;
  try {
    response = await send(apiBase() + path, { ...init, headers, signal });
    body = await response.json().catch(noJson);
  } catch (cause) {
    throw new AppError("unavailable", "The server could not be reached. Check the connection and try again.", {
      // Safari, and others while the body arrives, reject with an error of their own in place of the signal's reason.
      cause: signal.aborted ? signal.reason : cause,
    });
  }
  if (!response.ok || body === undefined) throw failure(response, body as Partial<ErrorBody> | undefined);
  return body;
}

/** AbortSignal.any, which Safari has since 17.4 and Firefox since 124. */
function endedBy(other: AbortSignal | null | undefined, timeoutMs: number): AbortSignal {
  const timeout = AbortSignal.timeout(timeoutMs);
  if (!other) return timeout;
  const either = new AbortController();
  for (const signal of [other, timeout]) {
    const end = () => either.abort(signal.reason);
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { signal: either.signal });
  }
  return either.signal;
}

/** A body that is not JSON counts as unusable; one that breaks off or times out, as no response at all. */
function noJson(error: unknown): undefined {
  if (!(error instanceof SyntaxError)) throw error;
}

/** Whether a call timed out. The server may still have processed it, so it is never retried automatically. */
export const isTimeout = (error: unknown): boolean =>
  error instanceof AppError && (error.cause as Partial<DOMException> | undefined)?.name === "TimeoutError";

/** What an error without a code means, if it has a message. */
const codes: Record<number, ErrorCode> = { 400: "malformed", 413: "too_large", 422: "invalid", 429: "too_many" };

/** Converts an error response to the AppError that the server threw. */
export function failure(response: Response, body: Partial<ErrorBody> | undefined): AppError {
  const { status } = response;
  const code =
    body?.code ??
    (status === 401
      ? "unauthorized"
      : status >= 500
        ? "unavailable"
        : (body?.message && codes[status]) || "unexpected");
  const message = body?.message ?? "The server sent an invalid answer. Try again in a minute.";
  const retryAfter = Number(response.headers.get("Retry-After"));
  return new AppError(code, message, {
    errors: body?.errors ?? [],
    data: body?.data,
    retryAfterSeconds: retryAfter > 0 ? retryAfter : undefined,
  });
}

function fill(path: string, params: Record<string, string>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
}

function search(query: unknown): string {
  const entries = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== "");
  return entries.length === 0 ? "" : `?${new URLSearchParams(entries.map(([key, value]) => [key, String(value)]))}`;
}
