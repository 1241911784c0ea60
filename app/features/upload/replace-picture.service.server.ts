import { getProjectId } from "#app/features/project/project.repository.server.ts";
import { getDetail, updateDetail } from "#app/features/project/project-detail.repository.server.ts";
import { findEdit } from "#app/features/site-content/site-content.repository.server.ts";
import { writeEdits } from "#app/features/site-content/site-content.service.server.ts";
import { siteFields } from "#app/features/site-content/site-fields.service.server.ts";
import { updateUser } from "#app/features/user/user.repository.server.ts";
import { findContent } from "#app/platform/content/content-registry.server.ts";
import { keepFirstState, writeContent } from "#app/platform/content/content-write.server.ts";
import { keepRevision } from "#app/platform/content/revision.repository.server.ts";
import type { Db, Deps } from "#app/platform/deps.ts";
import { type FoundUse, usesOf } from "#app/platform/images/picture-uses.repository.server.ts";
import { deleteSetting, findSetting, writeSetting } from "#app/platform/setting.repository.server.ts";
import { AppError, refusedAt } from "#app/shared/app-error.ts";
import type { AnyEntry } from "#app/shared/content-type.ts";
import { hashOfUpload } from "#app/shared/image-address.ts";
import type { ReplacedPlace } from "./picture.contract.ts";
import { hasPicture } from "./picture.repository.server.ts";
import { addressesOf } from "./picture.service.server.ts";

// Addresses of pictures are derived from their content and cached for a year, so a picture is replaced by changing every
// place that shows it, in one transaction; each entry gets a new version in its history.

/**
 * Shows another uploaded picture wherever this one is shown, except in the trash and in drafts. It gets no focal point:
 * that of one picture says nothing about another.
 * @param replacement the `url` of the other one, and in `only` the places to change, with the focal point that it had
 *   there; without it, all change
 * @returns the changed places
 * @throws AppError `not_found`; `invalid` if the other picture has not been uploaded
 */
export function replacePicture(
  deps: Pick<Deps, "db" | "pages" | "now" | "config">,
  hash: string,
  replacement: { url: string; only?: ReplacedPlace[] | undefined },
  userId: number,
): Promise<ReplacedPlace[]> {
  const { url, only } = replacement;
  const at = deps.now();
  return writeContent(deps, async (db) => {
    const next = hashOfUpload(url);
    if (!next || !(await hasPicture(db, next))) throw refusedAt("url", "Upload the new picture first.");
    if (!(await hasPicture(db, hash))) throw new AppError("not_found", "There is no such picture.");
    const points = new Map(only?.map((place) => [place.key, place.focus]));
    const uses = (await usesOf(db, addressesOf(deps.config, hash))).filter(
      // A draft is its editors' to change; until it is published it shows nothing to anybody.
      ({ key, at: { kind }, isTrashed }) => !isTrashed && kind !== "draft" && (!only || points.has(key)),
    );
    const former = new Map<string, string>();
    const focus: Change["focus"] = (key, was = "") => {
      former.set(key, String(was));
      return points.get(key) ?? (next === hash ? String(was) : "");
    };
    const change: Change = { db, url, focus, at, userId };
    for (const some of Map.groupBy(uses, entryOf).values()) await changeEntry(change, some);
    // Where nothing shows it any more, a colleague's replacement stays.
    if (uses.length > 0 || (await findSetting(db, replacedBy(hash))) === undefined) {
      await writeSetting(db, replacedBy(hash), next);
      await forgetReplacement(db, next);
    }
    return uses.map(({ key }) => ({ key, focus: former.get(key) ?? "" }));
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
  /** Notes the focal point at a place. @returns that of the new picture */
  focus: (key: string, was: unknown) => string;
  at: Date;
  userId: number;
}

/** Places in the same entry are changed together, as one version. */
const entryOf = ({ key, at }: FoundUse) =>
  at.kind === "entry" ? `${at.type}/${at.slug}` : at.kind === "section" ? `project/${at.project}` : key;

async function changeEntry(change: Change, uses: FoundUse[]): Promise<void> {
  const { db, url, focus, at, userId } = change;
  const [first] = uses;
  if (first?.at.kind === "user") await updateUser(db, first.at.id, { profileImage: url });
  else if (first?.at.kind === "text") await changeText(change, first.key, first.at.path);
  else if (first) {
    const [noun = "", slug = ""] = entryOf(first).split("/");
    const content = findContent(noun);
    if (!content) throw new Error(`There is no content type ${noun}`);
    const current: AnyEntry = await content.repository.get(db, slug, { publishedOnly: false });
    await keepFirstState(db, content.type, current);
    const sections = uses.flatMap(({ key, at }) => (at.kind === "section" ? [{ key, id: at.id }] : []));
    if (sections.length > 0) {
      const projectId = await getProjectId(db, slug);
      for (const { key, id } of sections) {
        const { imgFocus } = await getDetail(db, projectId, id);
        await updateDetail(db, projectId, id, { img: url, imgFocus: focus(key, imgFocus) });
      }
    }
    const fields = uses.flatMap(({ key, at }) => {
      if (at.kind !== "entry") return [];
      const declared = Object.entries(content.type.fields);
      const [point] = declared.find(([, each]) => each.kind === "focalPoint" && each.of === at.field) ?? [];
      return [[at.field, url], ...(point ? [[point, focus(key, current[point])]] : [])];
    });
    const readOnly = sections.length > 0 ? { isSample: false } : undefined;
    const entry: AnyEntry = await content.repository.update(db, current, Object.fromEntries(fields), at, readOnly);
    await keepRevision(db, { noun, slug, version: entry.version, action: "update", data: entry, userId, at });
  }
}

async function changeText({ db, url, focus, at, userId }: Change, key: string, path: string): Promise<void> {
  // Declared with this name beside every picture that has one (features/site-content/defaults).
  const point = `${path}Focus`;
  const value = focus(key, (await findEdit(db, point))?.value) || null;
  const edits = [{ path, value: url }, ...(siteFields.has(point) ? [{ path: point, value }] : [])];
  await writeEdits(db, edits, { userId, at });
}
