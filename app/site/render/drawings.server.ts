import fs from "node:fs";
import path from "node:path";
import { productRoot } from "#app/platform/product-root.server.ts";
import { formerDrawings } from "#db/seed/former-drawings.ts";

/** The drawn state of a built-in picture, made by art/render.mjs. */
export interface Drawing {
  /** Its address: a static file of the build. */
  src: string;
  /** CSS pixels. */
  width: number;
  height: number;
  svg: string;
}

const folder = "/art/drawings";
let drawings: Map<string, Drawing> | undefined;

/**
 * The drawing at an address: its own one, or those of the WebP file that it replaces, which the content of existing
 * databases names.
 */
export function drawingAt(address: string): Drawing | undefined {
  drawings ??= new Map(readDrawings());
  return drawings.get(address);
}

function readDrawings(): [string, Drawing][] {
  const files = path.join(productRoot(), "public", folder);
  return fs.readdirSync(files).flatMap((file): [string, Drawing][] => {
    const svg = fs.readFileSync(path.join(files, file), "utf8");
    const [, width, height] = / width="(\d+)" height="(\d+)"/.exec(svg) ?? [];
    const drawing = { src: `${folder}/${file}`, width: Number(width), height: Number(height), svg };
    const name = path.basename(file, ".svg");
    const addresses = [drawing.src, `/pictures/${name}.webp`, `/uploads/${formerDrawings[name]}.webp`];
    return addresses.map((address) => [address, drawing]);
  });
}

/** Adds their paths to the drawings that are part of a page (app/ui/meet.tsx). */
export const withDrawings = (body: string): string =>
  body.replace(/<svg ([^>]*data-drawing="([^"]*)"[^>]*)><\/svg>/g, (empty, attributes: string, address: string) => {
    const drawing = drawingAt(address);
    if (!drawing) return empty;
    const [, own, inside] = /(viewBox[^>]*)>(.*)<\/svg>/s.exec(drawing.svg) ?? [];
    return `<svg ${attributes} aria-hidden="true" preserveAspectRatio="xMinYMid slice" ${own}>${inside}</svg>`;
  });

/** The rules by which the drawings that a page loads as files become masks. The CSP allows no style attributes. */
export function drawingRules(body: string): string {
  const loaded = [...body.matchAll(/ src="(\/art\/drawings\/[\w-]+\.svg)"/g)].map(([, src]) => src);
  return [...new Set(loaded)].map((src) => `[src="${src}"]{--drawing:url(${src})}`).join("");
}
