import type { z } from "zod";
import type { ErrorCode } from "./app-error.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** An API call: its path and its schemas. Paths are below the API's base address; parameters are written `:slug`. */
export interface Endpoint {
  method: Method;
  path: `/${string}`;
  summary: string;
  /** Schema of the JSON body; `form` marks the only multipart call. */
  body?: z.ZodType;
  form?: true;
  query?: z.ZodType;
  /** Schema of `data` in the reply. */
  reply: z.ZodType;
  /** Media type of a reply that is a file instead of JSON. */
  file?: "text/csv";
  /** The reply is a list, `{data: [...]}`, with `total` when paged or searched. */
  list?: true;
  /** The fields of the reply stand beside `data` too, for clients that take `data` for the body. */
  isItem?: boolean;
  /** Accepts If-Match with the edited version; if there is a newer one, the reply is 412 with the current entry. */
  versioned?: true;
  /** Accepts an Idempotency-Key: sent again with it, the call returns what it has created instead of a second one. */
  idempotent?: true;
  /** Failures beyond those implied by the definition (server/api/declared-failures.ts). */
  failures?: readonly ErrorCode[];
  /** 201 for calls that create, otherwise 200. */
  status?: 200 | 201;
}

/** Declares a call; its literal types are inferred, so that paths, bodies and replies are type-checked on both ends. */
const calledBy =
  <M extends Method>(method: M) =>
  <P extends Endpoint["path"], const E extends Omit<Endpoint, "method" | "path">>(path: P, definition: E) => ({
    method,
    path,
    ...definition,
  });

export const get = calledBy("GET");
export const post = calledBy("POST");
export const put = calledBy("PUT");
export const del = calledBy("DELETE");

export type PathParams<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? { [K in Name | keyof PathParams<`/${Rest}`>]: string }
  : P extends `${string}:${infer Name}`
    ? { [K in Name]: string }
    : Record<never, string>;

export type BodyOf<E> = E extends { body: infer S extends z.ZodType } ? z.input<S> : undefined;
export type QueryOf<E> = E extends { query: infer S extends z.ZodType } ? z.input<S> : undefined;
export type DataOf<E> = E extends { reply: infer S extends z.ZodType } ? z.output<S> : never;
export type ReplyOf<E> = E extends { list: true } ? { data: DataOf<E>; total?: number } : { data: DataOf<E> };
