import { type AtRule, type ChildNode, parse, type Rule } from "postcss";
import type { Plugin } from "vite";
import type { StylePart } from "#app/site/render/assets.ts";

/** Where the server finds what `styleRules` writes, in the folder of the build. */
const styleRulesFile = ".vite/style-rules.json";

/**
 * Writes the site's style sheet as parts of which each document contains those that it uses, and the sheet that
 * hydration adds for the rest.
 */
export function styleRules(): Plugin {
  return {
    name: "style-rules",
    enforce: "post",
    generateBundle(_, bundle) {
      const sheet = Object.values(bundle).find(({ fileName }) => fileName.endsWith(".css"));
      if (sheet?.type !== "asset") throw new Error("The build contains no style sheet.");
      for (const [file, { name }] of Object.entries(bundle)) if (name === "styles.client") delete bundle[file];
      const parts = styleParts(String(sheet.source));
      const late = this.getFileName(this.emitFile({ type: "asset", name: "late.css", source: lateStyle(parts) }));
      this.emitFile({
        type: "asset",
        fileName: styleRulesFile,
        source: JSON.stringify({ parts, late: `/${late}` }),
      });
    },
  };
}

/** Takes a style sheet apart. */
export function styleParts(css: string): StylePart[] {
  return parse(css).nodes.flatMap(partOf);
}

function partOf(node: ChildNode): StylePart[] {
  if (node.type === "comment") return [];
  if (node.type === "rule") return [rulePart(node)];
  if (node.type === "atrule" && node.name.endsWith("keyframes"))
    return [{ keyframes: node.params, text: node.toString() }];
  if (node.type === "atrule" && node.nodes && isGroup(node))
    return [{ at: `@${node.name} ${node.params}`, parts: node.nodes.flatMap(partOf) }];
  // Such as @font-face and @property, or the names of layers.
  return [node.type === "atrule" && node.nodes ? node.toString() : `${node};`];
}

const isGroup = ({ name }: AtRule) => ["layer", "media", "supports", "container", "starting-style"].includes(name);

const rulePart = (rule: Rule): StylePart => ({
  selectors: rule.selectors.map((text) => ({ text, classes: classesOf(text) })),
  body: rule.nodes.join(";"),
});

/** The classes without which a selector matches nothing. Those in brackets, as of `:not(.a)`, may be absent. */
function classesOf(selector: string): string[] {
  let outside = "";
  let depth = 0;
  for (const part of selector.match(/\\[\s\S]|"[^"]*"|'[^']*'|[\s\S]/g) ?? []) {
    if (part === "(" || part === "[") depth++;
    else if (part === ")" || part === "]") depth--;
    else if (depth === 0) outside += part;
  }
  return [...outside.matchAll(/\.((?:[\w-]|[^\0-\x7f]|\\[\s\S])+)/g)].map(([, name = ""]) =>
    name.replace(/\\([\s\S])/g, "$1"),
  );
}

/** Everything that is not in every document. A font that is declared once more would be loaded once more. */
function lateStyle(parts: StylePart[]): string {
  return parts
    .map((part) => {
      if (typeof part === "string") return "";
      if ("at" in part) {
        const within = lateStyle(part.parts);
        return within && `${part.at}{${within}}`;
      }
      if ("keyframes" in part) return part.text;
      return `${part.selectors.map(({ text }) => text).join()}{${part.body}}`;
    })
    .join("");
}
