import type { z } from "zod";
import type { ErrorCode } from "./app-error.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** One call of the API: how it is spelled and what travels. Paths are below the API's base address and name their parameters `:slug`. */
export interface Endpoint {
  method: Method;
  path: `/${string}`;
  summary: string;
  /** Shape of the JSON body; `form` marks the one multipart call. */
  body?: z.ZodType;
  form?: true;
  query?: z.ZodType;
  /** Shape of `data` in the reply. */
  reply: z.ZodType;
  /** Media type, where the reply is a file and no JSON. */
  file?: "text/csv";
  /** Lists answer `{data: [...]}`, and `total` beside it when paged or searched. */
  list?: true;
  /** Takes If-Match with the version that was edited; on a newer one it answers 412 with what stands there now. */
  versioned?: true;
  /** Failures it answers with beyond those that its shape brings with it (server/declared-failures.ts). */
  failures?: readonly ErrorCode[];
  /** 201 for what creates, else 200. */
  status?: 200 | 201;
}

/** Fixes the literal types of a call, so that paths, bodies and replies are checked at both ends. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

export type PathParams<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? { [K in Name | keyof PathParams<`/${Rest}`>]: string }
  : P extends `${string}:${infer Name}`
    ? { [K in Name]: string }
    : Record<never, string>;

export type BodyOf<E> = E extends { body: infer S extends z.ZodType } ? z.input<S> : undefined;
export type QueryOf<E> = E extends { query: infer S extends z.ZodType } ? z.input<S> : undefined;
type DataOf<E> = E extends { reply: infer S extends z.ZodType } ? z.output<S> : never;
export type ReplyOf<E> = E extends { list: true } ? { data: DataOf<E>; total?: number } : { data: DataOf<E> };
