import { setTimeout as pause } from "node:timers/promises";
import { approvalsKeptMs, longestLinkMs } from "#app/features/approval/approval.service.server.ts";
import { eraseOld } from "#app/features/data-subject/erase-visitor-data.service.server.ts";
import { publishDueDrafts } from "#app/features/draft/due-drafts.service.server.ts";
import { startMailWorker } from "#app/features/mail/start-mail-worker.service.server.ts";
import { previewTtlMs } from "#app/features/preview/preview.service.server.ts";
import { reopenUndelivered } from "#app/features/quote/quote.repository.server.ts";
import { sendSpamDigest } from "#app/features/quote/spam-digest.service.server.ts";
import { purgeTrash } from "#app/features/trash/trash.service.server.ts";
import { deleteUnusedObjects, pictureMover } from "#app/features/upload/picture-object.service.server.ts";
import { purgeUnusedPictures } from "#app/features/upload/unused-pictures.service.server.ts";
import { pregenerateOne } from "#app/features/upload/upload.service.server.ts";
import { resetTtlMs } from "#app/features/user/account/password-reset.service.server.ts";
import { invitationTtlMs } from "#app/features/user/administrators/invitation.service.server.ts";
import { deleteUsedFirstPassword } from "#app/features/user/login/first-password.service.server.ts";
import { absoluteLimitMs } from "#app/features/user/session/session.service.server.ts";
import { activityKeptMs } from "#app/platform/activity.repository.server.ts";
import type { BackupSchedule } from "#app/platform/config.ts";
import { deleteEndedApprovals } from "#app/platform/content/approval.repository.server.ts";
import { deleteDiscardedDrafts } from "#app/platform/content/draft.repository.server.ts";
import { contentVersion } from "#app/platform/content/revision.repository.server.ts";
import { vacuumErased } from "#app/platform/erasure.server.ts";
import { deleteExpired } from "#app/platform/expiry.repository.server.ts";
import { apiKeyTtlMs } from "#app/platform/idempotency-key.server.ts";
import { BucketUnavailable, type PictureBucket } from "#app/platform/images/picture-bucket.ts";
import { expireBulkChanges } from "#app/platform/inbox/bulk-change.repository.server.ts";
import { errorFacts } from "#app/platform/observability/log.ts";
import { retentionTime } from "#app/platform/retention-clock.server.ts";
import { trashDays } from "#app/platform/trash.server.ts";
import type { AppDeps } from "#server/app-context.ts";
import { notifyAlerts } from "#server/observability/alert-notifier.ts";
import { scheduleBackups } from "./backup/schedule.ts";
import { repeat } from "./repeat.ts";

const watchEveryMs = 500;
/** After a failure, which took seconds: the database may be back any moment. */
const watchAgainMs = 100;
const clockEveryMs = 30_000;
/** How late a draft may be published. */
const draftsEveryMs = 5_000;
const sweepEveryMs = 10 * 60_000;
const vacuumEveryMs = 5 * 60_000;
const alertsEveryMs = 60_000;
const backupsEveryMs = 60_000;
const firstPasswordEveryMs = 5_000;
const bucketEveryMs = 10_000;
/** How long pictures are moved without a pause. */
const movingMs = 5_000;
/** Grace period when the process ends. */
const lastRunMs = 2_000;

/** Starts all background work. @returns the function that stops it; a run in progress gets a moment to finish */
export function startWorker(deps: AppDeps): () => Promise<void> {
  const stops = [
    pregeneratePictures(deps),
    repeat(deps, "content version", watchEveryMs, watchContentVersion(deps), watchAgainMs),
    repeat(deps, "clock", clockEveryMs, deps.followClock),
    // The first run is at start: what was due while no instance ran is published at once.
    repeat(deps, "scheduled drafts", draftsEveryMs, () => publishDueDrafts(deps)),
    repeat(deps, "clean-up", sweepEveryMs, () => sweep(deps)),
    repeat(deps, "vacuum", vacuumEveryMs, vacuumErased(deps)),
    repeat(deps, "alerts", alertsEveryMs, notifyAlerts(deps)),
    watchFirstPassword(deps),
    ...(deps.pictureBucket ? [keepBucket(deps, deps.pictureBucket)] : []),
    ...(deps.config.backup ? [makeBackups(deps, deps.config.backup)] : []),
  ];
  const stopMailWorker = startMailWorker(deps);
  return async () => {
    const stopped = Promise.all(stops.map((stop) => stop()));
    await Promise.all([Promise.race([stopped, pause(lastRunMs, undefined, { ref: false })]), stopMailWorker()]);
  };
}

/** Another instance may be the one logged in at first. */
function watchFirstPassword(deps: AppDeps): () => Promise<void> {
  return repeat(deps, "first password", firstPasswordEveryMs, async () =>
    (await deleteUsedFirstPassword(deps)) ? sweepEveryMs : undefined,
  );
}

function makeBackups(deps: AppDeps, schedule: BackupSchedule): () => Promise<void> {
  const backups = scheduleBackups(deps, schedule);
  const stopChecking = repeat(deps, "backups", backupsEveryMs, backups.startDue);
  return async () => {
    await stopChecking();
    await backups.stop();
  };
}

/** Deletes objects that nothing refers to, and moves pictures to where they belong. */
function keepBucket(deps: AppDeps, pictureBucket: PictureBucket): () => Promise<void> {
  const move = pictureMover({ ...deps, pictureBucket });
  let isStopping = false;
  const work = async () => {
    const until = performance.now() + movingMs;
    const isTime = () => !isStopping && performance.now() < until;
    while (isTime() && (await deleteUnusedObjects(deps)));
    while (isTime() && (await move()));
  };
  const name = "pictures in the bucket";
  const stop = repeat(deps, name, bucketEveryMs, () => work().catch(reportBucket(deps, name)));
  return () => {
    isStopping = true;
    return stop();
  };
}

/**
 * Image variants are generated a fifth of the time, leaving the rest to visitors; once all are ready, new uploads are
 * checked for once a minute.
 */
const aheadEveryMs = { busy: 4, idle: 60_000 };

function pregeneratePictures(deps: AppDeps): () => Promise<void> {
  const work = "image sizes";
  let isStarting = true;
  return repeat(deps, work, aheadEveryMs.idle, async () => {
    // Not at once: after a start, visitors need the processor.
    if (isStarting) {
      isStarting = false;
      return;
    }
    const begunMs = performance.now();
    const isMore = await pregenerateOne(deps).catch(reportBucket(deps, work));
    return isMore ? Math.max(250, (performance.now() - begunMs) * aheadEveryMs.busy) : undefined;
  });
}

/** An unreachable bucket does not count as work that fails: an alert of its own reports it. */
function reportBucket({ log }: Pick<AppDeps, "log">, work: string): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof BucketUnavailable)) throw error;
    // Its cause says what is wrong with the bucket.
    log.error("background work failed", { work, ...errorFacts(error.cause) });
  };
}

/**
 * Clears this process's page cache within a second of a content write by another process, or within a few of the
 * database being reachable again. Meanwhile the cached pages are served (docs/scaling.md).
 */
export function watchContentVersion({ leadDb, pages }: Pick<AppDeps, "leadDb" | "pages">): () => Promise<void> {
  let known: number | undefined;
  return async () => {
    const version = await contentVersion(leadDb);
    // Also on the first run: a page may have been cached, and a write made, before it.
    if (version !== known) pages.clear();
    known = version;
  };
}

/**
 * Deletes what has expired: sessions, invitations, reset links, idempotency keys, previews, discarded drafts, the trash,
 * and whatever is older than the retention settings allow. All by the retention clock, so that a wrong system date
 * deletes nothing. Also announces held-back messages, and reopens leads whose answer was not delivered. A step that
 * fails does not keep the others from running.
 * @throws the error of the step that failed; AggregateError if several did
 */
export async function sweep(
  deps: Pick<AppDeps, "db" | "now" | "log" | "mailer" | "config" | "pictures" | "pages" | "limits">,
): Promise<void> {
  const { db, limits } = deps;
  const time = await retentionTime(deps);
  const aged = { ...deps, now: () => time };
  const before = (ms: number) => new Date(time.getTime() - ms);
  const steps: (() => Promise<unknown>)[] = [
    () => deleteExpired(db, "session", before(absoluteLimitMs)),
    () => deleteExpired(db, "invitation", before(invitationTtlMs)),
    () => deleteExpired(db, "passwordReset", before(resetTtlMs)),
    () => deleteExpired(db, "leadKey", before(apiKeyTtlMs)),
    () => expireBulkChanges(db, before(trashDays * 24 * 60 * 60_000), time),
    () => deleteDiscardedDrafts(db, before(trashDays * 24 * 60 * 60_000)),
    () => deleteExpired(db, "activity", before(activityKeptMs)),
    () => deleteExpired(db, "mailedLink", before(longestLinkMs)),
    () => deleteEndedApprovals(db, before(approvalsKeptMs)),
    () => deleteExpired(db, "preview", before(previewTtlMs)),
    () => limits.forgetEnded(),
    () => purgeTrash(aged),
    () => purgeUnusedPictures(aged),
    () => eraseOld(aged),
    () => sendSpamDigest(deps),
    () => reopenUndelivered(db),
  ];
  const errors: unknown[] = [];
  for (const step of steps) await step().catch((error: unknown) => errors.push(error));
  if (errors.length > 1) throw new AggregateError(errors, errors.map((error) => (error as Error).message).join("; "));
  if (errors.length === 1) throw errors[0];
}
