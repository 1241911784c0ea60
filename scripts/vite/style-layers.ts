import type { Plugin } from "vite";

/**
 * Puts each component's style sheet in the cascade layer `ui`, above `tokens` and `base`. Those of public pages
 * (`app/site`, and `*.site.module.css` in features) are in no layer, so that they override the components they arrange.
 * The style sheet loaded first decides the order of the layers, and any of them may be the first: each declares it.
 */
export function styleLayers(): Plugin {
  return {
    name: "style-layers",
    enforce: "pre",
    transform: {
      filter: { id: /\.css(?:\?|$)/ },
      handler: (code, id) => {
        const [file = ""] = id.split("?");
        if (file.includes("/node_modules/")) return;
        const isComponents = /(?<!\.site)\.module\.css$/.test(file) && !file.includes("/app/site/");
        return `@layer tokens, base, ui;\n${isComponents ? `@layer ui {\n${code}\n}` : code}`;
      },
    },
  };
}
