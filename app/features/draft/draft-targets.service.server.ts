import type { z } from "zod";
import type { SiteEditInput } from "#app/features/site-content/site-content.contract.ts";
import { readEdits } from "#app/features/site-content/site-content.repository.server.ts";
import { checkEdits, writeEdits } from "#app/features/site-content/site-content.service.server.ts";
import { siteFields } from "#app/features/site-content/site-fields.service.server.ts";
import { contents } from "#app/platform/content/content-registry.server.ts";
import { keepFirstState } from "#app/platform/content/content-write.server.ts";
import type { Data } from "#app/platform/content/history-shape.ts";
import { keepRevision } from "#app/platform/content/revision.repository.server.ts";
import type { ServedContent } from "#app/platform/content/served-content.server.ts";
import type { Db } from "#app/platform/deps.ts";
import { check } from "#app/platform/http.server.ts";
import type { AnyEntry } from "#app/shared/content-type.ts";

/** A live entry that can have a draft. */
export interface DraftedEntry {
  title: string;
  version: number;
  /** Its fields, as its update call accepts them. */
  values: Data;
}

/** Reads and writes the live entries of one noun. */
export interface DraftTarget {
  noun: string;
  labelOf(field: string): string;
  /** Whether its update call accepts this field. */
  accepts(field: string): boolean;
  /** Nothing if the entry was deleted. */
  find(db: Db, slug: string): Promise<DraftedEntry | undefined>;
  /** Fields of a saved state as its update call accepts them. */
  valuesOf(state: Data): Data;
  /** Validates changes as the update call does. @throws AppError `invalid` */
  check(changes: Data): Data;
  /** Saves the changes with their revision. @returns the new version */
  save(db: Db, slug: string, changes: Data, by: { userId: number | null; at: Date }): Promise<{ version: number }>;
}

/** The texts of the site have one draft together, as they are saved together; a text at its default is null. */
const siteTexts: DraftTarget = {
  noun: "site",
  labelOf: (path) => siteFields.get(path)?.label ?? path,
  accepts: (path) => siteFields.has(path),
  valuesOf: (state) => state,
  async find(db, slug) {
    if (slug !== "texts") return undefined;
    const edited = await readEdits(db);
    const values = Object.fromEntries([...siteFields.keys()].map((path) => [path, edited[path] ?? null]));
    return { title: "Site texts", version: 0, values };
  },
  check(changes) {
    checkEdits(editsOf(changes));
    return { ...changes };
  },
  async save(db, _, changes, by) {
    await writeEdits(db, editsOf(changes), by);
    return { version: 0 };
  },
};

const editsOf = (changes: Record<string, unknown>) =>
  Object.entries(changes).map(([path, value]) => ({ path, value: value as SiteEditInput["value"] }));

/** Everything that can have a draft: the entries of all content types, and the texts of the site. */
export const draftTargets: DraftTarget[] = [...contents.map(entriesOf), siteTexts];

/** Nothing for a noun that has no drafts. */
export const findDraftTarget = (noun: string): DraftTarget | undefined =>
  draftTargets.find((target) => target.noun === noun);

function entriesOf({ type, schemas, repository }: ServedContent): DraftTarget {
  const { name: noun, fields, history } = type;
  const accepted = new Set(Object.keys((schemas.change as z.ZodObject).shape));
  const valuesOf: DraftTarget["valuesOf"] = (state) => history?.restored?.(state) ?? state;
  return {
    noun,
    labelOf: (field) => fields[field]?.label ?? (field === "published" ? "Published" : "Details"),
    accepts: (field) => accepted.has(field),
    valuesOf,
    async find(db, slug) {
      const entry: AnyEntry | undefined = await repository.find(db, slug);
      return entry && { title: String(entry[type.title]), version: entry.version, values: valuesOf(entry) };
    },
    check: (changes) => check(schemas.change, changes) as Record<string, unknown>,
    async save(db, slug, changes, { userId, at }) {
      const current = await repository.get(db, slug, { publishedOnly: false });
      await keepFirstState(db, type, current);
      const entry: AnyEntry = await repository.update(db, current, changes, at);
      await keepRevision(db, { noun, slug, version: entry.version, action: "update", data: entry, userId, at });
      return { version: entry.version };
    },
  };
}
