import { AsyncLocalStorage } from "node:async_hooks";

/** What every log line of one request shares, however deep it is written. */
export interface RequestContext {
  /** Answered in the header X-Request-Id. */
  requestId: string;
}

export const requestContext = new AsyncLocalStorage<RequestContext>();
