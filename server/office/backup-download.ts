import fs from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { todayApi } from "#app/features/today/today.contract.ts";
import { confirmPassword } from "#app/features/user/account/credential.service.server.ts";
import { readBackupState } from "#app/platform/backup-state.server.ts";
import type { Deps } from "#app/platform/deps.ts";
import { office, route } from "#app/platform/http.server.ts";
import { randomToken, sha256 } from "#app/platform/secret.server.ts";
import { findSetting, replaceSetting } from "#app/platform/setting.repository.server.ts";
import { AppError } from "#app/shared/app-error.ts";
import type { App, AppDeps } from "../app-context.ts";

const name = "backup download";
/** Lifetime of the link; a browser follows it immediately. */
const ticketMs = 60_000;

/**
 * A browser can save a file of any size only from a plain link, with which it sends no token. So after confirming their
 * password, administrators get a short-lived, single-use link.
 */
export const backupRoutes = [
  route(todayApi.downloadBackup, async (call) => {
    const { deps, body } = call;
    const caller = office(call);
    await confirmPassword(deps, caller, body.currentPassword);
    await requireFile(deps);
    const ticket = randomToken();
    const until = deps.now().getTime() + ticketMs;
    const text = JSON.stringify({ hash: sha256("backup", ticket), userId: caller.id, until });
    if (!(await replaceSetting(deps.db, name, await findSetting(deps.db, name), text)))
      throw new AppError("conflict", "Somebody else asked for the backup at this moment. Try again.");
    return { address: `/backup/${ticket}` };
  }),
];

/** The newest proved backup, if this instance has it. @throws AppError `not_found` */
async function requireFile({ db, config }: Pick<Deps, "db" | "config">): Promise<string> {
  const { state } = await readBackupState({ db });
  const file = config.backup && state?.provedFile && path.join(config.backup.folder, state.provedFile);
  if (file && fs.existsSync(file)) return file;
  throw new AppError(
    "not_found",
    state?.provedFile
      ? "The last proved backup is not in BACKUP_DIR of the machine that answered. If others serve the site too, look there."
      : "There is no proved backup yet.",
  );
}

/** Serves the archive behind that link, once. */
export function mountBackupDownload(app: App, deps: AppDeps): void {
  app.get("/backup/:ticket", async (c) => {
    // Only the back office opens this link; a HEAD request or a visit from elsewhere must not use it up.
    if (c.req.method !== "GET" || !["same-origin", undefined].includes(c.req.header("Sec-Fetch-Site")))
      return c.notFound();
    const userId = await redeemTicket(deps, c.req.param("ticket"));
    if (userId === undefined) return c.notFound();
    const file = await requireFile(deps);
    const { size } = fs.statSync(file);
    deps.log.info("backup downloaded", { userId, file: path.basename(file), bytes: size });
    return new Response(Readable.toWeb(fs.createReadStream(file)) as ReadableStream, {
      headers: {
        "Content-Type": "application/x-tar",
        "Content-Length": String(size),
        "Content-Disposition": `attachment; filename="${path.basename(file)}"`,
        "Cache-Control": "no-store",
      },
    });
  });
}

/** @returns the user the ticket was issued to; nothing if it is unknown, used or expired */
async function redeemTicket({ db, now }: AppDeps, ticket: string): Promise<number | undefined> {
  const text = await findSetting(db, name);
  if (!text?.startsWith("{")) return undefined;
  const { hash, userId, until } = JSON.parse(text) as { hash: string; userId: number; until: number };
  if (hash !== sha256("backup", ticket) || now().getTime() > until) return undefined;
  return (await replaceSetting(db, name, text, "used")) ? userId : undefined;
}
