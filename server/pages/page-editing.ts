import type { z } from "zod";
import { inShape } from "#app/features/draft/draft.service.server.ts";
import { findDraftTarget } from "#app/features/draft/draft-targets.service.server.ts";
import { editableDocument, Marks } from "#app/features/page-editing/marks.service.server.ts";
import { type EditedPage, pageEditingApi, type ShownField } from "#app/features/page-editing/page-editing.contract.ts";
import { insertPreview } from "#app/features/preview/preview.repository.server.ts";
import { type ContentField, contentSections } from "#app/features/site-content/defaults/sections.ts";
import { isRows } from "#app/features/site-content/defaults/site-content.ts";
import type { SiteRow, SiteRows } from "#app/features/site-content/defaults/site-text.ts";
import { checkEdits } from "#app/features/site-content/site-content.service.server.ts";
import { contents } from "#app/platform/content/content-registry.server.ts";
import { columnsOf } from "#app/platform/content/content-row.repository.server.ts";
import { draftsOf, type StoredDraft } from "#app/platform/content/draft.repository.server.ts";
import { mergedDraft } from "#app/platform/content/merged-draft.ts";
import type { EditedParts, ServedContent } from "#app/platform/content/served-content.server.ts";
import { route } from "#app/platform/http.server.ts";
import { AppError } from "#app/shared/app-error.ts";
import type { AnyEntry, ContentType, Field } from "#app/shared/content-type.ts";
import type { Assets } from "#app/site/render/assets.ts";
import { photosOf } from "#app/site/render/photos.server.ts";
import { type RenderedPage, renderPage } from "#app/site/render/render.server.tsx";
import { withChangedRows } from "#db/changed-rows.ts";
import type { AppDeps } from "../app-context.ts";
import { portfolioFilter } from "../front/request-gate.ts";
import { pathOf } from "../front/request-path.ts";
import { contentPolicy } from "../security-headers.ts";

// A public page for editing: its rows get drafts, unsaved changes and marks as they are read, the regular page code
// renders them, and the marks become comments and attributes (marks.service.server.ts). Visitors' pages are rendered
// without any of this.

export const pageEditingRoutes = [
  route(pageEditingApi.render, async ({ deps, body }) => {
    const id = await insertPreview(deps.db, { editing: body }, deps.now());
    return { url: `/preview/${id}` };
  }),
];

interface EditablePage {
  html: string;
  /** Runs no script: the back office, which embeds it, listens to its document. */
  policy: string;
}

/** Renders a page for editing, with its status as a page of its own: also the one that says "not found". */
export async function renderEditable(deps: AppDeps, assets: Assets, page: EditedPage): Promise<EditablePage> {
  const marks = new Marks();
  const path = pathOf(page.path);
  const filter = portfolioFilter(path, page.path.slice(path.length));
  const own = new OwnEntry(path);
  const db = await markedDb(deps, { ...page, path }, marks, own);
  let rendered: RenderedPage = await renderPage({ ...deps, db }, assets, { path, ...(filter && { filter }) });
  if (rendered.location !== undefined)
    rendered = await renderPage({ ...deps, db }, assets, { path: rendered.location });
  const { html, styleHash } = editableDocument(rendered.html, marks, own.key);
  const policy = contentPolicy(deps.config, { styles: [...rendered.csp.styleHashes, styleHash], isFramed: true })
    .replace("script-src 'self'", "script-src 'none'")
    .replace("form-action 'self'", "form-action 'none'");
  return { html, policy: `${policy}; sandbox allow-same-origin allow-scripts` };
}

/** The entry that the page is about, such as the project of a case; none on the pages that list entries. */
class OwnEntry {
  readonly #path: string;
  /** `project/agora` */
  key: string | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  isOwn(type: ContentType, row: Rows[number]): boolean {
    return type.page(row as unknown as AnyEntry) === this.#path;
  }

  note(type: ContentType, row: Rows[number]): void {
    if (this.isOwn(type, row)) this.key = `${type.name}/${row.slug}`;
  }
}

type Deps = Pick<AppDeps, "db" | "pictures" | "config">;
type Rows = Record<string, unknown>[];
type MarkPicture = (field: ShownField) => void;

async function markedDb(deps: Deps, page: EditedPage, marks: Marks, own: OwnEntry) {
  const photo = await photosOf(deps, []);
  const markPicture: MarkPicture = (field) => {
    const { src } = photo(String(field.value)) ?? {};
    if (src) marks.picture(field, src.split("#")[0] ?? src);
  };
  const mark = { marks, markPicture };
  /** The entries read so far. Their parts are read after them. */
  const known = new Map<ContentType, Map<number, Rows[number]>>();
  return withChangedRows(deps.db, async (table, rows) => {
    if (table === "siteContent") return markedTexts(rows, page.texts, marks, markPicture);
    const whole = contents.find(({ editedParts }) => editedParts?.table === table);
    if (whole?.editedParts) {
      const owners = known.get(whole.type) ?? new Map();
      const changes = await changesOf(
        deps,
        whole,
        page,
        [...owners.values()].map(({ slug }) => String(slug)),
      );
      return markedParts(whole.type, whole.editedParts, rows, { owners, changes, own, ...mark });
    }
    const content = contents.find(({ type }) => type.table === table);
    const isWhole = rows.every(({ slug, version }) => typeof slug === "string" && version !== undefined);
    if (!content || !isWhole) return rows;
    const entries = known.get(content.type) ?? new Map<number, Rows[number]>();
    known.set(content.type, entries);
    for (const row of rows) {
      entries.set(Number(row.id), row);
      own.note(content.type, row);
    }
    const changes = await changesOf(
      deps,
      content,
      page,
      rows.map(({ slug }) => String(slug)),
    );
    const isCompared = page.path.replace(/\/$/, "") === "/portfolio";
    return rows.map((row) => markedRow(content, row, changes.get(String(row.slug)) ?? {}, { isCompared, ...mark }));
  });
}

interface Mark {
  marks: Marks;
  markPicture: MarkPicture;
}

interface PartsContext extends Mark {
  /** The entries that were read, by id. */
  owners: Map<number, Rows[number]>;
  /** What differs from their published fields, by slug. */
  changes: Map<string, Record<string, unknown>>;
  own: OwnEntry;
}

/** The parts of entries as they are edited, in their order; those of an entry that changes none as they are stored. */
function markedParts(type: ContentType, parts: EditedParts, rows: Rows, context: PartsContext): Rows {
  const { owners, changes, own, marks, markPicture } = context;
  const ids = new Set(rows.map((row) => Number(row[parts.owner])));
  // The first parts of an entry that has none yet.
  for (const [id, row] of owners) if (rows.length === 0 && own.isOwn(type, row)) ids.add(id);
  return [...ids].flatMap((id) => {
    const slug = owners.get(id)?.slug;
    const stored = rows.filter((row) => Number(row[parts.owner]) === id);
    if (typeof slug !== "string") return stored;
    const edited = changes.get(slug)?.[parts.field];
    const current = Array.isArray(edited)
      ? edited.map((part, place) => parts.row({ ...(typeof part === "object" && part) }, place, id))
      : stored;
    return current.map((row, place) => {
      const section = String(row.id);
      const field = (name: string) => ({
        noun: type.name,
        slug,
        field: parts.field,
        item: `${place}.${name}`,
        section,
      });
      for (const name of parts.images) markPicture({ ...field(name), value: String(row[name]) });
      const texts = parts.texts.map((name) => {
        const value = String(row[name]);
        return [name, value === "" ? value : marks.text({ ...field(name), value })];
      });
      return { ...row, ...Object.fromEntries(texts) };
    });
  });
}

const texts = contentSections.flatMap(({ fields }) => fields);
const textKinds: ContentField["kind"][] = ["text", "longText", "email", "phone"];
/** Shown as a logo, letter by letter. */
const drawnTexts = ["company.name"];

/** Every text of the site as if it had been edited. */
function markedTexts(rows: Rows, unsaved: EditedPage["texts"], marks: Marks, markPicture: MarkPicture): Rows {
  const saved = new Map(rows.map(({ path, value }) => [String(path), JSON.parse(String(value))]));
  return texts.flatMap(({ path, kind, fallback, rows: list }) => {
    const isUnsaved = Object.hasOwn(unsaved, path) && isDrawable(kind, path, unsaved[path]);
    const value: unknown = (isUnsaved ? unsaved[path] : saved.get(path)) ?? fallback;
    const field = { noun: "site", slug: "texts", field: path };
    const row = (marked: unknown) => [{ path, value: JSON.stringify(marked) }];
    if (typeof value === "number" && path.startsWith("figures.")) return row(marks.number({ ...field, value }));
    if (list && isRows(value))
      return row(value.map((each, index) => markedCells(list, each, { ...field, index }, marks)));
    if (typeof value !== "string") return row(value);
    if (kind === "image") markPicture({ ...field, value });
    if (!textKinds.includes(kind) || drawnTexts.includes(path)) return row(value);
    // An empty text leaves no gap on the page, except where somebody is typing.
    return row(value !== "" || isUnsaved ? marks.text({ ...field, value }) : value);
  });
}

/** A row of a list with marks in its texts. What is empty leaves no gap, and an address is not shown. */
function markedCells(
  { columns }: SiteRows,
  cells: SiteRow,
  { index, ...field }: Omit<ShownField, "value"> & { index: number },
  marks: Marks,
): SiteRow {
  const marked = Object.entries(cells).map(([column, value]) => {
    const isShown = value !== "" && !columns[column]?.isUrl;
    return [column, isShown ? marks.text({ ...field, item: `${index}.${column}`, value }) : value];
  });
  return Object.fromEntries(marked);
}

/** Half a text can be rendered, half a time zone cannot. */
function isDrawable(kind: ContentField["kind"], path: string, value: EditedPage["texts"][string] | undefined): boolean {
  if (value === null || (typeof value === "string" && textKinds.includes(kind))) return true;
  if (kind === "rows") return isRows(value);
  try {
    checkEdits([{ path, value }]);
    return true;
  } catch {
    return false;
  }
}

/** What differs from the published fields of these entries, by slug: as typed or, where nobody types, their drafts. */
async function changesOf(
  { db }: Deps,
  { type: { name } }: ServedContent,
  page: EditedPage,
  slugs: string[],
): Promise<Map<string, Record<string, unknown>>> {
  const typed = page.entries.filter(({ noun }) => noun === name).map(({ slug, changes }) => [slug, changes] as const);
  const others = slugs.filter((slug) => !typed.some(([each]) => each === slug));
  const drafts = await draftsOf(db, name, others);
  const drafted = await Promise.all(drafts.map(async (draft) => [draft.slug, await draftedOver(db, draft)] as const));
  return new Map([...drafted, ...typed]);
}

/** What a draft publishes, and its own side of a clash; nothing if an earlier release's cannot be upgraded. */
async function draftedOver(db: Deps["db"], draft: StoredDraft): Promise<Record<string, unknown>> {
  const target = findDraftTarget(draft.noun);
  try {
    const entry = await target?.find(db, draft.slug);
    return target && entry ? mergedDraft(inShape(target, draft), entry.values).values : {};
  } catch (error) {
    if (error instanceof AppError) return {};
    throw error;
  }
}

/** The portfolio compares these: a mark would make two equal ones differ. */
const compared = ["technology", "sector"];

function markedRow(
  { type, schemas }: ServedContent,
  row: Rows[number],
  changes: Record<string, unknown>,
  { isCompared, marks, markPicture }: Mark & { isCompared: boolean },
): Rows[number] {
  const shape = (schemas.change as z.ZodObject).shape as Record<string, z.ZodType>;
  const drawable = Object.entries(changes).filter(([name, value]) => {
    const kind = type.fields[name]?.kind;
    const isText = kind === "text" || kind === "longText";
    return kind && (isText ? typeof value === "string" : shape[name]?.safeParse(value).success);
  });
  const current: Rows[number] = { ...row, ...columnsOf(type, Object.fromEntries(drawable)) };
  for (const [name, field] of Object.entries(type.fields)) {
    if (field.readOnly || (isCompared && compared.includes(name)) || !(name in current)) continue;
    const place = { noun: type.name, slug: String(row.slug), field: name };
    current[name] = markedValue(field, current[name], place, { marks, markPicture, isTyped: name in changes });
  }
  return current;
}

interface Marking extends Mark {
  isTyped: boolean;
}

/** A stored value with marks, in the same form. */
function markedValue(
  { kind }: Field,
  stored: unknown,
  place: Omit<ShownField, "value">,
  { marks, markPicture, isTyped }: Marking,
): unknown {
  if (kind === "number" && typeof stored === "number") return marks.number({ ...place, value: stored });
  if (typeof stored !== "string") return stored;
  if (kind === "image") markPicture({ ...place, value: stored });
  if (kind === "text" || kind === "longText")
    return stored !== "" || isTyped ? marks.text({ ...place, value: stored }) : stored;
  if (kind !== "textList" && kind !== "objectList") return stored;
  const words = (value: unknown, item: string) =>
    typeof value === "string" && value !== "" ? marks.text({ ...place, item, value }) : value;
  const marked = (JSON.parse(stored) as unknown[]).map((entry, index) =>
    typeof entry !== "object" || entry === null
      ? words(entry, String(index))
      : Object.fromEntries(Object.entries(entry).map(([name, value]) => [name, words(value, `${index}.${name}`)])),
  );
  return JSON.stringify(marked);
}
