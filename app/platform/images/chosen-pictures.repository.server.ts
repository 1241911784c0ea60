import { AppError } from "#app/shared/app-error.ts";
import { hashOfUpload, uploadsIn } from "#app/shared/image-address.ts";
import type { Db } from "#db/schema.ts";

/**
 * Refuses a picture that was deleted after it had been chosen in a form. One that was gone from `before` already is no
 * reason to refuse a change beside it. Call it in the transaction that saves: deleting takes the same lock.
 * @throws AppError `invalid` naming each field
 */
export async function requirePictures(db: Db, data: object, before: object = {}): Promise<void> {
  const known = new Set(uploadsIn(JSON.stringify(before)));
  const chosen = picturesIn(data).filter(({ hash }) => !known.has(hash));
  if (chosen.length === 0) return;
  const hashes = chosen.map(({ hash }) => hash);
  const rows = await db.selectFrom("upload").select("hash").where("hash", "in", hashes).execute();
  const stored = new Set(rows.map(({ hash }) => hash));
  const message = "This picture has been deleted. Choose another one, or upload it again.";
  const errors = chosen.filter(({ hash }) => !stored.has(hash)).map(({ field }) => ({ field, message }));
  if (errors.length > 0) throw new AppError("invalid", message, { errors });
}

/** The fields that hold an upload of this site, such as `detail.0.img`. Others may be addresses of other sites. */
function picturesIn(data: object, path: string[] = []): { field: string; hash: string }[] {
  return Object.entries(data).flatMap(([name, value]: [string, unknown]) => {
    const place = [...path, name];
    if (typeof value === "object" && value !== null) return picturesIn(value, place);
    const hash = typeof value === "string" && value.startsWith("/uploads/") ? hashOfUpload(value) : undefined;
    return hash === undefined ? [] : [{ field: place.join("."), hash }];
  });
}
