import type { StylePart } from "./assets.ts";

/**
 * The rules that elements of an HTML document can match, in their order: a selector is left out if the document lacks
 * one of its classes, whatever state it is about.
 */
export function usedStyle(parts: StylePart[], html: string): string {
  const classes = new Set([...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = ""]) => names.split(" ")));
  const rules = write(parts, classes, () => false);
  return write(parts, classes, (name) => rules.includes(name));
}

function write(parts: StylePart[], classes: Set<string>, isUsed: (keyframes: string) => boolean): string {
  let text = "";
  for (const part of parts) {
    if (typeof part === "string") text += part;
    else if ("at" in part) {
      const within = write(part.parts, classes, isUsed);
      if (within) text += `${part.at}{${within}}`;
    } else if ("keyframes" in part) text += isUsed(part.keyframes) ? part.text : "";
    else {
      const selectors = part.selectors.filter(({ classes: needed }) => needed.every((name) => classes.has(name)));
      if (selectors.length > 0) text += `${selectors.map((selector) => selector.text).join()}{${part.body}}`;
    }
  }
  return text;
}
