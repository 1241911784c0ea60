import { AppError, type ErrorBody } from "#app/shared/app-error.ts";
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
}

/** The base address of the API, as the server wrote it on the document (API_BASE_URL). */
export const apiBase = (): string => document.documentElement.dataset.api ?? "/api";

/** The stored bearer token, or nothing where storage is refused (spec §6: sent on all requests when there is one). */
export function storedToken(): string | null {
  try {
    return localStorage.getItem("token");
  } catch {
    return null;
  }
}

/**
 * Makes the caller of a room's API. Only the room's TYPES are needed, so no schema travels to the browser:
 * `const call = sender<FaqApi>(); await call("GET", "/faq/:slug", { params: { slug } })`.
 * @throws AppError with the server's code and message; `unavailable` when there was no answer within 10 s (spec §9).
 */
export function sender<A extends Api>() {
  return async function call<M extends Calls<A>["method"], P extends Extract<Calls<A>, { method: M }>["path"]>(
    method: M,
    path: P,
    options: Options<Call<A, M, P>> = {},
  ): Promise<ReplyOf<Call<A, M, P>>> {
    const { params, query, body, headers, signal } = options;
    const reply = await exchange(fill(path, params ?? {}) + search(query), {
      method,
      headers: { ...(body === undefined ? {} : { "Content-Type": "application/json" }), ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
    });
    return reply as ReplyOf<Call<A, M, P>>;
  };
}

/** One JSON exchange with the token and the time-out of the specification, at a path below the API's base address. @throws as `sender` */
export async function exchange(path: string, init: RequestInit): Promise<unknown> {
  const token = storedToken();
  const timeout = AbortSignal.timeout(requestTimeoutMs);
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  const headers = { ...init.headers, ...(token ? { Authorization: `Bearer ${token}` } : {}) };
  let response: Response;
  let body: unknown;
  try {
    response = await fetch(apiBase() + path, { ...init, headers, signal });
    body = await response.json().catch(noJson);
  } catch (cause) {
    throw new AppError("unavailable", "The server could not be reached. Check the connection and try again.", {
      cause,
    });
  }
  if (!response.ok || body === undefined) throw failure(response, body as Partial<ErrorBody> | undefined);
  return body;
}

/** An answer that is no JSON is no usable answer; one that breaks off or does not end in time has not come at all. */
function noJson(error: unknown): undefined {
  if (!(error instanceof SyntaxError)) throw error;
}

/** Whether a call was given up because the server took too long. It may have done its work, so nothing repeats it in silence (spec/reading). */
export const isTimeout = (error: unknown): boolean =>
  error instanceof AppError && (error.cause as Partial<DOMException> | undefined)?.name === "TimeoutError";

/** Turns a failed reply into the error that the server threw. */
export function failure(response: Response, body: Partial<ErrorBody> | undefined): AppError {
  const code =
    body?.code ?? (response.status === 401 ? "unauthorized" : response.status >= 500 ? "unavailable" : "unexpected");
  const message = body?.message ?? "The server gave no usable answer. Try again in a minute.";
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
