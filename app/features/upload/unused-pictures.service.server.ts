import { insertActivity } from "#app/platform/activity.repository.server.ts";
import { writeContent } from "#app/platform/content/content-write.server.ts";
import type { Deps } from "#app/platform/deps.ts";
import { markErasure } from "#app/platform/erasure.server.ts";
import {
  deleteUploads,
  forgetUntracedPictures,
  isReferenced,
} from "#app/platform/images/erased-images.repository.server.ts";
import { shownByVersions, usesOf } from "#app/platform/images/picture-uses.repository.server.ts";
import { findSetting, replaceSetting } from "#app/platform/setting.repository.server.ts";
import { hashOfUpload } from "#app/shared/image-address.ts";
import { listOldPictures } from "./picture.repository.server.ts";
import { addressesOf, unusedMs } from "./picture.service.server.ts";

type Erasing = Pick<Deps, "db" | "config" | "pictures" | "now" | "log" | "pages">;

const lastSought = "unused pictures sought";
const portion = 500;

/**
 * Erases the pictures that were uploaded at least 30 days ago and that nothing shows, or can show again: no entry, also
 * in the trash, no saved version and no text. At most once a day, because it reads the whole history.
 */
export async function purgeUnusedPictures(deps: Erasing): Promise<void> {
  const { db, now } = deps;
  const today = now().toISOString().slice(0, 10);
  const sought = await findSetting(db, lastSought);
  // Claimed first, so that of several instances only one does it.
  if (sought === today || !(await replaceSetting(db, lastSought, sought, today))) return;
  const before = new Date(now().getTime() - unusedMs);
  try {
    await eraseUnused(deps, before);
    await forgetUntracedPictures(db, before);
  } catch (error) {
    // Tried again at the next run. If the database is away, it is tried again tomorrow.
    await replaceSetting(db, lastSought, today, sought ?? "").catch(() => {});
    throw error;
  }
}

async function eraseUnused(deps: Erasing, before: Date): Promise<void> {
  const { db, config, pictures, now } = deps;
  const builtIn = new Set([...pictures.values()].map(hashOfUpload));
  const unused = async (among: Deps["db"], hashes: string[]) => {
    const used = new Set(
      (
        await usesOf(
          among,
          hashes.flatMap((hash) => addressesOf(config, hash)),
        )
      ).map(({ address }) => hashOfUpload(address)),
    );
    return hashes.filter((hash) => !used.has(hash));
  };
  const candidates: string[] = [];
  for (let rows = await listOldPictures(db, before, portion); rows.length > 0; ) {
    candidates.push(
      ...(await unused(
        db,
        rows.map(({ hash }) => hash).filter((hash) => !builtIn.has(hash)),
      )),
    );
    rows = await listOldPictures(db, before, portion, rows.at(-1));
  }
  if (candidates.length === 0) return;
  const kept = await shownByVersions(db, new Set(candidates));
  const erased = await writeContent(deps, async (trx) => {
    const still = await unused(
      trx,
      candidates.filter((hash) => !kept.has(hash)),
    );
    const gone: string[] = [];
    for (const hash of still) if (!(await isReferenced(trx, hash))) gone.push(hash);
    if (gone.length === 0) return 0;
    await deleteUploads(trx, gone);
    await insertActivity(trx, { kind: "pictures-purged", subject: String(gone.length), userId: null, at: now() });
    await markErasure(trx, now());
    return gone.length;
  });
  if (erased === 0) return;
  deps.log.info("unused pictures erased", { erased });
}
