import type { Log } from "./observability/log.ts";

const rememberedMs = 24 * 60 * 60 * 1000;

/** Detects a reverse proxy that TRUST_PROXY does not account for: all visitors then share one client's rate limits. */
export interface ProxyHint {
  /** Call when a request carries X-Forwarded-For. */
  noticeForwarded(): void;
  /** Whether such a request arrived in the last 24 hours although no proxy is trusted. */
  isMissing(): boolean;
}

/** Logs one line a day while the header arrives and `trustProxy` is 0. */
export function createProxyHint(trustProxy: number, log: Log): ProxyHint {
  let loggedAt = Number.NEGATIVE_INFINITY;
  let noticedAt = Number.NEGATIVE_INFINITY;
  return {
    noticeForwarded() {
      if (trustProxy > 0) return;
      noticedAt = performance.now();
      if (noticedAt - loggedAt < rememberedMs) return;
      loggedAt = noticedAt;
      log.warn(
        "X-Forwarded-For arrives but TRUST_PROXY is 0: behind a proxy all visitors share one limit; set TRUST_PROXY to the number of proxies",
      );
    },
    isMissing: () => performance.now() - noticedAt < rememberedMs,
  };
}
