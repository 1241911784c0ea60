import { focalPointOf } from "#app/shared/focal-point.ts";

/**
 * The CSS rules for the focal points in a page's props, at any depth. The CSP allows no style attributes, and the public
 * pages have no script to spare, so pictures are selected by their address; a picture used twice on one page with
 * different focal points gets the last one. A frame that holds a picture in two states gets the custom properties too.
 */
export function focalRules(...props: unknown[]): string {
  return [...new Set(props.flatMap(rulesIn))].join("");
}

function rulesIn(data: unknown): string[] {
  if (typeof data !== "object" || data === null) return [];
  const { src, focus } = data as { src?: unknown; focus?: unknown };
  if (typeof src === "string" && typeof focus === "string") return [rule(src, focus)];
  // A text of the site that names its picture itself.
  const { img, imgFocus } = data as { img?: unknown; imgFocus?: unknown };
  if (typeof img === "string" && typeof imgFocus === "string") return [rule(img, imgFocus)];
  return Object.values(data).flatMap(rulesIn);
}

function rule(src: string, focus: string): string {
  const point = focalPointOf(focus);
  if (!point) return "";
  const picture = `[src="${cssText(src)}"]`;
  const frames = ["#case-picture", "[data-part=picture]"].map((frame) => `${frame}:has(${picture})`);
  return `${[...frames, `img${picture}`].join()}{--focal-x:${point.x / 100};--focal-y:${point.y / 100}}`;
}

/** Escapes a text for a CSS string in a style element. */
const cssText = (text: string) =>
  text.replace(/[^\w/.:?=&%~+,;@#-]/gu, (character) => `\\${character.codePointAt(0)?.toString(16)} `);
