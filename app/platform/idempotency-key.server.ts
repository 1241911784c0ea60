import { AppError } from "#app/shared/app-error.ts";
import type { Deps } from "./deps.ts";
import { findIdempotencyKey } from "./idempotency-key.repository.server.ts";
import { readRetentionTime } from "./retention-clock.server.ts";

/** Keys sent by API calls are remembered for 30 days. */
export const apiKeyTtlMs = 30 * 24 * 60 * 60_000;

/** The Idempotency-Key of a request, if it has one. @throws AppError `malformed` for an invalid one */
export function idempotencyKeyOf(request: Request): string | undefined {
  const key = request.headers.get("Idempotency-Key") ?? undefined;
  if (key !== undefined && (key.trim() === "" || key.length > 200))
    throw new AppError("malformed", "Idempotency-Key must be 1 to 200 characters long.");
  return key;
}

export const before = (time: Date, ms: number) => new Date(time.getTime() - ms);

/** What is stored under a key, unless that is older than `ttlMs`. */
export async function findStoredKey(
  { db, now }: Pick<Deps, "db" | "now">,
  keyHash: string,
  ttlMs: number,
): ReturnType<typeof findIdempotencyKey> {
  const row = await findIdempotencyKey(db, keyHash);
  if (!row) return undefined;
  // A clock that has leapt forward must not double an entry, so a key has to be old by the retention clock as well.
  const isOld = (time: Date) => row.createdAt <= before(time, ttlMs).toISOString();
  return isOld(now()) && isOld(await readRetentionTime({ db, now })) ? undefined : row;
}
