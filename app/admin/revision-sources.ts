import type { RevisionSource } from "#app/features/revision/history.page.tsx";
import { restoreVersion } from "#app/features/revision/revision.queries.ts";
import { contentSections } from "#app/features/site-content/defaults/sections.ts";
import { saveSiteEdits } from "#app/features/site-content/site-content.queries.ts";
import { findContentType } from "#app/platform/content/content-types.ts";
import { type ContentType, editableFields, updatePath } from "#app/shared/content-type.ts";
import type { FieldNames } from "#app/ui/admin/text/compare.ts";

/** How to display and restore the revisions of an entry of any type or of a site text; undefined for anything else. */
export function revisionSourceOf(noun: string, slug: string): RevisionSource | undefined {
  const type = findContentType(noun);
  return type ? entryOf(type, slug) : noun === "site" ? siteText(slug) : undefined;
}

const picture = (label: string) => ({ label, isImage: true as const });

function entryOf(type: ContentType, slug: string): RevisionSource {
  const { title, history } = type;
  const names: FieldNames = {
    ...Object.fromEntries(
      editableFields(type).map(([name, { kind, label }]) => [
        name,
        kind === "image" ? picture(label) : kind === "alt" ? { label, isAlt: true } : label,
      ]),
    ),
    published: "Published",
    ...history?.parts,
  };
  return {
    nameOf: (data) => String(data[title] || "Untitled"),
    fields: names,
    edit: { to: updatePath(type, slug), label: "To its form" },
    restore: ({ version }, newest) => restoreVersion(type.name, slug, version, newest.version),
  };
}

function siteValue(kind: string | undefined): FieldNames[string] {
  if (kind === "image") return picture("Picture");
  if (kind === "alt") return { label: "Text", isAlt: true };
  return kind === "focalPoint" ? "Focal point" : "Text";
}

/** Revisions of a site text, which has a single field. Before its first save it showed the built-in text. */
function siteText(path: string): RevisionSource {
  const field = contentSections.flatMap(({ fields }) => fields).find((each) => each.path === path);
  const section = contentSections.find(({ fields }) => fields.some((each) => each === field));
  const shown = (value: unknown) => value ?? field?.fallback ?? null;
  return {
    nameOf: () => (field && section ? `${section.title}: ${field.label}` : path),
    fields: { value: siteValue(field?.kind) },
    edit: { to: `/site?text=${encodeURIComponent(path)}`, label: "To its form" },
    origin: { value: null },
    shownAs: ({ value }) => ({ value: shown(value) }),
    restore: ({ data }, newest) =>
      saveSiteEdits([
        { path, value: data.value as string | null, version: newest.data.value === null ? 0 : newest.version },
      ]),
  };
}
