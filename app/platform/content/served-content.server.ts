import type { z } from "zod";
import type { Db } from "#app/platform/deps.ts";
import { type AnyCall, ifMatch, office, type Route, route } from "#app/platform/http.server.ts";
import { siteDay } from "#app/platform/site-day.repository.server.ts";
import type { Trash } from "#app/platform/trash.server.ts";
import { AppError } from "#app/shared/app-error.ts";
import { type ContentBulkAction, contentApi, contentSchemas } from "#app/shared/content-contract.ts";
import type { AnyEntry, ContentType } from "#app/shared/content-type.ts";
import type { TableOverlay } from "#db/overlay.ts";
import { settleApprovals } from "./approval.repository.server.ts";
import { requireApprovedSave } from "./approval.server.ts";
import { type ContentRepository, contentRepository, type Shown } from "./content.repository.server.ts";
import {
  changeEntries,
  createEntry,
  type EntryChange,
  keepFirstState,
  removeEntry,
  updateEntry,
} from "./content-write.server.ts";
import { createOnce } from "./create-once.server.ts";
import { contentOf, findDraft, refuseNewer, replaceDraft, takeDraft } from "./draft.repository.server.ts";

interface Schemas {
  entry: z.ZodType;
  input: z.ZodType;
  change: z.ZodType;
}

// biome-ignore lint/suspicious/noExplicitAny: no single type covers the entries of all content types
type AnyRepository = ContentRepository<any, any, any>;

/** A content type with everything that serves it. */
export interface ServedContent {
  type: ContentType;
  schemas: Schemas;
  repository: AnyRepository;
  routes: Route[];
  /** What can be in its trash: its entries, and parts that can be deleted separately. */
  trash: Trash[];
  partRows?: PartRows | undefined;
  editedParts?: EditedParts | undefined;
}

/** The parts of entries in another table, as they are edited on a page. */
export interface EditedParts {
  table: string;
  /** Column with the id of the entry. */
  owner: string;
  /** Under which a change of the entry replaces its parts. */
  field: string;
  /** Columns with text and with images. */
  texts: string[];
  images: string[];
  /** The row of a part as it is being edited: anything of it may be missing or unfinished. */
  row: (part: Record<string, unknown>, place: number, owner: number) => Record<string, unknown>;
}

/** Reads the rows of an entry's parts in another table, with their ids, for previews. */
type PartRows = (db: Db, slug: string) => Promise<Pick<TableOverlay, "table" | "rows">>;

/** Overrides of a content type. Its file, `<type>.content.server.ts`, is found by glob. */
interface Own {
  schemas?: Schemas;
  repository?: AnyRepository;
  summaries?: Parameters<typeof contentApi>[2];
  /** Endpoints in addition to those that every type has. */
  routes?: Route[];
  /** Parts that can be deleted separately. */
  trash?: Trash[];
  partRows?: PartRows;
  editedParts?: EditedParts;
}

/** Builds everything that serves a content type from its descriptor. */
export function serveContent(type: ContentType, own: Own = {}): ServedContent {
  const schemas = own.schemas ?? contentSchemas(type);
  const repository = own.repository ?? contentRepository(type);
  return {
    type,
    schemas,
    repository,
    routes: [...routesOf(type, schemas, repository, own.summaries), ...(own.routes ?? [])],
    trash: [repository.trash, ...(own.trash ?? [])],
    partRows: own.partRows,
    editedParts: own.editedParts,
  };
}

/** The author and target for writes to entries of this type. */
export const writing = (type: ContentType, call: AnyCall) => ({
  deps: call.deps,
  noun: type.name,
  userId: office(call).id,
});

function routesOf(type: ContentType, schemas: Schemas, entries: AnyRepository, summaries: Own["summaries"]): Route[] {
  const api = contentApi(type, schemas, summaries);
  const create = (call: AnyCall, insert: (db: Db, at: Date) => Promise<AnyEntry>) =>
    createOnce<AnyEntry>(
      writing(type, call),
      call,
      (slug) => entries.find(call.deps.db, slug),
      (recordKey) =>
        createEntry(writing(type, call), async (db, at) => {
          const entry = await insert(db, at);
          await recordKey(db, entry);
          return entry;
        }),
    );
  return [
    route(api.list, async ({ deps, query, caller }) =>
      entries.stream(deps.db, { ...query, ...(await shownTo(caller, type, deps)) }),
    ),
    route(api.view, async ({ deps, params, caller }) => {
      const entry: AnyEntry = await entries.get(deps.db, slugIn(params), await shownTo(caller, type, deps));
      return type.specified === undefined ? { data: entry } : { ...entry, data: entry };
    }),
    route(api.create, async (call) => ({
      data: await create(call, (db, at) => entries.insert(db, call.body, at)),
    })),
    route(api.update, async (call) => ({
      data: await updateEntry<AnyEntry>(
        writing(type, call),
        ifMatch(call.request),
        (db) => entries.get(db, slugIn(call.params), { publishedOnly: false }),
        async (db, current, at) => {
          const saved = call.body as { published?: boolean };
          const { slug } = current;
          const isShown = saved.published ?? current.published;
          if (isShown && (call.query.draft || call.query.ifApproved))
            await requireApprovedSave(db, saveOf(type, schemas, current, saved, at));
          if (isShown && (call.query.draft || !current.published)) await settleApprovals(db, type.name, slug, at);
          if (call.query.draft) await dropPublished(db, type, { slug, version: call.query.draft, saved }, at);
          return entries.update(db, current, saved, at);
        },
      ),
    })),
    route(api.remove, (call) =>
      removeEntry<AnyEntry>(writing(type, call), slugIn(call.params), (db, at) =>
        entries.moveToTrash(db, slugIn(call.params), at),
      ),
    ),
    route(api.bulk, async (call) => ({
      data: await changeEntries(
        writing(type, call),
        call.body.entries,
        bulkChange(type, schemas, entries, call.body.action),
      ),
    })),
    route(api.duplicate, async (call) => ({
      data: await create(call, async (db, at) => {
        const original: AnyEntry = await entries.get(db, slugIn(call.params), { publishedOnly: false });
        const copy = await entries.insert(db, copyOf(type, schemas, original), at);
        const parts = partsOf(type, schemas, original);
        return parts ? entries.update(db, copy, parts, at) : copy;
      }),
    })),
  ];
}

/** Visitors see what is published and has not closed. */
const shownTo = async (caller: AnyCall["caller"], type: ContentType, deps: AnyCall["deps"]): Promise<Shown> =>
  caller ? { publishedOnly: false } : { publishedOnly: true, ...(type.closes && { day: await siteDay(deps) }) };

/**
 * Before an unpublished entry becomes public as `body`: refuses what is to wait for a client. Afterwards nothing waits.
 * @throws AppError `conflict`
 */
export async function settlePublishing(
  db: Db,
  { type, schemas }: Pick<ServedContent, "type" | "schemas">,
  current: AnyEntry,
  body: object,
  at: Date,
): Promise<void> {
  await requireApprovedSave(db, saveOf(type, schemas, current, body, at));
  await settleApprovals(db, type.name, current.slug, at);
}

const saveOf = (
  { name: noun, history }: ContentType,
  { change }: Schemas,
  current: AnyEntry,
  saved: object,
  at: Date,
) => {
  const asSaved = (values: object) => (change.safeParse(values).data ?? values) as Record<string, unknown>;
  const live = history.restored?.(current) ?? current;
  return { noun, slug: current.slug, live, asSaved, body: asSaved(saved), at };
};

/**
 * Deletes a draft that a save contains; parts of the entry that it does not name stay drafted.
 * @throws AppError `conflict` if the save contains an earlier state of it
 */
async function dropPublished(
  db: Db,
  { name: noun, fields }: ContentType,
  { slug, version, saved }: { slug: string; version: string; saved: object },
  at: Date,
): Promise<void> {
  const draft = await findDraft(db, noun, slug);
  refuseNewer(draft, version);
  if (draft?.version !== version) return;
  const isPart = ([field]: [string, unknown]) => !(field in fields) && field !== "published" && !(field in saved);
  const parts = Object.fromEntries(Object.entries(draft.changes).filter(isPart));
  const base = Object.fromEntries(Object.entries(draft.base).filter((each) => isPart(each) || each[0] === "published"));
  if (Object.keys(parts).length > 0) await replaceDraft(db, draft, { ...contentOf(draft), changes: parts, base }, at);
  else await takeDraft(db, draft);
}

/**
 * Publishes, unpublishes or deletes one entry among many; one that needs no change, was saved since or is gone is left
 * alone.
 * @throws AppError `conflict` if a client's approval of one is awaited, or was given to its draft
 */
const bulkChange =
  (type: ContentType, schemas: Schemas, entries: AnyRepository, action: ContentBulkAction): EntryChange<AnyEntry> =>
  async (db, { slug, version }, at) => {
    const current: AnyEntry | undefined = await entries.find(db, slug);
    if (!current || (version !== undefined && version !== current.version)) return undefined;
    if (action === "delete") return { action, entry: await entries.moveToTrash(db, slug, at) };
    const published = action === "publish";
    if (current.published === published) return undefined;
    // As it is: what a client approved may be its draft.
    if (published)
      await settlePublishing(db, { type, schemas }, current, type.history.restored?.(current) ?? current, at).catch(
        (error: unknown) => {
          const isRefusal = error instanceof AppError;
          throw isRefusal ? new AppError(error.code, `“${current[type.title]}”: ${error.message}`) : error;
        },
      );
    await keepFirstState(db, type.name, current);
    return { action: "update", entry: await entries.update(db, current, { published }, at) };
  };

/** The input of the create call for an unpublished copy. */
function copyOf(type: ContentType, { input }: Schemas, entry: AnyEntry): unknown {
  const title = `${entry[type.title]} (copy)`;
  const limited = input.safeParse({ ...entry, [type.title]: title, published: false });
  return limited.success ? limited.data : input.parse({ ...entry, published: false });
}

/**
 * The parts of an entry that are not fields, as its update call accepts them, derived from how a saved state is
 * restored.
 */
function partsOf({ fields, history }: ContentType, { change }: Schemas, entry: AnyEntry): object | undefined {
  if (!history.restored) return undefined;
  const { published: _, ...all } = change.parse(history.restored(entry)) as Record<string, unknown>;
  return Object.fromEntries(Object.entries(all).filter(([name]) => !(name in fields)));
}

/** Paths built at run time have no typed parameters. */
const slugIn = (params: object): string => (params as { slug: string }).slug;
