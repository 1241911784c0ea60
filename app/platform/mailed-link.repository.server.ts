import type { Db } from "#db/schema.ts";
import { randomToken, sha256 } from "./secret.server.ts";

// A link for one person (an invitation, a reset link, a link for approval) is shown once and stored as a hash, so it
// cannot be mailed later. Its mail gets another token when it is rendered, of which only the hash is stored either, and
// which opens whatever the shown link opens: neither the outbox nor a backup ever contains a link.

/** An attempt to send that seemed to fail may have arrived: its link goes on working beside those of the next hour. */
const keptMs = 60 * 60_000;

/** Makes a token that opens what the link with this hash opens, for as long as that does. */
export async function makeMailedToken(db: Db, linkHash: string, at: Date): Promise<string> {
  const token = randomToken();
  await db
    .deleteFrom("mailedLink")
    .where("linkHash", "=", linkHash)
    .where("createdAt", "<", new Date(at.getTime() - keptMs).toISOString())
    .execute();
  await db
    .insertInto("mailedLink")
    .values({ tokenHash: sha256(token), linkHash, createdAt: at.toISOString() })
    .execute();
  return token;
}

/** The hash under which the link of a token is stored, whether the token was shown or mailed. */
export async function linkHashOf(db: Db, token: string): Promise<string> {
  const tokenHash = sha256(token);
  const mailed = await db
    .selectFrom("mailedLink")
    .select("linkHash")
    .where("tokenHash", "=", tokenHash)
    .executeTakeFirst();
  return mailed?.linkHash ?? tokenHash;
}
