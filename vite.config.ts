import path from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin, type Rolldown, type UserConfig } from "vite";
import { precompress } from "./scripts/vite/precompress.ts";
import { serverStaysOut } from "./scripts/vite/server-stays-out.ts";

/** What the public pages load: `dist/client`, with a manifest for the server that writes the documents. */
const client: UserConfig = {
  // One style sheet for all public pages: some 9 KB that every further page has already, and one order of its layers.
  build: {
    manifest: true,
    cssCodeSplit: false,
    rolldownOptions: {
      // The second is for the page of a client's link alone and shares nothing with the site.
      input: ["app/site/hydration/entry.client.tsx", "app/approval-page/spots.client.ts"],
      // In a file of its own it is run in a turn of its own (app/site/hydration/entry.client.tsx).
      output: {
        codeSplitting: {
          groups: [
            { name: "react", test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            // In one file they pack smaller than in five.
            { name: "ui", test: /app[\\/]ui[\\/][a-z-]+[.]tsx?$/, minShareCount: 2 },
          ],
        },
      },
    },
  },
};

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
  plugins: [htmlAtTheTop("app/admin/"), programAfterFirstPaint(), layersInOrder()],
  build: {
    rolldownOptions: {
      input: ["app/admin/index.html", "app/admin/login.html", "app/admin/first-paint.client.ts"],
      // What several screens share comes in one file: forty small ones would be forty ways to the server and back.
      // Except the site's built-in words: the first screen needs none of them.
      // Before it, all that the login screen needs, so that it comes in one file and the office then finds it in the cache.
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

/** The process, `dist/server/main.js`, and beside it the commands of its console and the programs of its threads and of its image process. What package.json lists as dependencies stays outside, except React. */
const server: UserConfig = {
  publicDir: false,
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
        "sqlite-scrub": "db/sqlite/scrub.ts",
      },
      external: ["@bradenmacdonald/s3-lite-client"],
      output: { entryFileNames: "[name].js" },
    },
  },
  // One file is found and read in half the time of the four hundred it is made of. What is compiled for the machine, carries files
  // of its own or is needed by few stays outside. Bundled, React is the production React whatever NODE_ENV says at run time.
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
    plugins: [react(), serverStaysOut(), precompress(), ...(chosen.plugins ?? [])],
    // From the path alone, so that the document and the style sheet agree without asking each other.
    css: { modules: { generateScopedName: "[local]_[hash:base64:4]" } },
    build: {
      outDir: `dist/${mode}`,
      emptyOutDir: true,
      // The content policy allows no data: addresses.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      ...chosen.build,
      // The office's first screen comes with its program on purpose (app/admin/main.tsx).
      rolldownOptions: {
        checks: { bundlerTimings: false, ineffectiveDynamicImport: false },
        ...chosen.build?.rolldownOptions,
      },
    },
  };
});

/** Vite keeps a page at its source's path; the server wants it at the top of the folder. */
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

/** Names the back office's program in its document without loading it: app/admin/first-paint.client.ts does that. */
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
      // What others import comes first, and each file is run in a turn of its own.
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

/** What the browser meets first settles the order of the layers, and which of many style sheets that is nobody knows: each one says it. */
function layersInOrder(): Plugin {
  return {
    name: "layers-in-order",
    enforce: "pre",
    transform: {
      filter: { id: /\.css$/ },
      handler: (code) => `@layer tokens, base, ui;\n${code}`,
    },
  };
}
