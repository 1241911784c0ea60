import { AsyncLocalStorage } from "node:async_hooks";

/** Context shared by all log lines of a request, at any depth. */
export interface RequestContext {
  /** Returned in the X-Request-Id header. */
  requestId: string;
}

export const requestContext = new AsyncLocalStorage<RequestContext>();
