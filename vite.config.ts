import path from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin, type Rolldown, type UserConfig } from "vite";
import { precompress } from "./scripts/vite/precompress.ts";
import { serverStaysOut } from "./scripts/vite/server-stays-out.ts";
import { styleLayers } from "./scripts/vite/style-layers.ts";
import { styleRules } from "./scripts/vite/style-rules.ts";

/** What the public pages load: `dist/client`, with a manifest for the server that writes the documents. */
const client: UserConfig = {
  plugins: [plainImports(), styleRules()],
  // One style sheet for all public pages, with one order of rules; documents contain parts of it.
  build: {
    manifest: true,
    modulePreload: false,
    cssCodeSplit: false,
    rolldownOptions: {
      input: [
        "app/site/hydration/entry.client.ts",
        // Only for the approval page; it shares nothing with the site.
        "app/approval-page/spots.client.ts",
        // Only for its style sheets: its script is not kept.
        "app/site/islands/styles.client.ts",
      ],
      // A file of its own, so that it is evaluated in a task of its own (app/site/hydration/entry.client.ts).
      output: {
        codeSplitting: {
          groups: [
            { name: "react", test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            // One file compresses better than five.
            { name: "ui", test: /app[\\/]ui[\\/](?!site)[a-z-]+[.]tsx?$/, minShareCount: 2 },
          ],
        },
      },
    },
  },
};

/** The entry preloads what a page needs (server/files/assets.ts), in place of what Vite puts around every `import()`. */
function plainImports(): Plugin {
  return {
    name: "plain-imports",
    enforce: "pre",
    // One for each importer: shared, it would be one more file for the first script to wait for.
    resolveId: (id, importer) => (id.includes("vite/preload-helper") ? `\0vite/preload-helper?${importer}` : null),
    load: (id) => (id.includes("vite/preload-helper") ? "export const __vitePreload = (load) => load();" : null),
  };
}

const isNoSiteText = (id: string) => !id.includes("/site-content/defaults/");

const ofLogin = new Set<string>();

/** Whether the login screen's program imports the module. */
function isOfLogin(id: string, modules: Pick<Rolldown.PluginContext, "getModuleInfo">): boolean {
  if (ofLogin.size === 0) {
    const entry = path.resolve("app/admin/login.tsx");
    const add = (module: string): void => {
      if (ofLogin.has(module)) return;
      ofLogin.add(module);
      for (const each of modules.getModuleInfo(module)?.importedIds ?? []) add(each);
    };
    for (const each of modules.getModuleInfo(entry)?.importedIds ?? []) add(each);
  }
  return ofLogin.has(id);
}

/** The back office, a program of its own with its own HTML: `dist/admin`, served under `/admin/`. */
const admin: UserConfig = {
  base: "/admin/",
  publicDir: false,
  plugins: [htmlAtTheTop("app/admin/"), programAfterFirstPaint()],
  build: {
    rolldownOptions: {
      input: ["app/admin/index.html", "app/admin/login.html", "app/admin/first-paint/first-paint.client.ts"],
      // What several screens share is one file: forty small ones would be forty requests.
      // Except the site's built-in texts, which the first screen does not need.
      // Before it, everything that the login screen needs: one file, which the back office then finds in the cache.
      output: {
        codeSplitting: {
          groups: [
            { name: (id, modules) => (isOfLogin(id, modules) ? "login-screen" : null), priority: 1 },
            { name: "shared", minShareCount: 3, test: isNoSiteText },
          ],
        },
      },
    },
  },
};

/** The server, `dist/server/main.js`, the operator's commands, the threads and the image process. The dependencies in package.json are not bundled, except React. */
const server: UserConfig = {
  publicDir: false,
  // Vite leaves it to the run time on a server, and the bundle would contain React's development build as well.
  define: { "process.env.NODE_ENV": '"production"' },
  build: {
    ssr: true,
    target: "node24",
    rolldownOptions: {
      input: {
        main: "process/main.ts",
        admin: "process/commands/admin.ts",
        backup: "process/commands/backup.ts",
        restore: "process/commands/restore.ts",
        move: "process/commands/move.ts",
        upgrade: "process/commands/upgrade.ts",
        "image-worker": "process/images/image-worker.ts",
        "sqlite-reader": "db/sqlite/reader.ts",
        "sqlite-vacuum": "db/sqlite/vacuum.ts",
      },
      external: ["@bradenmacdonald/s3-lite-client"],
      output: { entryFileNames: "[name].js" },
    },
  },
  // One file is read in half the time of the four hundred it consists of. Native add-ons, packages with files of their own
  // and rarely needed ones are not bundled. React is, so that it is the production build whatever NODE_ENV says at run time.
  ssr: { noExternal: true, external: ["better-sqlite3", "sharp", "harfbuzzjs", "nodemailer", "pg", "vite"] },
};

const builds: Record<string, UserConfig> = { client, admin, server };

// `vite build --mode client|admin|server` makes one of the three (scripts/build.mjs makes all); any other mode is for
// development, where process/dev.ts serves everything from the sources.
export default defineConfig(({ mode }) => {
  const chosen = builds[mode] ?? {};
  return {
    appType: "custom",
    ...chosen,
    plugins: [react(), serverStaysOut(), precompress(), styleLayers(), ...(chosen.plugins ?? [])],
    // Derived from the path alone, so that the server's and the browser's build agree.
    css: { modules: { generateScopedName: "[local]_[hash:base64:4]" } },
    build: {
      outDir: `dist/${mode}`,
      emptyOutDir: true,
      // The content policy allows no data: addresses.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      ...chosen.build,
      // The back office's first screen is part of its program on purpose (app/admin/main.tsx).
      rolldownOptions: {
        checks: { bundlerTimings: false, ineffectiveDynamicImport: false },
        ...chosen.build?.rolldownOptions,
      },
    },
  };
});

/** Vite puts a page at its source's path; the server expects it at the top of the folder. */
function htmlAtTheTop(folder: string): Plugin {
  return {
    name: "html-at-the-top",
    enforce: "post",
    generateBundle(_, bundle) {
      for (const [source, page] of Object.entries(bundle))
        if (source.startsWith(folder) && source.endsWith(".html")) page.fileName = source.slice(folder.length);
    },
  };
}

/** Names the back office's program in its document without loading it: app/admin/first-paint/first-paint.client.ts does that. */
function programAfterFirstPaint(): Plugin {
  return {
    name: "program-after-first-paint",
    enforce: "post",
    generateBundle(_, bundle) {
      const page = bundle["index.html"];
      const first = Object.values(bundle).find(({ name }) => name === "first-paint.client");
      if (page?.type !== "asset" || first?.type !== "chunk") throw new Error("The back office has no first paint.");
      const files: string[] = [];
      const html = String(page.source).replace(
        / *<(?:script type="module" crossorigin src|link rel="modulepreload" crossorigin href)="([^"]+)">(?:<\/script>)?\n/g,
        (_, file: string) => {
          files.push(file);
          return "";
        },
      );
      // Imported files come first, and each is evaluated in a task of its own.
      files.push(...files.splice(0, 1));
      page.source = html
        .replace("<html", `<html data-program="${JSON.stringify(files).replaceAll('"', "&#34;")}"`)
        .replace(
          "</title>",
          `</title>\n    <script type="module" crossorigin src="/admin/${first.fileName}"></script>`,
        );
    },
  };
}
