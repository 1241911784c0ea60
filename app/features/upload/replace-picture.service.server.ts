import { getProjectId } from "#app/features/project/project.repository.server.ts";
import { updateDetail } from "#app/features/project/project-detail.repository.server.ts";
import { applyEdits } from "#app/features/site-content/site-content.service.server.ts";
import { siteFields } from "#app/features/site-content/site-fields.service.server.ts";
import { updateUser } from "#app/features/user/user.repository.server.ts";
import { findContent } from "#app/platform/content/content-registry.server.ts";
import { keepFirstState, writeContent } from "#app/platform/content/content-write.server.ts";
import { keepRevision } from "#app/platform/content/history.server.ts";
import type { Db, Deps } from "#app/platform/deps.ts";
import { type FoundUse, usesOf } from "#app/platform/images/picture-uses.repository.server.ts";
import { deleteSetting, findSetting, writeSetting } from "#app/platform/setting.repository.server.ts";
import { AppError, refusedAt } from "#app/shared/app-error.ts";
import type { AnyEntry } from "#app/shared/content-type.ts";
import { hashOfUpload } from "#app/shared/image-address.ts";
import { hasPicture } from "./picture.repository.server.ts";
import { addressesOf } from "./picture.service.server.ts";

// Addresses of pictures are derived from their content and cached for a year, so a picture is replaced by changing every
// place that shows it, in one transaction; each entry gets a new version in its history.

/**
 * Shows another uploaded picture wherever this one is shown, except in the trash and in drafts.
 * @param replacement the `url` of the other one, and in `only` the keys of the places to change; without it, all change
 * @returns the keys of the changed places
 * @throws AppError `not_found`; `invalid` if the other picture has not been uploaded
 */
export function replacePicture(
  deps: Pick<Deps, "db" | "pages" | "now" | "config">,
  hash: string,
  replacement: { url: string; only?: string[] | undefined },
  userId: number,
): Promise<string[]> {
  const { url, only } = replacement;
  const at = deps.now();
  return writeContent(deps, async (db) => {
    const next = hashOfUpload(url);
    if (!next || !(await hasPicture(db, next))) throw refusedAt("url", "Upload the new picture first.");
    if (!(await hasPicture(db, hash))) throw new AppError("not_found", "There is no such picture.");
    const uses = (await usesOf(db, addressesOf(deps.config, hash))).filter(
      // A draft is its editors' to change; until it is published it shows nothing to anybody.
      ({ key, at: { kind }, isTrashed }) => !isTrashed && kind !== "draft" && (!only || only.includes(key)),
    );
    const change: Change = { db, url, at, userId };
    for (const some of Map.groupBy(uses, entryOf).values()) await changeEntry(change, some);
    // Where nothing shows it any more, a colleague's replacement stays.
    if (uses.length > 0 || (await findSetting(db, replacedBy(hash))) === undefined) {
      await writeSetting(db, replacedBy(hash), next);
      await forgetReplacement(db, next);
    }
    return uses.map(({ key }) => key);
  });
}

const replacedBy = (hash: string) => `picture ${hash} replaced by`;

/**
 * The picture to which the address of a replaced one leads, which search engines and other sites go on asking for: once
 * nothing shows the former one any more, drafts included, and while a later one is stored. Undoing the replacement ends
 * it.
 */
export async function replacementOf(deps: Pick<Deps, "db" | "config">, hash: string): Promise<string | undefined> {
  const { db, config } = deps;
  const next = await findSetting(db, replacedBy(hash));
  if (next === undefined) return undefined;
  const uses = await usesOf(db, addressesOf(config, hash));
  if (uses.some(({ isTrashed }) => !isTrashed)) return undefined;
  return (await replacementOf(deps, next)) ?? ((await hasPicture(db, next)) ? next : undefined);
}

/** What is shown again leads nowhere else, or two pictures would lead to each other. */
async function forgetReplacement(db: Db, hash: string): Promise<void> {
  const next = await findSetting(db, replacedBy(hash));
  if (next !== undefined) await deleteSetting(db, replacedBy(hash), next);
}

interface Change {
  db: Db;
  url: string;
  at: Date;
  userId: number;
}

/** Places in the same entry are changed together, as one version. */
const entryOf = ({ key, at }: FoundUse) =>
  at.kind === "entry" ? `${at.type}/${at.slug}` : at.kind === "section" ? `project/${at.project}` : key;

async function changeEntry(change: Change, uses: FoundUse[]): Promise<void> {
  const { db, url, at, userId } = change;
  const [first] = uses;
  if (first?.at.kind === "user") await updateUser(db, first.at.id, { profileImage: url });
  else if (first?.at.kind === "text") await changeText(change, first.at.path);
  else if (first) {
    const [noun = "", slug = ""] = entryOf(first).split("/");
    const content = findContent(noun);
    if (!content) throw new Error(`There is no content type ${noun}`);
    const current: AnyEntry = await content.repository.get(db, slug, { publishedOnly: false });
    await keepFirstState(db, noun, current);
    const sections = uses.flatMap((use) => (use.at.kind === "section" ? [use.at.id] : []));
    if (sections.length > 0) {
      const projectId = await getProjectId(db, slug, { publishedOnly: false });
      for (const id of sections) await updateDetail(db, projectId, id, { img: url });
    }
    const fields = uses.flatMap((use) => (use.at.kind === "entry" ? [[use.at.field, url]] : []));
    const readOnly = sections.length > 0 ? { isSample: false } : undefined;
    const entry: AnyEntry = await content.repository.update(db, current, Object.fromEntries(fields), at, readOnly);
    await keepRevision(db, { noun, slug, version: entry.version, action: "update", data: entry, userId, at });
  }
}

async function changeText({ db, url, at, userId }: Change, path: string): Promise<void> {
  for (const { value, version } of await applyEdits(siteFields, db, [{ path, value: url }], at))
    await keepRevision(db, { noun: "site", slug: path, version, action: "update", data: { value }, userId, at });
}
