import fs from "node:fs";
import path from "node:path";

/** The root folder of the product, found by walking up from this module, in the sources or in the build. */
export function productRoot(): string {
  for (let folder = import.meta.dirname; ; folder = path.dirname(folder)) {
    if (fs.existsSync(path.join(folder, "package.json"))) return folder;
    if (folder === path.dirname(folder)) throw new Error("package.json was not found above the running module.");
  }
}

/** Path of a child process's or thread's program, in the build or in the sources. */
export const programPath = (built: string, source: string): string =>
  path.join(productRoot(), import.meta.env?.PROD ? `dist/server/${built}` : source);

/** The version of this release, or of the checkout: `0.1.0`, in a release with its commit, as in `0.1.0+b8559737`. */
export function productVersion(): string {
  return JSON.parse(fs.readFileSync(path.join(productRoot(), "package.json"), "utf8")).version;
}
