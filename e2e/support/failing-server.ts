import type { Page, Route } from "@playwright/test";

/** Four ways a server can fail, and the text that must be shown for each. */
export const failures = [
  { name: "500", words: /The disk is full\./, meet: answer(500, "unexpected", "The disk is full.") },
  { name: "400", words: /This makes no sense to us\./, meet: answer(400, "malformed", "This makes no sense to us.") },
  { name: "time-out", words: /could not be (reached|uploaded)/, meet: letExpire },
  {
    name: "offline",
    words: /could not be (reached|uploaded)/,
    meet: (route: Route) => route.abort("internetdisconnected"),
  },
] as const;

export type Failure = (typeof failures)[number];

/** An error response as the server would send it. */
export function answer(
  status: number,
  code: string,
  message: string,
  errors: { field: string; message: string }[] = [],
) {
  return (route: Route) => route.fulfill({ status, json: { code, message, errors } });
}

/**
 * Call before the first navigation: lets `letExpire` end the time-out of a call early. Nothing else is shortened, so
 * that no other call times out on a busy machine.
 */
export async function prepareTimeOuts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const onExpiry = (method: string, url: string, expire: () => void) =>
      addEventListener("expire", (event) => {
        const call = (event as CustomEvent<{ method: string; url: string }>).detail;
        if (call.method === method.toUpperCase() && call.url === new URL(url, location.href).href) expire();
      });
    const browserFetch = window.fetch.bind(window);
    window.fetch = (input, init) => {
      // Without a signal the call has no time-out.
      if (typeof input !== "string" || !init?.signal) return browserFetch(input, init);
      const late = new AbortController();
      onExpiry(init.method ?? "GET", input, () => late.abort(new DOMException("signal timed out", "TimeoutError")));
      return browserFetch(input, { ...init, signal: AbortSignal.any([init.signal, late.signal]) });
    };
    const open = XMLHttpRequest.prototype.open;
    XMLHttpRequest.prototype.open = function (this: XMLHttpRequest, method: string, url: string | URL) {
      open.call(this, method, url, true);
      onExpiry(method, String(url), () => {
        if (this.timeout > 0) this.timeout = 1;
      });
    };
  });
}

/** The server stays silent until the call's time is over, which is now. */
async function letExpire(route: Route): Promise<void> {
  const request = route.request();
  const detail = { method: request.method(), url: request.url() };
  await request.frame().evaluate((call) => void dispatchEvent(new CustomEvent("expire", { detail: call })), detail);
}

/**
 * Makes requests to `path` (a glob) fail while `work` runs; other methods on the same path pass. `work` receives a
 * function that returns the number of requests that failed.
 */
export async function failing(
  page: Page,
  { method = "GET", path }: { method?: string; path: string },
  failure: Pick<Failure, "name" | "meet"> | { name: string; meet: (route: Route) => unknown },
  work: (calls: () => number) => Promise<void>,
): Promise<void> {
  let calls = 0;
  const handler = async (route: Route) => {
    if (route.request().method() !== method) return route.fallback();
    calls += 1;
    await failure.meet(route);
  };
  await page.route(path, handler);
  await work(() => calls);
  await page.unroute(path, handler);
}
