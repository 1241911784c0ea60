import type { ServerResponse } from "node:http";
import type { Context, Hono } from "hono";
import type { Deps } from "#app/platform/deps.ts";
import { AppError } from "#app/shared/app-error.ts";
import type { PageCache } from "./page-cache.ts";

/** What the request gate (server/request-gate.ts) attaches to a request. */
export interface Received {
  /** The body: Hono's listener takes this instead of reading. */
  rawBody?: Buffer;
  /** Why the body was rejected. */
  refusal?: AppError;
}

/** Node's own objects, which the listener passes to Hono beside the request. */
interface Bindings {
  incoming?: { socket: { remoteAddress?: string } } & Received;
  outgoing?: ServerResponse;
}

interface Variables {
  /** Whether the response already has the headers that every response gets. */
  hasHeaders?: boolean;
  /** Its label in the metrics, where that is not derived from the address. */
  route?: string;
}

export type App = Hono<{ Bindings: Bindings; Variables: Variables }>;
export type AppContext = Context<{ Bindings: Bindings; Variables: Variables }>;
export type AppDeps = Deps & { pages: PageCache };

/** The methods that an address knows, for 405. */
export function methodNotAllowed(allow: string[]): AppError {
  return new AppError("method_not_allowed", `This address takes ${allow.join(", ")}.`, { allow });
}
