import { createMailer } from "#app/features/mail/smtp.service.server.ts";
import { findBucketFolder, hasObjects } from "#app/features/upload/picture-object.repository.server.ts";
import type { ServedImage } from "#app/features/upload/upload.service.server.ts";
import type { Config } from "#app/platform/config.ts";
import type { Deps } from "#app/platform/deps.ts";
import { ImageCache } from "#app/platform/images/image-cache.ts";
import { leadCommits } from "#app/platform/inbox/commits.repository.server.ts";
import { createHeartbeats } from "#app/platform/observability/heartbeats.ts";
import { createLog } from "#app/platform/observability/log.ts";
import { createLogOutput } from "#app/platform/observability/log-output.ts";
import { createMetrics } from "#app/platform/observability/metrics.ts";
import { summarizeRepeats } from "#app/platform/observability/repeated-lines.ts";
import { createProxyHint } from "#app/platform/proxy-hint.ts";
import { sharedLimits } from "#app/platform/rate-limit/rate-limit.repository.server.ts";
import { createRateLimits } from "#app/platform/rate-limit/rate-limit.ts";
import { createWakeSignal } from "#app/platform/wake-signal.ts";
import { openSiteDatabase } from "#db/data-dir/site-database.server.ts";
import { dialectOf } from "#db/dialect.ts";
import { type OnQuery, OpenError } from "#db/open.server.ts";
import { postgresClock } from "#db/postgres/clock.server.ts";
import type { AppDeps } from "#server/app-context.ts";
import { PageCache } from "#server/pages/page-cache.ts";
import { readBuiltInPictures } from "./built-in.ts";
import { openImages } from "./images/image-process.ts";

export interface OpenDeps extends AppDeps {
  close(): Promise<void>;
}

/**
 * Opens all dependencies as configured, and migrates the database to this build's schema.
 * @throws OpenError, NewerDatabase
 */
export async function openDeps(
  config: Config,
  {
    onQuery,
    ...given
  }: Partial<
    Pick<Deps, "now" | "log" | "pictures" | "mailer" | "images" | "pictureBucket"> & { onQuery: OnQuery }
  > = {},
): Promise<OpenDeps> {
  const metrics = createMetrics();
  const log = given.log ?? summarizeRepeats(createLog(config.logLevel, createLogOutput()));
  const { db, leadDb, dryRun, damage, vacuum, close } = await openSiteDatabase(config, {
    onQuery(query, tookMs) {
      metrics.databaseSeconds.observe(tookMs / 1000);
      onQuery?.(query, tookMs);
    },
    log,
  });
  try {
    const clock =
      given.now || dialectOf(leadDb) === "sqlite"
        ? undefined
        : postgresClock(leadDb, (aheadMs) => log.warn("this machine's clock differs from PostgreSQL's", { aheadMs }));
    await clock?.follow();
    const now = given.now ?? clock?.now ?? (() => new Date());
    // SQLite's own page cache is just as close.
    const isFar = dialectOf(leadDb) === "postgres" || config.pictureBucket !== undefined;
    const imageCache = new ImageCache<ServedImage>(isFar ? 32 * 1024 * 1024 : 0);
    await requirePictures(db, config);
    const pictureBucket = given.pictureBucket ?? (await openBucket(config));
    const mailer = given.mailer === undefined ? createMailer(config) : given.mailer;
    const images = given.images ?? openImages(log);
    return {
      config,
      db,
      leadDb,
      dryRun,
      damage,
      commitLead: leadCommits(leadDb),
      vacuum,
      now,
      followClock: clock?.follow ?? (async () => {}),
      log,
      metrics,
      heartbeats: createHeartbeats(),
      limits: createRateLimits({
        isOn: config.rateLimit,
        shared: dialectOf(leadDb) === "postgres" ? sharedLimits(leadDb) : undefined,
      }),
      proxyHint: createProxyHint(config.trustProxy, log),
      pages: new PageCache(
        () => now().getTime(),
        () => imageCache.clear(),
      ),
      imageCache,
      images,
      pictureBucket,
      pictures: given.pictures ?? (await readBuiltInPictures({ db, now })),
      mailer,
      mailWakeSignal: createWakeSignal(),
      async close() {
        mailer?.close();
        if (images !== given.images) await images.close();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openBucket({ pictureBucket }: Config): Promise<Deps["pictureBucket"]> {
  if (!pictureBucket) return null;
  // Loads the S3 client, which other sites do not need.
  const { openPictureBucket } = await import("#app/platform/images/picture-bucket.server.ts");
  return openPictureBucket(pictureBucket);
}

/** @throws OpenError if pictures are where this process could not find them */
async function requirePictures(db: Deps["db"], { pictureBucket }: Config): Promise<void> {
  if (!(await hasObjects(db))) return;
  if (!pictureBucket)
    throw new OpenError(
      "PICTURES_S3_BUCKET is not set, but pictures of this site are in a bucket. Set the PICTURES_S3_… of before; with PICTURES_IN=database the site moves them back and says in its log when they can be unset.",
    );
  if ((await findBucketFolder(db)) === undefined)
    throw new OpenError(
      "Pictures of this site are missing: its backup was not restored to the end, or restored without npm run restore. Restore it again into an empty place.",
    );
}
