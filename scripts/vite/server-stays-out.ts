import type { Plugin } from "vite";

/**
 * Refuses to load any `.server.` file for the browser, in a build or during development. The linter checks the same for
 * static imports; this covers what the bundler actually loads.
 */
export function serverStaysOut(): Plugin {
  return {
    name: "server-stays-out",
    enforce: "pre",
    load: {
      filter: { id: /\.server\.tsx?(?:\?|$)/ },
      handler(id) {
        if (this.environment.config.consumer === "client")
          this.error(`${id} belongs to the server and was imported by browser code.`);
      },
    },
  };
}
