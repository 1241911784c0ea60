import type { z } from "zod";
import { AppError, type ErrorBody, type FieldError, statusOf } from "#app/shared/app-error.ts";
import type { DataOf, Endpoint, PathParams } from "#app/shared/endpoint.ts";
import { isDatabaseUnavailable, isUniqueViolation, isUnstorable } from "#db/failures.ts";
import type { Deps } from "./deps.ts";
import type { ListStream } from "./list-stream.ts";
import { errorFacts, type Log } from "./observability/log.ts";

/** The caller, as authenticated by the guard. */
export interface Caller {
  id: number;
  sessionId: number;
}

type Parsed<E, K extends "body" | "query"> = E extends Record<K, infer S extends z.ZodType> ? z.output<S> : undefined;

/** What a handler receives, already validated. */
export interface Call<E extends Endpoint = Endpoint> {
  deps: Deps;
  params: PathParams<E["path"]>;
  query: Parsed<E, "query">;
  body: Parsed<E, "body">;
  /** `null` for a visitor. */
  caller: Caller | null;
  /** IP address of the client, resolved according to TRUST_PROXY. */
  client: string;
  request: Request;
}

/** A call whose endpoint type does not matter. */
// biome-ignore lint/suspicious/noExplicitAny: no single type covers the bodies of all endpoints
export type AnyCall = Call<any>;

/** An API endpoint with its handler. `server/api/api.ts` mounts it and decides who may call it. */
export interface Route {
  endpoint: Endpoint;
  /** @returns the `data` of the reply, a `ListStream` or, of a file, the response */
  handle(call: AnyCall): Promise<unknown>;
}

/** Lists may be streamed. */
type StreamOf<E> = E extends { list: true } ? ListStream<DataOf<E> extends (infer T)[] ? T : never> : never;

/** Binds a handler to its endpoint; body, query and what it returns, the `data` of the reply, are typed by the contract. */
export function route<E extends Endpoint>(
  endpoint: E,
  handle: (call: Call<E>) => Promise<DataOf<E> | StreamOf<E>>,
): Route {
  return { endpoint, handle };
}

/** Binds a handler that responds with a file to its endpoint. */
export function fileRoute<E extends Endpoint & { file: string }>(
  endpoint: E,
  handle: (call: Call<E>) => Promise<Response>,
): Route {
  return { endpoint, handle };
}

/** The logged-in caller, for handlers behind the back office's guard. */
export function office(call: AnyCall): Caller {
  if (!call.caller) throw new AppError("unauthorized", "Log in to do this.");
  return call.caller;
}

/** Parses a row id from a path. @throws AppError `not_found` for anything that cannot be one */
export function rowId(param: string): number {
  if (!/^[1-9]\d{0,14}$/.test(param)) throw new AppError("not_found", "There is no such entry.");
  return Number(param);
}

/** The version named by If-Match, if any. @throws AppError `malformed` */
export function ifMatch(request: Request): number | undefined {
  const header = request.headers.get("If-Match");
  if (header === null || header === "*") return undefined;
  const version = /^(?:W\/)?"?(\d{1,9})"?$/.exec(header.trim())?.[1];
  if (version === undefined) throw new AppError("malformed", 'If-Match has to be a version in quotes, as "3".');
  return Number(version);
}

/** More fields than any form has; ten thousand invalid entries must not produce ten thousand messages. */
const maxErrors = 50;

/** Validates a value against a schema. @throws AppError `invalid` naming each field */
export function check<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  // With the input, a missing value can be distinguished from one of the wrong type.
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  const errors: FieldError[] = result.error.issues.slice(0, maxErrors).map((issue) => {
    const field = issue.path.join(".");
    return {
      field,
      message: messageOf(field, issue.message, issue.code === "invalid_type" && issue.input === undefined),
    };
  });
  throw new AppError("invalid", errors[0]?.message ?? "Something in this form is not valid.", { errors });
}

/** The contract's message for a field; those of the validator itself are not written for people. */
function messageOf(field: string, message: string, isMissing: boolean): string {
  if (isMissing && / has to be /.test(message)) return message.replace(/ has to be .*$/, " is required.");
  if (!/^(?:Invalid|Too big|Too small)\b/.test(message)) return message;
  if (field === "") return "The body has to be a JSON object.";
  return isMissing ? `${field} is required.` : `${field} is not valid.`;
}

/**
 * The body, already received and limited in size before any handler runs (server/api/request-body.ts).
 * @throws AppError `unsupported` if it is compressed
 */
export async function readBody(request: Request): Promise<Uint8Array> {
  // A small compressed body could expand to any size.
  const encoding = request.headers.get("Content-Encoding");
  if (encoding && encoding !== "identity") throw new AppError("unsupported", "Send the body without compression.");
  return new Uint8Array(await request.arrayBuffer());
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Reads a JSON body. @throws AppError `unsupported` or `malformed` */
export async function readJson(request: Request): Promise<unknown> {
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get("Content-Type") ?? ""))
    throw new AppError("unsupported", "Send the body as application/json.");
  const bytes = await readBody(request);
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch (cause) {
    throw new AppError("malformed", "The body is not valid JSON.", { cause });
  }
}

/**
 * Reads the body of a form, in UTF-8 or in the encoding that its type names. Forms send line breaks as CRLF, JSON as LF:
 * both are stored as LF.
 * @throws AppError `unsupported`, or `malformed` if it is in another encoding or has too many fields
 */
export async function readForm(request: Request): Promise<URLSearchParams> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type))
    throw new AppError("unsupported", "Send the form as application/x-www-form-urlencoded.");
  const [, charset = "utf-8"] = /;\s*charset\s*=\s*"?([\w.:-]+)/i.exec(type) ?? [];
  const parts = Buffer.from(await readBody(request))
    .toString("latin1")
    .split("&", mostFields + 1);
  if (parts.length > mostFields) throw new AppError("malformed", `A form may have at most ${mostFields} fields.`);
  try {
    const decoder = new TextDecoder(charset, { fatal: true, ignoreBOM: true });
    const text = (part: string) => decoder.decode(percentDecoded(part)).replaceAll("\r\n", "\n");
    const fields = parts.map((field) => {
      const end = field.indexOf("=") < 0 ? field.length : field.indexOf("=");
      return [text(field.slice(0, end)), text(field.slice(end + 1))];
    });
    return new URLSearchParams(fields);
  } catch (cause) {
    const message = "The form’s character encoding could not be read. Send it in UTF-8.";
    throw new AppError("malformed", message, { cause });
  }
}

/** More than any form has: decoding a quarter of a million empty ones takes seconds. */
const mostFields = 100;

/** The bytes of a part of a form. URLSearchParams would replace those that are not UTF-8. */
const percentDecoded = (part: string): Buffer =>
  Buffer.from(
    part
      .replaceAll("+", " ")
      .replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  );

/** The header that says when to repeat what was refused, if that may help. */
export const retryAfter = ({ retryAfterSeconds }: AppError): Record<string, string> =>
  retryAfterSeconds ? { "Retry-After": String(retryAfterSeconds) } : {};

/** Turns an error into a JSON response. Details of unexpected errors are logged, never sent. */
export function errorResponse(error: unknown, log: Log, facts: Record<string, unknown>): Response {
  const known = asAppError(error);
  if (known.code === "unexpected" || known.code === "unavailable")
    log.error("request failed", { ...facts, ...errorFacts(known.cause ?? known) });
  const headers = new Headers({
    "Content-Type": "application/json; charset=utf-8",
    "Cache-Control": "no-store",
    ...retryAfter(known),
  });
  if (known.allow) headers.set("Allow", known.allow.join(", "));
  if (known.code === "unauthorized") headers.set("WWW-Authenticate", "Bearer");
  const body: ErrorBody = { code: known.code, message: known.message, errors: known.errors };
  if (known.data !== undefined) body.data = known.data;
  return new Response(JSON.stringify(body), { status: statusOf[known.code], headers });
}

/**
 * Converts anything thrown to an AppError: expected errors as they are, an unavailable database, or "unexpected".
 * `isRead`: nothing was to be stored.
 */
export function asAppError(cause: unknown, isRead = false): AppError {
  if (cause instanceof AppError) return cause;
  if (isDatabaseUnavailable(cause))
    return new AppError(
      "unavailable",
      `The site cannot ${isRead ? "reach its data" : "store anything"} just now. Try again in a few seconds.`,
      { retryAfterSeconds: 5, cause },
    );
  if (isUniqueViolation(cause))
    return new AppError("conflict", "Somebody else saved the same at the same moment. Try again.", {
      retryAfterSeconds: 1,
      cause,
    });
  if (isUnstorable(cause))
    return new AppError("invalid", "A text contains a character that cannot be stored.", { cause });
  return new AppError("unexpected", "Something went wrong on our side. Try again in a minute.", { cause });
}
