import type { ServerResponse } from "node:http";
import type { Context, Hono } from "hono";
import type { Deps } from "#app/platform/deps.ts";
import { AppError } from "#app/shared/app-error.ts";
import type { PageCache } from "./page-cache.ts";

/** What a request's receipt (server/request-gate.ts) leaves with it. */
export interface Received {
  /** The body: Hono's listener takes this instead of reading. */
  rawBody?: Buffer;
  /** Why it was not received. */
  refusal?: AppError;
}

/** What the listener gives Hono beside the request. */
interface Bindings {
  incoming?: { socket: { remoteAddress?: string } } & Received;
  outgoing?: ServerResponse;
}

interface Variables {
  /** Whether the answer brings the headers that every answer has. */
  hasHeaders?: boolean;
  /** Its name in the metrics, where that is not read from the address. */
  route?: string;
}

export type App = Hono<{ Bindings: Bindings; Variables: Variables }>;
export type AppContext = Context<{ Bindings: Bindings; Variables: Variables }>;
export type AppDeps = Deps & { pages: PageCache };

/** The methods that an address knows, for 405. */
export function methodNotAllowed(allow: string[]): AppError {
  return new AppError("method_not_allowed", `This address takes ${allow.join(", ")}.`, { allow });
}
