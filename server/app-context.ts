import type { ServerResponse } from "node:http";
import type { Context, Hono } from "hono";
import type { ServedImage } from "#app/features/upload/upload.service.server.ts";
import type { Deps } from "#app/platform/deps.ts";
import type { ImageCache } from "#app/platform/images/image-cache.ts";
import { AppError } from "#app/shared/app-error.ts";
import type { PageCache } from "./pages/page-cache.ts";

/** What the request gate (server/front/request-gate.ts) attaches to a request. */
export interface Received {
  /** The client's address (clientAddress); absent where nothing limits clients, in development. */
  client?: string;
  /** The body; Hono's listener uses this instead of reading the stream. */
  rawBody?: Buffer;
  /** Why the body was rejected. */
  refusal?: AppError;
}

/** Node's own objects, which the listener passes to Hono along with the request. */
interface Bindings {
  incoming?: { socket: { remoteAddress?: string } } & Received;
  outgoing?: ServerResponse;
}

interface Variables {
  /** Whether the response already has the common headers. */
  hasHeaders?: boolean;
  /** Its label in the metrics, if not derived from the path. */
  route?: string;
}

export type App = Hono<{ Bindings: Bindings; Variables: Variables }>;
export type AppContext = Context<{ Bindings: Bindings; Variables: Variables }>;
export type AppDeps = Deps & { pages: PageCache; imageCache: ImageCache<ServedImage> };

/** The address of the client that limits apply to. */
export const clientOf = (c: AppContext): string => c.env.incoming?.client ?? "unknown";

export function methodNotAllowed(allow: string[]): AppError {
  return new AppError("method_not_allowed", `This address accepts ${allow.join(", ")}.`, { allow });
}
