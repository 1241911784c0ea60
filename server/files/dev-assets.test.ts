import { existsSync } from "node:fs";
import { createServer } from "vite";
import { expect, onTestFinished, test } from "vitest";
import { sourcesAsAssets } from "./dev-assets.ts";

test("npm run dev serves files that exist", async () => {
  const vite = await createServer({ server: { middlewareMode: true, ws: false }, optimizeDeps: { noDiscovery: true } });
  onTestFinished(() => vite.close());
  const assets = sourcesAsAssets(vite);
  const files = [assets.scripts("home").entry, assets.approvalScript, assets.font];
  expect(files.filter((file) => !existsSync(`.${file}`))).toEqual([]);
  expect(assets.styles("home").filter((file) => !existsSync(`.${file}`))).toEqual([]);
});
