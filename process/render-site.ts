import fs from "node:fs";
import path from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Config } from "#app/platform/config.ts";
import type { Log } from "#app/platform/observability/log.ts";
import { productRoot } from "#app/platform/product-root.server.ts";
import { createApp } from "#server/app.ts";
import { readAssets } from "#server/files/assets.ts";
import { openDeps } from "./deps.ts";

/** A page of the site was not rendered correctly; the one-line message names it. */
export class PageFailed extends Error {
  override name = "PageFailed";
}

/** Paths that the sitemap does not list. */
const otherAddresses = ["/robots.txt", "/sitemap.xml", "/feed.xml", "/llms.txt", "/.well-known/security.txt"];

/**
 * Renders every public page of the site at this location as visitors would get it, without serving anyone: no open
 * port, no mail, no background work. Migrates an older database first.
 * @returns the number of pages
 * @throws PageFailed, and whatever opening the database throws
 */
export async function renderSite(config: Config): Promise<number> {
  const errors: string[] = [];
  const note = (event: string, facts?: Record<string, unknown>) => void errors.push(String(facts?.error ?? event));
  const log: Log = { debug() {}, info() {}, warn() {}, error: note };
  const deps = await openDeps({ ...config, smtpUrl: undefined }, { log, mailer: null });
  try {
    const dist = path.join(productRoot(), "dist");
    const adminHtml = fs.readFileSync(path.join(dist, "admin/index.html"), "utf8");
    const app = createApp(deps, readAssets(path.join(dist, "client")), async () => adminHtml);
    const textAt = async (address: string): Promise<string> => {
      const response = await app.request(address, undefined, {});
      const text = await response.text();
      if (response.status === 200 && text !== "") return text;
      throw new PageFailed(`${address} was answered with ${response.status}${errors[0] ? ` (${errors[0]})` : ""}`);
    };
    const addresses = addressesIn(await textAt("/sitemap.xml"), config.publicUrl);
    for (const address of [...addresses, ...otherAddresses]) {
      await textAt(address);
      // Lets a signal that ends the process through.
      await nextTurn();
    }
    return addresses.length;
  } finally {
    await deps.close();
  }
}

function addressesIn(siteMap: string, publicUrl: string): string[] {
  return [...siteMap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = ""]) =>
    address.replaceAll("&amp;", "&").slice(publicUrl.length),
  );
}
