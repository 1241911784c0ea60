import type { Page } from "@playwright/test";

interface Slowness {
  /** How many times slower than this machine the page's main thread runs. */
  processor?: number;
  /** Download rate in KiB per second. */
  download?: number;
  /** In milliseconds; only with `download`. */
  latency?: number;
}

/**
 * Slows the page down until it is closed, as on an old phone or a poor connection.
 * @returns what gives it back the speed of the processor
 */
export async function slowDown(page: Page, { processor, download, latency = 50 }: Slowness) {
  const session = await page.context().newCDPSession(page);
  if (processor) await session.send("Emulation.setCPUThrottlingRate", { rate: processor });
  if (download) {
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", {
      offline: false,
      latency,
      downloadThroughput: download * 1024,
      uploadThroughput: download * 1024,
    });
  }
  return () => session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
}
