import { AppError } from "#app/shared/app-error.ts";
import { isUniqueViolation } from "#db/failures.ts";
import type { Db, Deps } from "./deps.ts";
import { findLeadKey, insertLeadKey } from "./lead-key.repository.server.ts";
import { sha256 } from "./secret.server.ts";

/** How one composed message is told from the next, and whose limit it counts on. */
export interface LeadKey {
  form: "quote" | "contact" | "subscription";
  /** What the sender chose; `undefined` when it sent none: then every request is a lead of its own. */
  key: string | undefined;
  client: string;
  /** How long the key holds. */
  ttlMs: number;
}

const day = 24 * 60 * 60 * 1000;

/** Keys of the API are remembered for 30 days (spec/reading). */
export const apiKeyTtlMs = 30 * day;

/** A plain form has no key of its own: its whole content is the key, for a day. Edited and sent again it is a second lead. */
export const formKeyTtlMs = day;

/** The key that a call of the API carries in Idempotency-Key. @throws AppError `malformed` */
export function leadKey(call: { request: Request; client: string }, form: LeadKey["form"]): LeadKey {
  const key = call.request.headers.get("Idempotency-Key") ?? undefined;
  if (key !== undefined && (key.trim() === "" || key.length > 200))
    throw new AppError("malformed", "Idempotency-Key has to hold 1 to 200 characters.");
  return { form, key, client: call.client, ttlMs: apiKeyTtlMs };
}

/**
 * Does `work` once for a key, in one transaction with the memory of it: the same key and body answer the same again,
 * and are not counted against the sender's limit.
 * @throws AppError `invalid` for another body under the same key, `too_many` above the limit of visitors' posts
 */
export async function once<T>(
  deps: Deps,
  { form, key, client, ttlMs }: LeadKey,
  body: unknown,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  if (key === undefined) {
    deps.limits.take("visitorPost", `${form} ${client}`);
    return deps.db.transaction().execute(work);
  }
  // Panel and contact form are one noun: a key of the one is a key of the other.
  const keyHash = sha256(form === "contact" ? "quote" : form, key);
  return afterOthers(keyHash, () => onceFor(deps, keyHash, { form, client, ttlMs }, body, work));
}

const lasts = new Map<string, Promise<unknown>>();

/** Requests with one key at one moment come one after the other, so that the first alone counts against the limit. */
async function afterOthers<T>(keyHash: string, work: () => Promise<T>): Promise<T> {
  const turn = (lasts.get(keyHash) ?? Promise.resolve()).then(work);
  const last = turn.catch(() => {});
  lasts.set(keyHash, last);
  try {
    return await turn;
  } finally {
    if (lasts.get(keyHash) === last) lasts.delete(keyHash);
  }
}

async function onceFor<T>(
  deps: Deps,
  keyHash: string,
  { form, client, ttlMs }: Omit<LeadKey, "key">,
  body: unknown,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const bodyHash = sha256(JSON.stringify(body));
  const since = new Date(deps.now().getTime() - ttlMs);
  const known = await answered<T>(deps.db, keyHash, bodyHash, since);
  if (known) return known;
  deps.limits.take("visitorPost", `${form} ${client}`);
  try {
    return await deps.db.transaction().execute(async (db) => {
      const reply = await work(db);
      await insertLeadKey(
        db,
        { keyHash, bodyHash, reply: JSON.stringify(reply), createdAt: deps.now().toISOString() },
        since,
      );
      return reply;
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    // Another process was faster with this key: its answer is ours.
    const reply = await answered<T>(deps.db, keyHash, bodyHash, since);
    if (!reply) throw error;
    return reply;
  }
}

async function answered<T>(db: Db, keyHash: string, bodyHash: string, since: Date): Promise<T | undefined> {
  const row = await findLeadKey(db, keyHash, since);
  if (!row) return undefined;
  if (row.bodyHash !== bodyHash)
    throw new AppError(
      "invalid",
      "This Idempotency-Key came with another message before. Send a changed message under a new key.",
    );
  return JSON.parse(row.reply) as T;
}
