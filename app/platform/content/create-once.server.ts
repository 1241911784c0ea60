import type { Db } from "#app/platform/deps.ts";
import type { AnyCall } from "#app/platform/http.server.ts";
import { deleteIdempotencyKeys, insertIdempotencyKey } from "#app/platform/idempotency-key.repository.server.ts";
import { apiKeyTtlMs, before, findStoredKey, idempotencyKeyOf } from "#app/platform/idempotency-key.server.ts";
import { sha256 } from "#app/platform/secret.server.ts";
import { AppError } from "#app/shared/app-error.ts";
import { isUniqueViolation } from "#db/failures.ts";
import type { Writing } from "./content-write.server.ts";

/** Records, in the transaction that creates it, what was created under the request's key. */
type RecordKey = (db: Db, created: { slug: string; id?: string }) => Promise<void>;

/**
 * Creates an entry once per administrator, address and Idempotency-Key, so that one whose answer was lost is not stored
 * twice. Sent again, the call returns the entry as it is now; if that has been deleted, it is created anew. Without a
 * key every call creates one. `find`: reads what was created, by its slug or, if it is a part of an entry, by its id.
 * @throws AppError `stale` with the created entry if the key comes with another body: the caller can change that entry
 */
export async function createOnce<T>(
  { deps, noun, userId }: Writing,
  { request, body }: Pick<AnyCall, "request" | "body">,
  find: (id: string) => Promise<T | undefined>,
  create: (recordKey: RecordKey) => Promise<T>,
): Promise<T> {
  const key = idempotencyKeyOf(request);
  if (key === undefined) return create(async () => {});
  const keyHash = sha256(String(userId), new URL(request.url).pathname, key);
  const bodyHash = sha256(JSON.stringify(body));

  let gone: Date | undefined;

  async function earlier(): Promise<T | undefined> {
    const row = await findStoredKey(deps, keyHash, apiKeyTtlMs);
    if (!row) return undefined;
    const created = await find(JSON.parse(row.reply));
    if (!created) gone = new Date(row.createdAt);
    else if (row.bodyHash !== bodyHash)
      throw new AppError("stale", "What came with this Idempotency-Key before is stored, with other values.", {
        data: created,
      });
    return created;
  }

  async function recordKey(db: Db, { slug, id = slug }: { slug: string; id?: string }): Promise<void> {
    const at = deps.now();
    const row = { keyHash, bodyHash, reply: JSON.stringify(id), subject: keySubject(noun, slug) };
    await insertIdempotencyKey(db, { ...row, createdAt: at.toISOString() }, gone ?? before(at, apiKeyTtlMs));
  }

  try {
    return (await earlier()) ?? (await create(recordKey));
  } catch (error) {
    // The same call was under way and has stored the key first.
    const created = isUniqueViolation(error) ? await earlier() : undefined;
    if (!created) throw error;
    return created;
  }
}

const keySubject = (noun: string, slug: string) => `${noun}/${slug}`;

/** Deletes the keys under which an entry was created. Call it when the entry is erased: they hold its slug. */
export async function deleteKeysOf(db: Db, noun: string, slug: string): Promise<void> {
  await deleteIdempotencyKeys(db, [keySubject(noun, slug)]);
}
