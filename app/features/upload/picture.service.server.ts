import { siteFieldName } from "#app/features/site-content/site-fields.service.server.ts";
import { insertActivity } from "#app/platform/activity.repository.server.ts";
import { findContentType } from "#app/platform/content/content-types.ts";
import { writeContent } from "#app/platform/content/content-write.server.ts";
import { entryTitles } from "#app/platform/content/entry-titles.repository.server.ts";
import type { Deps } from "#app/platform/deps.ts";
import { markErasure } from "#app/platform/erasure.server.ts";
import { deleteUploads, isReferenced } from "#app/platform/images/erased-images.repository.server.ts";
import { type FoundUse, usesOf, versionsShowing } from "#app/platform/images/picture-uses.repository.server.ts";
import { trashDays } from "#app/platform/trash.server.ts";
import { AppError } from "#app/shared/app-error.ts";
import { capitalised } from "#app/shared/content-type.ts";
import { hashOfUpload } from "#app/shared/image-address.ts";
import { containText } from "#app/shared/search-words.ts";
import { isVisible } from "#app/shared/text/visible.ts";
import type { PictureUse, PictureVersion, StoredPicture } from "./picture.contract.ts";
import { hasPicture, listPictures, pictureNames } from "./picture.repository.server.ts";

type Reading = Pick<Deps, "db" | "config" | "pictures">;

/** How long a picture is kept that nothing shows. */
export const unusedMs = trashDays * 24 * 60 * 60 * 1000;

/** The addresses under which a picture may be stored: a path, or a URL on the site's or the uploads' origin. */
export const addressesOf = ({ publicUrl, uploadBaseUrl }: Deps["config"], hash: string): string[] => [
  ...new Set(["", publicUrl, uploadBaseUrl].map((base) => `${base}/uploads/${hash}.webp`)),
];

/** If uploads have a different origin, addresses are absolute, so that they also work on the site's origin. */
export function addressBase({ uploadBaseUrl, publicUrl }: Deps["config"]): string {
  const isElsewhere = uploadBaseUrl.startsWith("http") && new URL(uploadBaseUrl).origin !== publicUrl;
  return isElsewhere ? uploadBaseUrl : "";
}

interface PictureQuery {
  limit?: number | undefined;
  before?: string | undefined;
  q?: string | undefined;
}

/** A page of the pictures, newest first, each with the places that show it. `q`: only those that contain it. */
export async function readPictures(reading: Reading, query: PictureQuery): Promise<StoredPicture[]> {
  const { limit = 100, q = "" } = query;
  const [createdAt = "", hash = ""] = query.before?.split(" ") ?? [];
  let before = query.before ? { createdAt, hash } : undefined;
  if (q.trim() === "") return readPortion(reading, { limit, before });
  // No column holds the words: they are those of the places, which are in other tables.
  const found: StoredPicture[] = [];
  for (;;) {
    const some = await readPortion(reading, { limit: atOnce, before });
    found.push(...some.filter((picture) => containText(wordsOf(picture), q.trim())));
    before = some.at(-1);
    if (found.length >= limit || some.length < atOnce) return found.slice(0, limit);
  }
}

/** Pictures that are looked through at once. */
const atOnce = 200;

const wordsOf = ({ name, width, height, uses }: StoredPicture): string[] => [
  name,
  `${width} × ${height}`,
  `${width.toLocaleString("en-GB")} × ${height.toLocaleString("en-GB")}`,
  ...(uses.length === 0 ? ["Not used"] : uses.map(({ label }) => label)),
];

async function readPortion(
  { db, config, pictures }: Reading,
  { limit, before }: Parameters<typeof listPictures>[1],
): Promise<StoredPicture[]> {
  const rows = await listPictures(db, { limit, before });
  const found = await usesOf(
    db,
    rows.flatMap((row) => addressesOf(config, row.hash)),
  );
  const fileNames = await pictureNames(
    db,
    rows.map((row) => row.hash),
  );
  const usesByHash = Map.groupBy(found, ({ address }) => hashOfUpload(address));
  /** File names of the pictures that come with the site. */
  const builtIn = new Map([...pictures].map(([path, address]) => [hashOfUpload(address), path.split("/").at(-1)]));
  return rows.map((row) => {
    const uses = usesByHash.get(row.hash) ?? [];
    const isBuiltIn = builtIn.has(row.hash);
    const [width, height] = [Number(row.width), Number(row.height)];
    return {
      ...row,
      name:
        fileNames.get(row.hash) ?? nameByUse(uses) ?? builtIn.get(row.hash) ?? `Picture of ${shownSize(width, height)}`,
      width,
      height,
      size: Number(row.size),
      url: `${addressBase(config)}/uploads/${row.hash}.webp`,
      isBuiltIn,
      uses: uses.map(({ key, label, path }): PictureUse => ({ key, label, path })),
      eraseAt: isBuiltIn || uses.length > 0 ? null : new Date(Date.parse(row.createdAt) + unusedMs).toISOString(),
    };
  });
}

/** What a picture shows in the first place that says so, or else the first place. */
function nameByUse(uses: FoundUse[]): string | undefined {
  const alt = uses.find((use) => isVisible(use.alt ?? ""))?.alt;
  const [first] = uses;
  return alt ?? (first?.at.kind === "text" ? siteFieldName(first.at.path) : undefined) ?? first?.name;
}

const shownSize = (width: number, height: number) =>
  `${width.toLocaleString("en-GB")} × ${height.toLocaleString("en-GB")} px`;

/** The saved versions that show a picture, newest first. */
export async function readVersionsShowing(db: Deps["db"], hash: string, limit = 100): Promise<PictureVersion[]> {
  const versions = await versionsShowing(db, hash, limit);
  const titleOf = await entryTitles(db, versions);
  return versions.map(({ noun, slug, version }) => {
    const type = findContentType(noun);
    const what = type ? `${capitalised(type.one)} “${titleOf({ noun, slug }) || slug}”` : `Site text ${slug}`;
    return { label: `${what}, version ${version}`, path: `/history/${noun}/${slug}` };
  });
}

type Erasing = Reading & Pick<Deps, "now" | "pages">;

/**
 * Deletes a picture for good.
 * @throws AppError `not_found`, or `conflict` with the places that show it or may show it again
 */
export async function removePicture(deps: Erasing, hash: string, userId: number): Promise<void> {
  // The content lock keeps anybody from saving the picture in an entry in between.
  await writeContent(deps, async (db) => {
    if (!(await hasPicture(db, hash))) throw new AppError("not_found", "There is no such picture.");
    const refusal = await referenceTo({ ...deps, db }, hash);
    if (refusal) throw new AppError("conflict", refusal);
    await deleteUploads(db, [hash]);
    await insertActivity(db, { kind: "picture-deleted", subject: "", userId, at: deps.now() });
    await markErasure(db, deps.now());
  });
}

const maxNamed = 5;

async function referenceTo({ db, config, pictures }: Reading, hash: string): Promise<string | undefined> {
  if ([...pictures.values()].some((address) => hashOfUpload(address) === hash))
    return "This picture comes with the site.";
  const uses = await usesOf(db, addressesOf(config, hash));
  const named = uses.slice(0, maxNamed).map(({ label }) => label);
  const more = uses.length - named.length;
  if (uses.length > 0) return `It is used in: ${named.join("; ")}${more > 0 ? ` and ${more} more` : ""}.`;
  const versions = await readVersionsShowing(db, hash, maxNamed);
  if (versions.length > 0)
    return `Older versions show it and can be restored: ${versions.map(({ label }) => label).join("; ")}.`;
  return (await isReferenced(db, hash)) ? "It is still in use." : undefined;
}
