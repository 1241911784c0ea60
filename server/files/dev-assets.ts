import type { ViteDevServer } from "vite";
import type { Assets } from "#app/site/render/assets.ts";

/** The module that the public pages load. */
export const siteEntry = "/app/site/hydration/entry.client.ts";

/** The site's browser code, served by Vite from the sources. */
export function sourcesAsAssets(server: ViteDevServer): Assets {
  return {
    scripts: () => ({ entry: siteEntry, later: [] }),
    styles: (page) => [
      ...new Set([
        ...stylesUnder(server, "/app/site/layout/site.layout.tsx"),
        ...stylesUnder(server, `/app/site/pages/${page}.page.tsx`),
      ]),
    ],
    style: undefined,
    approvalScript: "/app/approval-page/spots.client.ts",
    font: "/app/ui/fonts/archivo-basic.woff2",
    devScripts: ["/@vite/client", "/@id/@vitejs/plugin-react/preamble"],
  };
}

/**
 * Style sheets imported by a module, directly or indirectly. They are linked so that a page is styled before its script
 * runs.
 */
function stylesUnder(server: ViteDevServer, address: string): string[] {
  const { moduleGraph } = server.environments.ssr;
  const seen = new Set<string>();
  const visit = (url: string): string[] => {
    if (seen.has(url)) return [];
    seen.add(url);
    if (/\.css$/.test(url)) return [url];
    const node = [...(moduleGraph.getModulesByFile(`${server.config.root}${url}`) ?? [])][0];
    return [...(node?.importedModules ?? [])].flatMap((imported) => visit(imported.url.split("?")[0] ?? ""));
  };
  return visit(address);
}
