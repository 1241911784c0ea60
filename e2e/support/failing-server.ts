import type { Page, Route } from "@playwright/test";

/** Four ways a server can fail, and the text that must be shown for each. */
export const failures = [
  { name: "500", words: /The disk is full\./, meet: answer(500, "unexpected", "The disk is full.") },
  { name: "400", words: /This makes no sense to us\./, meet: answer(400, "malformed", "This makes no sense to us.") },
  { name: "time-out", words: /could not be (reached|uploaded)/, meet: () => {} },
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

/** Call before the first navigation: lets `hurried` shorten the product's request time-outs. */
export async function prepareTimeOuts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shortened = (ms: number) => (document.documentElement.dataset.hurried ? 150 : ms);
    const signal = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = (ms) => signal(shortened(ms));
    const send = XMLHttpRequest.prototype.send;
    XMLHttpRequest.prototype.send = function (body) {
      this.timeout = shortened(this.timeout);
      send.call(this, body);
    };
  });
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
  const hurry = (isOn: boolean) =>
    page.evaluate((on) => {
      if (on) document.documentElement.dataset.hurried = "yes";
      else delete document.documentElement.dataset.hurried;
    }, isOn);
  await page.route(path, handler);
  if (failure.name === "time-out") await hurry(true);
  await work(() => calls);
  if (failure.name === "time-out") await hurry(false);
  await page.unroute(path, handler);
}
