import { contentTable } from "#app/platform/content/content-row.repository.server.ts";
import { contentTypes, findContentType } from "#app/platform/content/content-types.ts";
import { entryTitles } from "#app/platform/content/entry-titles.repository.server.ts";
import { capitalised, fieldsOfKind, updatePath } from "#app/shared/content-type.ts";
import { uploadsIn } from "#app/shared/image-address.ts";
import { chunksOf } from "#app/shared/rows.ts";
import type { Db } from "#db/schema.ts";

/** A place that shows an uploaded picture. */
export interface FoundUse {
  address: string;
  /** Unique among all places. */
  key: string;
  label: string;
  /** A shorter name, such as: Agora, image. */
  name: string;
  /** What the picture shows there, as far as it is said. */
  alt: string | null;
  /** Below /admin. */
  path: string;
  /** Shown to nobody until it is restored, as its label says. */
  isTrashed: boolean;
  /** An entry's field, a section's picture, a site text, a user's picture or a draft. */
  at:
    | { kind: "entry"; type: string; slug: string; field: string }
    | { kind: "section"; project: string; id: string }
    | { kind: "text"; path: string }
    | { kind: "user"; id: number }
    | { kind: "draft" };
}

/** Pictures per query, so that the number of parameters stays within the limits of both databases. */
const portion = 200;

/** The places that show any of the pictures now, or will when they are restored from the trash. */
export async function usesOf(db: Db, addresses: string[]): Promise<FoundUse[]> {
  const uses: FoundUse[] = [];
  for (const some of chunksOf(addresses, portion))
    uses.push(...(await inEntries(db, some)), ...(await inSections(db, some)), ...(await ofUsers(db, some)));
  return [...uses, ...(await inTexts(db, new Set(addresses))), ...(await inDrafts(db, addresses))];
}

async function inEntries(db: Db, addresses: string[]): Promise<FoundUse[]> {
  const uses: FoundUse[] = [];
  for (const type of contentTypes)
    for (const field of fieldsOfKind(type, "image")) {
      const alt = Object.entries(type.fields).find(([, each]) => each.kind === "alt" && each.of === field)?.[0];
      const rows = (await db
        .selectFrom(contentTable(type))
        .select(["slug", "deletedAt", `${type.title} as title` as "question", `${field} as address` as "answer"])
        // One that has no alternative text of its own is read twice instead.
        .select(`${alt ?? field} as alt` as "answer")
        .where(field as "answer", "in", addresses)
        .execute()) as unknown as EntryRow[];
      uses.push(
        ...rows.map(({ slug, deletedAt, title, address, ...row }): FoundUse => {
          const isTrashed = deletedAt !== null;
          return {
            address,
            key: `${type.name}/${slug}/${field}`,
            label: `${capitalised(type.one)} “${title}”, ${type.fields[field]?.label}${trashed(isTrashed)}`,
            name: `${title}, ${type.fields[field]?.label.toLowerCase()}`,
            alt: alt ? row.alt : null,
            path: isTrashed ? "/trash" : updatePath(type, slug),
            isTrashed,
            at: { kind: "entry", type: type.name, slug, field },
          };
        }),
      );
    }
  return uses;
}

const trashed = (isTrashed: boolean) => (isTrashed ? " (in the trash)" : "");

interface EntryRow {
  slug: string;
  deletedAt: string | null;
  title: string;
  address: string;
  alt: string | null;
}

async function inSections(db: Db, addresses: string[]): Promise<FoundUse[]> {
  const rows = await db
    .selectFrom("projectDetail")
    .innerJoin("project", "project.id", "projectDetail.projectId")
    .select(["projectDetail.id", "projectDetail.img", "projectDetail.heading", "projectDetail.deletedAt"])
    .select("projectDetail.imgAlt")
    .select(["project.slug", "project.title", "project.deletedAt as projectDeletedAt"])
    .where("projectDetail.img", "in", addresses)
    .execute();
  return rows.map(({ id, img, imgAlt, heading, slug, title, deletedAt, projectDeletedAt }) => {
    const isTrashed = deletedAt !== null || projectDeletedAt !== null;
    return {
      address: img,
      key: `section/${id}`,
      label: `Section “${heading}” of project “${title}”${trashed(isTrashed)}`,
      name: `${title}, ${heading}`,
      alt: imgAlt,
      path: isTrashed ? "/trash" : `/detail/${slug}`,
      isTrashed,
      at: { kind: "section", project: slug, id },
    };
  });
}

async function ofUsers(db: Db, addresses: string[]): Promise<FoundUse[]> {
  const rows = await db
    .selectFrom("user")
    .select(["id", "fullName", "profileImage"])
    .where("profileImage", "in", addresses)
    .execute();
  return rows.map(({ id, fullName, profileImage }) => ({
    address: profileImage,
    key: `user/${id}`,
    label: `Profile of ${fullName}`,
    name: `${fullName}, profile picture`,
    alt: null,
    path: "/account/people",
    isTrashed: false,
    at: { kind: "user", id },
  }));
}

/** The edited texts of the site are a few hundred at most. */
async function inTexts(db: Db, addresses: Set<string>): Promise<FoundUse[]> {
  const rows = await db.selectFrom("siteContent").select(["path", "value"]).execute();
  const values = new Map(rows.map(({ path, value }): [string, unknown] => [path, JSON.parse(value)]));
  return [...values]
    .filter((text): text is [string, string] => addresses.has(text[1] as string))
    .map(([path, address]) => ({
      address,
      key: `text/${path}`,
      label: `Site text ${path}`,
      name: `Site text ${path}`,
      // Declared with this name beside every picture (features/site-content/defaults).
      alt: (values.get(`${path}Text`) as string | undefined) ?? null,
      path: `/site?text=${encodeURIComponent(path)}`,
      isTrashed: false,
      at: { kind: "text", path },
    }));
}

/** There is one draft for an entry at most. Those that were discarded can be restored from Activity. */
async function inDrafts(db: Db, addresses: string[]): Promise<FoundUse[]> {
  const hashes = new Set(addresses.flatMap(uploadsIn));
  const rows = await db
    .selectFrom("draft")
    .select(["noun", "slug", "changes", "discardedAt"])
    .where("changes", "like", "%/uploads/%")
    .execute();
  const titleOf = await entryTitles(db, rows);
  return rows.flatMap(({ noun, slug, changes, discardedAt }) => {
    const type = findContentType(noun);
    const isTrashed = discardedAt !== null;
    const name = type ? `Draft of ${type.one} “${titleOf({ noun, slug })}”` : "Draft of a site text";
    const shown = new Set(uploadsIn(changes).filter((hash) => hashes.has(hash)));
    return [...shown].map(
      (hash): FoundUse => ({
        address: `/uploads/${hash}.webp`,
        key: `draft/${noun}/${slug}/${hash}`,
        label: isTrashed ? `${name} (discarded)` : name,
        name,
        alt: null,
        path: isTrashed ? "/activity" : type ? updatePath(type, slug) : "/site",
        isTrashed,
        at: { kind: "draft" },
      }),
    );
  });
}

/** The saved versions that show the picture, newest first. */
export async function versionsShowing(
  db: Db,
  hash: string,
  limit: number,
): Promise<{ noun: string; slug: string; version: number }[]> {
  return (
    db
      .selectFrom("change")
      .select(["noun", "slug", "version"])
      .where("data", "like", `%/uploads/${hash}%`)
      // Deleting and restoring save a version again.
      .groupBy(["noun", "slug", "version"])
      .orderBy((eb) => eb.fn.max("id"), "desc")
      .limit(limit)
      .execute()
  );
}

/** Which of the pictures a saved version shows. Reads the history in portions that let other requests run. */
export async function shownByVersions(db: Db, hashes: ReadonlySet<string>): Promise<Set<string>> {
  const shown = new Set<string>();
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom("change")
      .select(["id", "data"])
      .where("id", ">", after)
      .orderBy("id")
      .limit(portion)
      .execute();
    const last = rows.at(-1);
    if (!last) return shown;
    for (const { data } of rows) for (const hash of uploadsIn(data)) if (hashes.has(hash)) shown.add(hash);
    after = last.id;
  }
}
