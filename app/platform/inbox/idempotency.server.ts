import { createHash } from "node:crypto";
import type { Db, Deps } from "#app/platform/deps.ts";
import { insertIdempotencyKey } from "#app/platform/idempotency-key.repository.server.ts";
import { apiKeyTtlMs, before, findStoredKey, idempotencyKeyOf } from "#app/platform/idempotency-key.server.ts";
import { sha256 } from "#app/platform/secret.server.ts";
import { AppError } from "#app/shared/app-error.ts";
import { readSignals, signalsHeader, type VisitorSignals } from "#app/shared/visitor-signals.ts";
import { isUniqueViolation } from "#db/failures.ts";
import type { Posting } from "./spam.server.ts";

/** What arrives with a form: which form, its idempotency key, and the client whose rate limit applies. */
export interface Submission {
  form: "quote" | "contact" | "subscription";
  /** Idempotency-Key header; if it is absent (`undefined`), every request creates a new lead. */
  key: string | undefined;
  client: string;
  /** How long the key is remembered. */
  ttlMs: number;
  /** Signals the form sends along with the message, used for spam detection. */
  signals: VisitorSignals;
}

const day = 24 * 60 * 60 * 1000;

/**
 * A plain form sends no key, so a hash of its content serves as the key for one day. Edited and sent again, it is a
 * second lead.
 */
export const formKeyTtlMs = day;

/** Takes a browser about a second. */
export const proofBits = 16;

/** Reads the submission from an API call. @throws AppError `malformed` for an invalid Idempotency-Key */
export function submissionOf(call: { request: Request; client: string }, form: Submission["form"]): Submission {
  return {
    form,
    key: idempotencyKeyOf(call.request),
    client: call.client,
    ttlMs: apiKeyTtlMs,
    signals: readSignals(call.request.headers.get(signalsHeader)),
  };
}

/** Every lead has a slug, which is used to delete its key along with it. */
interface Reply {
  slug: string;
}

/** Stores what was submitted, in the transaction of `db`. */
type Store<T> = (db: Db, posting: Posting) => Promise<T>;

/**
 * Stores a submission once for its key, and its reply in the same transaction: the same key and body get the same reply
 * again without counting against the sender's rate limit. Without a key every request is a separate submission.
 * @throws AppError `invalid` for a different body under the same key, `too_many` above the visitors' rate limit
 */
export async function withIdempotencyKey<T extends Reply>(
  deps: Deps,
  submission: Submission,
  body: unknown,
  store: Store<T>,
): Promise<T> {
  const { form, key, ttlMs } = submission;
  // The quote panel and the contact form store the same noun, so they share keys.
  const keyHash = key === undefined ? undefined : sha256(form === "contact" ? "quote" : form, key);
  const bodyHash = sha256(JSON.stringify(body));
  const unlock = keyHash === undefined ? undefined : await lock(keyHash);
  try {
    const earlier = await findReply<T>(deps, keyHash, bodyHash, ttlMs);
    if (earlier) return earlier;
    const posting = await countPosting(deps, submission);
    const reply = await deps.commitLead(async (db) => {
      const reply = await store(db, posting);
      const row = { bodyHash, reply: JSON.stringify(reply), subject: reply.slug, createdAt: deps.now().toISOString() };
      if (keyHash !== undefined) await insertIdempotencyKey(db, { keyHash, ...row }, before(deps.now(), ttlMs));
      return reply;
    });
    deps.mailWakeSignal.notify();
    return reply;
  } catch (error) {
    // Another process stored this key first: return its reply.
    const reply = isUniqueViolation(error) ? await findReply<T>(deps, keyHash, bodyHash, ttlMs) : undefined;
    if (!reply) throw error;
    return reply;
  } finally {
    unlock?.();
  }
}

const locks = new Map<string, Promise<void>>();

/**
 * Requests with the same key run one after the other, so that only the first counts against the rate limit.
 * @returns the unlock function
 */
async function lock(keyHash: string): Promise<() => void> {
  const before = locks.get(keyHash) ?? Promise.resolve();
  const { promise, resolve } = Promise.withResolvers<void>();
  const last = before.then(() => promise);
  locks.set(keyHash, last);
  await before;
  return () => {
    resolve();
    if (locks.get(keyHash) === last) locks.delete(keyHash);
  };
}

async function findReply<T>(
  { leadDb, now }: Pick<Deps, "leadDb" | "now">,
  keyHash: string | undefined,
  bodyHash: string,
  ttlMs: number,
): Promise<T | undefined> {
  if (keyHash === undefined) return undefined;
  const row = await findStoredKey({ db: leadDb, now }, keyHash, ttlMs);
  if (!row) return undefined;
  if (row.bodyHash !== bodyHash)
    throw new AppError(
      "invalid",
      "This Idempotency-Key came with another message before. Send a changed message under a new key.",
    );
  return JSON.parse(row.reply) as T;
}

/**
 * Counts a submission. Above the limit, the error names a proof of work with which the browser may still send, so that
 * one person cannot lock out others behind the same IP address. The key is part of the proof, so each message needs its
 * own.
 */
async function countPosting({ limits }: Deps, { form, client, key, signals }: Submission): Promise<Posting> {
  const who = `${form} ${client}`;
  const hasProof = key !== undefined && signals.proof !== undefined && isProof(key, signals.proof);
  try {
    return { recent: await limits.take("visitorPost", who), hasProof, signals };
  } catch (error) {
    if (!(error instanceof AppError) || key === undefined) throw error;
    const { message, retryAfterSeconds } = error;
    if (!hasProof) throw new AppError("too_many", message, { retryAfterSeconds, data: { proofBits } });
    return { recent: await limits.take("visitorWork", who), hasProof, signals };
  }
}

function isProof(key: string, proof: string): boolean {
  const hash = createHash("sha256").update(`${key}:${proof}`).digest();
  return hash.readUInt32BE(0) >>> (32 - proofBits) === 0;
}
