import fs from "node:fs";
import path from "node:path";
import type { Assets, SiteStyle } from "#app/site/render/assets.ts";

interface Chunk {
  file: string;
  src?: string;
  imports?: string[];
}

type Manifest = Record<string, Chunk>;

/** Reads the site's browser code from the build's manifest. */
export function readAssets(clientFolder: string): Assets {
  const manifest: Manifest = JSON.parse(fs.readFileSync(path.join(clientFolder, ".vite/manifest.json"), "utf8"));
  const entry = manifest["app/site/hydration/entry.client.ts"];
  const spots = manifest["app/approval-page/spots.client.ts"];
  if (!entry || !spots) throw new Error("The build contains no entry for the site. Run npm run build.");
  const font = Object.values(manifest).find(({ file }) => /archivo-basic[^/]*\.woff2$/.test(file))?.file;
  // scripts/vite/style-rules.ts
  const style: SiteStyle = JSON.parse(fs.readFileSync(path.join(clientFolder, ".vite/style-rules.json"), "utf8"));
  const sheet = Object.values(manifest).find(({ file }) => file.endsWith(".css") && `/${file}` !== style.late)?.file;
  const withEntry = new Set(files(manifest, entry));
  // In the order in which a slow connection should bring them: what answers a hand, then React.
  const later = (page: string) =>
    [
      ...(["details", "home", "not-found", "gone"].includes(page) ? ["hydration/seam-slider.ts"] : []),
      "hydration/first-interaction.ts",
      "hydration/react.ts",
      "islands/hydrate.tsx",
    ]
      .flatMap((name) => files(manifest, manifest[`app/site/${name}`]))
      .filter((file) => !withEntry.has(file));
  return {
    scripts: (page) => ({ entry: `/${entry.file}`, later: [...new Set(later(page))] }),
    styles: () => (sheet ? [`/${sheet}`] : []),
    style,
    approvalScript: `/${spots.file}`,
    font: font && `/${font}`,
    devScripts: [],
  };
}

function closure(manifest: Manifest, chunk: Chunk | undefined, seen = new Set<Chunk>()): Set<Chunk> {
  if (!chunk || seen.has(chunk)) return seen;
  for (const name of chunk.imports ?? []) closure(manifest, manifest[name], seen);
  return seen.add(chunk);
}

const files = (manifest: Manifest, chunk: Chunk | undefined) =>
  [...closure(manifest, chunk)].map(({ file }) => `/${file}`);
