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
  const entry = manifest["app/site/hydration/entry.client.tsx"];
  const spots = manifest["app/approval-page/spots.client.ts"];
  if (!entry || !spots) throw new Error("The build contains no entry for the site. Run npm run build.");
  const font = Object.values(manifest).find(({ file }) => /archivo-basic[^/]*\.woff2$/.test(file))?.file;
  // scripts/vite/style-rules.ts
  const style: SiteStyle = JSON.parse(fs.readFileSync(path.join(clientFolder, ".vite/style-rules.json"), "utf8"));
  const sheet = Object.values(manifest).find(({ file }) => file.endsWith(".css") && `/${file}` !== style.late)?.file;
  const withEntry = new Set(files(manifest, entry));
  // In the order in which a slow connection should bring them: what answers a hand, then React.
  const stepsOf = (page: string) =>
    [...(page === "details" ? ["seam-slider.ts"] : []), "first-interaction.ts", "react.ts", "hydrate.tsx"].map(
      (name) => `app/site/hydration/${name}`,
    );
  const scriptsOf = (page: string) =>
    new Set([...stepsOf(page), `app/site/pages/${page}.page.tsx`].flatMap((name) => files(manifest, manifest[name])));
  return {
    scripts: (page) => ({ entry: `/${entry.file}`, page: [...scriptsOf(page)].filter((file) => !withEntry.has(file)) }),
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
