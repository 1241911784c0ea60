import fs from "node:fs";
import path from "node:path";
import type { Deps } from "#app/platform/deps.ts";
import { productRoot } from "#app/platform/product-root.server.ts";
import { builtInTheme } from "#app/shared/theme.ts";
import { type FileReply, file, noFile } from "./site-file.server.ts";

let pictures: Map<string, string> | undefined;

/**
 * /art/{light}-{dark}/{services|avatars}/{name}.svg: a built-in picture in these colours (`inThemeColours`). An image
 * does not take over the custom properties of its page, only its colour scheme.
 */
export async function builtInPicture(_deps: Deps, [light, dark, name = ""]: string[]): Promise<FileReply> {
  pictures ??= new Map(["services", "avatars"].flatMap(readFolder));
  const svg = pictures.get(name);
  if (svg === undefined) return noFile;
  const coloured = svg.replace(builtInTheme.pencil, `#${light}`).replace(builtInTheme.pencilDark, `#${dark}`);
  return { ...file("image/svg+xml", coloured), isImmutable: true };
}

function readFolder(folder: string): [name: string, svg: string][] {
  const files = path.join(productRoot(), "public/art", folder);
  return fs.readdirSync(files).map((name) => [`${folder}/${name}`, fs.readFileSync(path.join(files, name), "utf8")]);
}
