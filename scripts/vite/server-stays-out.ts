import type { Plugin } from "vite";

/**
 * Refuses to give a browser any `.server.` file, be it for a build or while developing. The linter says the same of
 * the imports it reads; this holds for what the bundler really loads.
 */
export function serverStaysOut(): Plugin {
  return {
    name: "server-stays-out",
    enforce: "pre",
    load: {
      filter: { id: /\.server\.tsx?(?:\?|$)/ },
      handler(id) {
        if (this.environment.config.consumer === "client")
          this.error(`${id} belongs to the server and was asked for by browser code.`);
      },
    },
  };
}
