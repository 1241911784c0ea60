import type { PictureBucketSettings } from "#app/platform/config.ts";
import { within } from "#app/shared/within.ts";
import { ObjectStorage, type StorageOptions } from "./object-storage.server.ts";
import { type BucketTrouble, BucketUnavailable, type PictureBucket } from "./picture-bucket.ts";
import { answerIn, isMissing } from "./storage-error.server.ts";

export interface PictureBucketOptions extends StorageOptions {
  /** How long one operation may take. */
  timeoutMs?: number;
  /** After one that took too long, others fail at once for this long: otherwise each visitor would wait in turn. */
  restMs?: number;
}

/** Loads the S3 client: import this module only where a bucket is set. @throws StorageError */
export function openPictureBucket(
  settings: PictureBucketSettings,
  { timeoutMs = 8_000, restMs = 2_000, ...options }: PictureBucketOptions = {},
): PictureBucket {
  const storage = new ObjectStorage(settings, { attempts: 2, firstPauseMs: 100, ...options });
  let restsUntil = 0;
  const trouble: BucketTrouble = {};

  async function attempt<T>(kind: keyof BucketTrouble, key: string, work: () => Promise<T>): Promise<T> {
    if (performance.now() < restsUntil) throw new BucketUnavailable(new Error("it did not answer a moment ago"));
    try {
      const result = await within(timeoutMs, work(), () => {
        throw new TooSlow("it took too long");
      });
      delete trouble[kind];
      return result;
    } catch (error) {
      if (error instanceof TooSlow) restsUntil = performance.now() + restMs;
      const plain = storage.plain(error, key);
      trouble[kind] = plain.message;
      throw new BucketUnavailable(plain);
    }
  }

  const at = (key: string) => settings.prefix + key;
  const mayRead = () =>
    storage
      .read(at(checkedKey), async () => {})
      .then(
        () => true,
        () => false,
      );
  const bucket: PictureBucket = {
    isHome: settings.keptIn === "bucket",
    put: async (key, bytes) =>
      void (await attempt("writing", at(key), () => storage.put(at(key), new Uint8Array(bytes)))),
    remove: (key) =>
      attempt("writing", at(key), () =>
        storage.remove(at(key)).catch((error: unknown) => {
          // Some storages say so where S3 says that it is deleted.
          if (!isMissing(error)) throw error;
        }),
      ),
    get: (key) =>
      attempt("reading", at(key), async () => {
        try {
          return await storage.readAll(at(key));
        } catch (error) {
          if (isMissing(error) || (isDenied(error) && (await mayRead()))) return undefined;
          throw error;
        }
      }),
    async check() {
      const found = await bucket.get(checkedKey).catch(() => undefined);
      if (found && trouble.writing === undefined) return;
      // Only now: a bucket that keeps every version would keep each of these. Then it is read again, since that may have
      // been denied because it was not there.
      await bucket.put(checkedKey, checkedBytes).catch(() => {});
      await bucket.get(checkedKey).catch(() => {});
    },
    trouble: () => ({ ...trouble }),
  };
  return bucket;
}

const checkedKey = "check.txt";
const checkedBytes = Buffer.from("Written and read by the site to see whether this bucket can be used.\n");

/** Keys that may not list a bucket hear so of an object that is not there. */
const isDenied = (error: unknown): boolean => answerIn(error)?.statusCode === 403;

/** A TypeError, as for any other failed connection. */
class TooSlow extends TypeError {}
