declare global {
  interface Window {
    /**
     * Responses to the calls that the document of the back office sends before its scripts run, by path: undefined for
     * one that failed, and rejected with a TimeoutError when the time of all calls is over, counted from the document.
     */
    earlyCalls?: Partial<Record<string, Promise<Response | undefined>>>;
  }
}

/** The scripts may have taken any time to load, but what the first screen has not taken is soon old. */
const maxAgeMs = 10_000;
const startedAt = performance.now();

/**
 * Like `fetch`, but takes the response to a call that the document has already sent (server/office/admin.ts), once.
 * @throws as `fetch`
 */
export async function fetchEarly(address: string, init: RequestInit & { signal: AbortSignal }): Promise<Response> {
  return (await takeEarly(address, init)) ?? fetch(address, init);
}

function takeEarly(
  address: string,
  { method, signal }: RequestInit & { signal: AbortSignal },
): Promise<Response | undefined> | undefined {
  const early = window.earlyCalls?.[address];
  delete window.earlyCalls?.[address];
  if (!early || method !== "GET" || performance.now() - startedAt > maxAgeMs) return undefined;
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  return Promise.race([early, aborted]);
}
