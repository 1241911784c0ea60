import { hasPicture } from "#app/features/upload/picture.repository.server.ts";
import { replacementOf } from "#app/features/upload/replace-picture.service.server.ts";
import type { ImageFormat } from "#app/features/upload/upload.repository.server.ts";
import { readImage, readVariant } from "#app/features/upload/upload.service.server.ts";
import { drawingAt } from "#app/site/render/drawings.server.ts";
import type { App, AppDeps } from "../app-context.ts";
import { holds } from "../front/cached-response.ts";

/** Feeds, emails and other sites may show our pictures. */
export const embeddable = { "Cross-Origin-Resource-Policy": "cross-origin" };

/** Another picture, by its file name, stands in place of the one that was asked for. */
class Replaced {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * Images in the database: /uploads/{hash}.webp as stored, /uploads/{hash}-{width}.{avif|webp} in one of the offered
 * sizes. The name is a hash of the content, so it is immutable.
 */
export function mountImages(app: App, deps: AppDeps): void {
  // The names that the default content uses for its pictures, for clients that know only those: the Site screen.
  app.get("/pictures/:name", (c) => {
    const name = `/pictures/${c.req.param("name")}`;
    const address = drawingAt(name)?.src ?? deps.pictures.get(name);
    return address ? c.redirect(address) : c.notFound();
  });
  app.get("/uploads/:name", async (c) => {
    const match = /^([0-9a-f]{32})(?:-(\d{3,4}))?\.(webp|avif)$/.exec(c.req.param("name"));
    if (!match) return c.notFound();
    const [, hash = "", width, format = "webp"] = match;
    const drawing = drawingAt(`/uploads/${hash}.webp`);
    if (drawing) return c.redirect(drawing.src);
    const etag = `"${match[0]}"`;
    const headers = { ETag: etag, "Cache-Control": "public, max-age=31536000, immutable", ...embeddable };
    if (width === undefined && format !== "webp") return c.notFound();
    const read = () =>
      width === undefined ? readImage(deps, hash) : readVariant(deps, hash, Number(width), format as ImageFormat);
    const found = await deps.imageCache
      .read(match[0], async () => {
        const next = await replacementOf(deps, hash);
        if (next) throw new Replaced(match[0].replace(hash, next));
        return read();
      })
      .catch((error: unknown) => {
        if (error instanceof Replaced) return error;
        throw error;
      });
    const isReplaced = found instanceof Replaced;
    // The office means the former one: in its pictures, histories and trash, and on the site as of a date.
    const isMeant = isReplaced && c.req.header("Sec-Fetch-Site") === "same-origin" && (await hasPicture(deps.db, hash));
    const varying = { "Cache-Control": "private, no-cache", Vary: "Sec-Fetch-Site" };
    // Without an ETag: revalidated from the office, it would go on redirecting.
    if (isReplaced && !isMeant)
      return c.body(null, 302, { ...embeddable, ...varying, Location: `/uploads/${found.name}` });
    if (isMeant) Object.assign(headers, varying);
    const image = isReplaced ? await read() : found;
    // Asked only now, since the picture may have been erased.
    if (holds(c.req.header("If-None-Match"), etag) && !image.isStandIn) return c.body(null, 304, headers);
    const body = image.bytes as Uint8Array<ArrayBuffer>;
    if (image.isStandIn)
      return c.body(body, 200, { ...embeddable, "Content-Type": image.mime, "Cache-Control": "public, max-age=60" });
    return c.body(body, 200, { ...headers, "Content-Type": image.mime });
  });
}
