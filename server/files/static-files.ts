import fs from "node:fs";
import path from "node:path";
import { type CachedResponse, cachedResponse } from "../front/cached-response.ts";

const types: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webp": "image/webp",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".txt": "text/plain; charset=utf-8",
  ".json": "application/json; charset=utf-8",
};

/**
 * The build's files by path, read once: no request path ever reaches the disk. Files in an `assets` folder have a hash
 * in their name and never change.
 */
export function readStaticFiles(
  folder: string,
  base: string,
  headers: Record<string, string>,
): Map<string, CachedResponse> {
  const files = new Map<string, CachedResponse>();
  if (!fs.existsSync(folder)) return files;
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    const type = types[path.extname(entry.name)];
    const address = base + path.relative(folder, file).split(path.sep).join("/");
    if (!entry.isFile() || type === undefined || address.includes("/.vite/")) continue;
    const isHashed = address.includes("/assets/");
    files.set(
      address,
      cachedResponse(
        200,
        {
          ...headers,
          "Content-Type": type,
          "Cache-Control": isHashed ? "public, max-age=31536000, immutable" : "public, max-age=3600",
        },
        { identity: fs.readFileSync(file), ...precompressed(file) },
      ),
    );
  }
  return files;
}

function precompressed(file: string): { gzip?: Buffer; br?: Buffer } {
  return {
    ...(fs.existsSync(`${file}.gz`) && { gzip: fs.readFileSync(`${file}.gz`) }),
    ...(fs.existsSync(`${file}.br`) && { br: fs.readFileSync(`${file}.br`) }),
  };
}
