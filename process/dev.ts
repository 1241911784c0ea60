// `npm run dev`: runs the product from its sources. Vite loads server code and browser code alike and watches for
// changes. This file runs before Vite does, so it imports only modules of ours that need no bundler.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { createServer as createViteServer, type Plugin } from "vite";
import type { App } from "#server/app-context.ts";
import { siteEntry, sourcesAsAssets } from "#server/files/dev-assets.ts";

const httpServer = createServer();
const vite = await createViteServer({
  appType: "custom",
  plugins: [reloadForServerCode()],
  server: {
    middlewareMode: true,
    hmr: { server: httpServer },
    fs: { deny: [".env*", "*.{crt,pem,key}", "**/.git/**", "**/data/**"] },
    watch: { ignored: ["**/data/**", "**/dist/**", "**/test-results/**"] },
  },
});
const load = <Module>(file: string) => vite.ssrLoadModule(file) as Promise<Module>;

// External dependencies are opened once and passed to each fresh copy of the code.
const { readConfig } = await load<typeof import("./config.ts")>("/process/config.ts");
const { openDeps } = await load<typeof import("./deps.ts")>("/process/deps.ts");
const { firstStart } = await load<typeof import("./first-start.ts")>("/process/first-start.ts");
const { startWorker } = await load<typeof import("./worker.ts")>("/process/worker.ts");
const deps = await openDeps(readConfig({ HOST: "localhost", ...process.env }));
const firstAdmin = await firstStart(deps);
const stopWorker = startWorker(deps);

const currentApp = appOfNewestCode();
httpServer.on("request", (request, response) => {
  vite.middlewares(request, response, () => void getRequestListener(answer)(request, response));
});
httpServer.listen(deps.config.port, deps.config.host, () => {
  const site = `http://localhost:${deps.config.port}`;
  console.log(
    `\n  Site         ${site}\n  Back office  ${site}/admin/login\n${firstAdmin}\n  Pages, API and back office follow each change; restart for db/ and process/deps.ts.\n`,
  );
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void end());

async function answer(request: Request, bindings: object): Promise<Response> {
  try {
    const app = await currentApp();
    const response = await app.fetch(request, bindings);
    // Vite's own scripts and styles are inline, and nothing may be cached during development.
    response.headers.delete("Content-Security-Policy");
    response.headers.set("Cache-Control", "no-store");
    return response;
  } catch (error) {
    vite.ssrFixStacktrace(error as Error);
    console.error((error as Error).stack);
    const page = `<script type="module" src="/@vite/client"></script><pre>${String((error as Error).stack).replaceAll("<", "&lt;")}</pre>`;
    return new Response(page, { status: 500, headers: { "Content-Type": "text/html; charset=utf-8" } });
  }
}

/** The app built from the current code; rebuilt, with an empty page cache, whenever any of it has changed. */
function appOfNewestCode(): () => Promise<App> {
  let made: { from: unknown; app: App } | undefined;
  return async () => {
    const code = await load<typeof import("#server/app.ts")>("/server/app.ts");
    if (made?.from !== code) {
      const { PageCache } = await load<typeof import("#server/pages/page-cache.ts")>("/server/pages/page-cache.ts");
      await vite.environments.client.transformRequest(siteEntry);
      made = { from: code, app: code.createApp({ ...deps, pages: new PageCache() }, sourcesAsAssets(vite), adminHtml) };
    }
    return made.app;
  };
}

async function adminHtml(document: "index" | "login"): Promise<string> {
  const html = await readFile(`app/admin/${document}.html`, "utf8");
  return vite.transformIndexHtml(
    `/app/admin/${document}.html`,
    html.replaceAll('="./', '="/app/admin/').replaceAll('="../', '="/app/'),
  );
}

/** Server-only code has no hot update in the browser, so the page is reloaded. */
function reloadForServerCode(): Plugin {
  return {
    name: "reload-for-server-code",
    hotUpdate({ modules, server, file }) {
      if (this.environment.name !== "ssr" || modules.length === 0) return;
      const isInBrowserToo = server.environments.client.moduleGraph.getModulesByFile(file) !== undefined;
      if (!isInBrowserToo) server.environments.client.hot.send({ type: "full-reload" });
    },
  };
}

async function end(): Promise<void> {
  httpServer.closeAllConnections();
  // Work in progress needs the database.
  await Promise.all([stopWorker(), vite.close()]);
  await deps.close();
  process.exit(0);
}
