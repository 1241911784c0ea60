import { createHash } from "node:crypto";
import { AppError } from "#app/shared/app-error.ts";
import { readSignals, signalsHeader, type VisitorSignals } from "#app/shared/visitor-signals.ts";
import { isUniqueViolation } from "#db/failures.ts";
import type { Db, Deps } from "./deps.ts";
import { findLeadKey, insertLeadKey } from "./lead-key.repository.server.ts";
import { sha256 } from "./secret.server.ts";
import type { Posting } from "./spam.server.ts";

/** How one composed message is told from the next, and whose limit it counts on. */
export interface LeadKey {
  form: "quote" | "contact" | "subscription";
  /** What the sender chose; `undefined` when it sent none: then every request is a lead of its own. */
  key: string | undefined;
  client: string;
  /** How long the key holds. */
  ttlMs: number;
  /** What the form told beside the message. */
  signals: VisitorSignals;
}

const day = 24 * 60 * 60 * 1000;

/** Keys of the API are remembered for 30 days (spec/reading). */
export const apiKeyTtlMs = 30 * day;

/** A plain form has no key of its own: its whole content is the key, for a day. Edited and sent again it is a second lead. */
export const formKeyTtlMs = day;

/** About a second of a browser's time. */
export const proofBits = 16;

/** The key that a call of the API carries in Idempotency-Key. @throws AppError `malformed` */
export function leadKey(call: { request: Request; client: string }, form: LeadKey["form"]): LeadKey {
  const key = call.request.headers.get("Idempotency-Key") ?? undefined;
  if (key !== undefined && (key.trim() === "" || key.length > 200))
    throw new AppError("malformed", "Idempotency-Key has to hold 1 to 200 characters.");
  return {
    form,
    key,
    client: call.client,
    ttlMs: apiKeyTtlMs,
    signals: readSignals(call.request.headers.get(signalsHeader)),
  };
}

/** Every lead has a slug, by which its key can be forgotten together with it. */
interface Reply {
  slug: string;
}

type Work<T> = (db: Db, posting: Posting) => Promise<T>;

/**
 * Does `work` once for a key, in one transaction with the memory of it: the same key and body answer the same again,
 * and are not counted against the sender's limit.
 * @throws AppError `invalid` for another body under the same key, `too_many` above the limit of visitors' posts
 */
export async function once<T extends Reply>(deps: Deps, lead: LeadKey, body: unknown, work: Work<T>): Promise<T> {
  const reply = await (lead.key === undefined ? freely(deps, lead, work) : underKey(deps, lead, lead.key, body, work));
  deps.mailWakeSignal.notify();
  return reply;
}

function freely<T>(deps: Deps, lead: LeadKey, work: Work<T>): Promise<T> {
  const posting = count(deps, lead);
  return deps.leads.commit((db) => work(db, posting));
}

async function underKey<T extends Reply>(
  deps: Deps,
  lead: LeadKey,
  key: string,
  body: unknown,
  work: Work<T>,
): Promise<T> {
  // Panel and contact form are one noun: a key of the one is a key of the other.
  const keyHash = sha256(lead.form === "contact" ? "quote" : lead.form, key);
  return afterOthers(keyHash, () => onceFor(deps, lead, keyHash, body, work));
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

async function onceFor<T extends Reply>(
  deps: Deps,
  lead: LeadKey,
  keyHash: string,
  body: unknown,
  work: Work<T>,
): Promise<T> {
  const bodyHash = sha256(JSON.stringify(body));
  const since = new Date(deps.now().getTime() - lead.ttlMs);
  const known = await answered<T>(deps.leads.db, keyHash, bodyHash, since);
  if (known) return known;
  const posting = count(deps, lead);
  try {
    return await deps.leads.commit(async (db) => {
      const reply = await work(db, posting);
      await insertLeadKey(
        db,
        { keyHash, bodyHash, reply: JSON.stringify(reply), subject: reply.slug, createdAt: deps.now().toISOString() },
        since,
      );
      return reply;
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    // Another process was faster with this key: its answer is ours.
    const reply = await answered<T>(deps.leads.db, keyHash, bodyHash, since);
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

/**
 * Counts a posting. Above the limit the answer names the work by which a browser may still send, so that people who share an address
 * are not locked out by one of them; each message takes work of its own, since its key is part of it.
 */
function count({ limits }: Deps, { form, client, key, signals }: LeadKey): Posting {
  const who = `${form} ${client}`;
  const hasProof = key !== undefined && signals.proof !== undefined && isProof(key, signals.proof);
  try {
    return { recent: limits.take("visitorPost", who), hasProof, signals };
  } catch (error) {
    if (!(error instanceof AppError) || key === undefined) throw error;
    const { message, retryAfterSeconds } = error;
    if (!hasProof) throw new AppError("too_many", message, { retryAfterSeconds, data: { proofBits } });
    return { recent: limits.take("visitorWork", who), hasProof, signals };
  }
}

function isProof(key: string, proof: string): boolean {
  const hash = createHash("sha256").update(`${key}:${proof}`).digest();
  return hash.readUInt32BE(0) >>> (32 - proofBits) === 0;
}
