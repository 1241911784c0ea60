import { z } from "zod";
import { inShape } from "#app/features/draft/draft.service.server.ts";
import { editableDocument, Marks } from "#app/features/page-editing/marks.service.server.ts";
import { type EditedPage, pageEditingApi, type ShownField } from "#app/features/page-editing/page-editing.contract.ts";
import { insertPreview } from "#app/features/preview/preview.repository.server.ts";
import { type ContentField, contentSections } from "#app/features/site-content/defaults/sections.ts";
import { checkEdits } from "#app/features/site-content/site-content.service.server.ts";
import { siteFields } from "#app/features/site-content/site-fields.service.server.ts";
import { columnsOf } from "#app/platform/content-row.repository.server.ts";
import { draftsOf, type StoredDraft } from "#app/platform/draft.repository.server.ts";
import { route } from "#app/platform/http.server.ts";
import type { ServedContent } from "#app/platform/served-content.server.ts";
import { AppError } from "#app/shared/app-error.ts";
import type { Field } from "#app/shared/content-type.ts";
import type { Assets } from "#app/site/render/assets.ts";
import { photosOf } from "#app/site/render/photos.server.ts";
import { type RenderedPage, renderPage } from "#app/site/render/render.server.tsx";
import { withChangedRows } from "#db/changed-rows.ts";
import type { AppDeps } from "./app-context.ts";
import { contents } from "./content.ts";
import { draftTargets } from "./drafts.ts";
import { contentPolicy } from "./security-headers.ts";

// A public page for editing: its rows get drafts, unsaved changes and marks as they are read, the regular page code
// renders them, and the marks become comments and attributes (marks.service.server.ts). Visitors' pages are rendered
// without any of this.

export const pageEditingRoutes = [
  route(pageEditingApi.draw, async ({ deps, body }) => {
    const id = await insertPreview(deps.db, { address: body.path, overlays: [], editing: body }, deps.now());
    return { data: { url: `/preview/${id}` } };
  }),
];

interface EditablePage {
  html: string;
  /** Runs no script: the back office, which embeds it, listens to its document. */
  policy: string;
}

/** Renders a page for editing, with its status as a page of its own: also the one that says "not found". */
export async function drawEditable(deps: AppDeps, assets: Assets, page: EditedPage): Promise<EditablePage> {
  const marks = new Marks();
  const db = await markedDb(deps, page, marks);
  const draw = (path: string) => renderPage({ ...deps, db }, assets, { path });
  let rendered: RenderedPage = await draw(page.path);
  if (rendered.location !== undefined) rendered = await draw(rendered.location);
  const { html, styleHash } = editableDocument(rendered.html, marks);
  const policy = contentPolicy(deps.config, { scripts: [], styles: [...rendered.csp.styleHashes, styleHash] })
    .replace("script-src 'self'", "script-src 'none'")
    .replace("form-action 'self'", "form-action 'none'")
    .replace("frame-ancestors 'none'", "frame-ancestors 'self'");
  return { html, policy: `${policy}; sandbox allow-same-origin allow-scripts` };
}

type Deps = Pick<AppDeps, "db" | "pictures" | "config">;
type Rows = Record<string, unknown>[];
type MarkPicture = (field: ShownField) => void;

async function markedDb(deps: Deps, page: EditedPage, marks: Marks) {
  const photo = await photosOf(deps, []);
  const markPicture: MarkPicture = (field) => {
    const { src } = photo(String(field.value)) ?? {};
    if (src) marks.picture(field, src.split("#")[0] ?? src);
  };
  return withChangedRows(deps.db, async (table, rows) => {
    if (table === "siteContent") return markedTexts(rows, page.texts, marks, markPicture);
    const content = contents.find(({ type }) => type.table === table);
    const isWhole = rows.every(({ slug, version }) => typeof slug === "string" && version !== undefined);
    if (!content || !isWhole) return rows;
    const changes = await changesOf(
      deps,
      content,
      page,
      rows.map(({ slug }) => String(slug)),
    );
    return rows.map((row) => markedRow(content, row, changes.get(String(row.slug)), marks, markPicture));
  });
}

const texts = contentSections.flatMap(({ fields }) => fields);
const textKinds: ContentField["kind"][] = ["text", "longText", "email", "phone"];
/** Drawn as a logo, letter by letter. */
const drawnTexts = ["company.name"];

/** Every text of the site as if it had been edited. */
function markedTexts(rows: Rows, unsaved: EditedPage["texts"], marks: Marks, markPicture: MarkPicture): Rows {
  const saved = new Map(rows.map(({ path, value }) => [String(path), JSON.parse(String(value))]));
  return texts.flatMap(({ path, kind, fallback }) => {
    const isUnsaved = Object.hasOwn(unsaved, path) && isDrawable(kind, path, unsaved[path]);
    const value: unknown = (isUnsaved ? unsaved[path] : saved.get(path)) ?? fallback;
    const field = { noun: "site", slug: "texts", field: path };
    const row = (marked: unknown) => [{ path, value: JSON.stringify(marked) }];
    if (typeof value === "number" && path.startsWith("figures.")) return row(marks.number({ ...field, value }));
    if (typeof value !== "string") return row(value);
    if (kind === "image") markPicture({ ...field, value });
    if (!textKinds.includes(kind) || drawnTexts.includes(path)) return row(value);
    // An empty text leaves no gap on the page, except where somebody is typing.
    return row(value !== "" || isUnsaved ? marks.text({ ...field, value }) : value);
  });
}

/** Half a text can be drawn, half a time zone cannot. */
function isDrawable(kind: ContentField["kind"], path: string, value: EditedPage["texts"][string] | undefined): boolean {
  if (value === null || (typeof value === "string" && textKinds.includes(kind))) return true;
  try {
    checkEdits(siteFields, [{ path, value }]);
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
  const drafts = (await draftsOf(db, name, others)).map((draft) => [draft.slug, draftedOver(draft)] as const);
  return new Map([...drafts, ...typed]);
}

/** The changes of a draft; none if it is from an earlier release and cannot be upgraded. */
function draftedOver(draft: StoredDraft): Record<string, unknown> {
  const target = draftTargets.find(({ noun }) => noun === draft.noun);
  try {
    return target ? inShape(target, draft).changes : {};
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
  changes: Record<string, unknown> = {},
  marks: Marks,
  markPicture: MarkPicture,
): Rows[number] {
  const shape = (schemas.change as z.ZodObject).shape as Record<string, z.ZodType>;
  const drawable = Object.entries(changes).filter(([name, value]) => {
    const kind = type.fields[name]?.kind;
    const isText = kind === "text" || kind === "longText";
    return kind && (isText ? typeof value === "string" : shape[name]?.safeParse(value).success);
  });
  const current: Rows[number] = { ...row, ...columnsOf(type, Object.fromEntries(drawable)) };
  for (const [name, field] of Object.entries(type.fields)) {
    if (field.readOnly || compared.includes(name) || !(name in current)) continue;
    const place = { noun: type.name, slug: String(row.slug), field: name };
    current[name] = markedValue(field, current[name], place, { marks, markPicture, isTyped: name in changes });
  }
  return current;
}

interface Marking {
  marks: Marks;
  markPicture: MarkPicture;
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
