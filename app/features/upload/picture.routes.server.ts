import { getProjectId } from "#app/features/project/project.repository.server.ts";
import { updateDetail } from "#app/features/project/project-detail.repository.server.ts";
import { applyEdits } from "#app/features/site-content/site-content.service.server.ts";
import { siteFields } from "#app/features/site-content/site-fields.service.server.ts";
import { updateUser } from "#app/features/user/user.repository.server.ts";
import { findContent } from "#app/platform/content/content-registry.server.ts";
import { keepFirstState, writeContent } from "#app/platform/content/content-write.server.ts";
import { keepRevision } from "#app/platform/content/history.server.ts";
import type { Db, Deps } from "#app/platform/deps.ts";
import { office, route } from "#app/platform/http.server.ts";
import { type FoundUse, usesOf } from "#app/platform/images/picture-uses.repository.server.ts";
import { AppError } from "#app/shared/app-error.ts";
import type { AnyEntry } from "#app/shared/content-type.ts";
import { pictureApi } from "./picture.contract.ts";
import { hasPicture } from "./picture.repository.server.ts";
import {
  addressesOf,
  hashIn,
  readPictures,
  readVersionsShowing,
  removePicture,
} from "./unused-pictures.service.server.ts";
import { cropRoute } from "./upload.routes.server.ts";

// Addresses of pictures are derived from their content and cached for a year, so a picture is replaced by changing every
// place that shows it, in one transaction; each entry gets a new version in its history.

export const pictureRoutes = [
  route(pictureApi.list, async ({ deps, query }) => ({ data: await readPictures(deps, query) })),
  route(pictureApi.versions, async ({ deps, params }) => ({ data: await readVersionsShowing(deps.db, params.hash) })),
  cropRoute,
  route(pictureApi.remove, async (call) => {
    await removePicture(call.deps, call.params.hash, office(call).id);
    return { data: { hash: call.params.hash } };
  }),
  route(pictureApi.replace, async (call) => ({
    data: { changed: await replacePicture(call.deps, call.params.hash, call.body, office(call).id) },
  })),
];

interface Change {
  db: Db;
  url: string;
  at: Date;
  userId: number;
}

function replacePicture(
  deps: Pick<Deps, "db" | "pages" | "now" | "config">,
  hash: string,
  { url, only }: { url: string; only?: string[] | undefined },
  userId: number,
): Promise<string[]> {
  const at = deps.now();
  return writeContent(deps, async (db) => {
    const next = hashIn(url);
    if (!next || !(await hasPicture(db, next)))
      throw new AppError("invalid", "Upload the new picture first.", {
        errors: [{ field: "url", message: "Upload the new picture first." }],
      });
    if (!(await hasPicture(db, hash))) throw new AppError("not_found", "There is no such picture.");
    const uses = (await usesOf(db, addressesOf(deps.config, hash))).filter(
      // A draft is its editors' to change; until it is published it shows nothing to anybody.
      ({ key, at: { kind }, isTrashed }) => !isTrashed && kind !== "draft" && (!only || only.includes(key)),
    );
    const change: Change = { db, url, at, userId };
    for (const some of Map.groupBy(uses, entryOf).values()) await changeEntry(change, some);
    return uses.map(({ key }) => key);
  });
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
