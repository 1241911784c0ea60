import type { z } from "zod";
import type { DraftTarget } from "#app/features/draft/draft.service.server.ts";
import { keepRevision } from "#app/platform/history.server.ts";
import { check } from "#app/platform/http.server.ts";
import type { ServedContent } from "#app/platform/served-content.server.ts";
import type { AnyEntry } from "#app/shared/content-type.ts";
import { contents } from "./content.ts";

/** Everything that can have a draft: the entries of all content types. */
export const draftTargets: DraftTarget[] = contents.map(entriesOf);

function entriesOf({ type, schemas, repository }: ServedContent): DraftTarget {
  const { name: noun, fields, history } = type;
  const accepted = new Set(Object.keys((schemas.change as z.ZodObject).shape));
  const valuesOf: DraftTarget["valuesOf"] = (state) => history.restored?.(state) ?? state;
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
      const entry: AnyEntry = await repository.update(db, current, changes, at);
      await keepRevision(db, { noun, slug, version: entry.version, action: "update", data: entry, userId, at });
      return { version: entry.version };
    },
  };
}
