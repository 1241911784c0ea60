import type { z } from "zod";
import type { Db } from "#app/platform/deps.ts";
import { type AnyCall, ifMatch, office, type Route, route } from "#app/platform/http.server.ts";
import { requirePictures } from "#app/platform/images/chosen-pictures.repository.server.ts";
import { siteDay } from "#app/platform/site-day.repository.server.ts";
import type { Trash } from "#app/platform/trash.server.ts";
import { AppError } from "#app/shared/app-error.ts";
import { type ContentBulkAction, contentApi, contentSchemas } from "#app/shared/content-contract.ts";
import type { AnyEntry, ContentType } from "#app/shared/content-type.ts";
import { settleApprovals } from "./approval.repository.server.ts";
import { requireApprovedSave } from "./approval.server.ts";
import { ContentRepository, type Shown } from "./content.repository.server.ts";
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
type AnyRepository = ContentRepository<ContentType, any, any, any>;

export interface ServedContent {
  type: ContentType;
  schemas: Schemas;
  repository: AnyRepository;
  routes: Route[];
  /** What can be in its trash: its entries, and parts that can be deleted separately. */
  trash: Trash[];
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

/** Overrides of a content type. Its file, `<type>.content.server.ts`, is found by glob. */
interface Own {
  schemas?: Schemas;
  repository?: AnyRepository;
  summaries?: Parameters<typeof contentApi>[2];
  /** Endpoints in addition to those that every type has. */
  routes?: Route[];
  /** Parts that can be deleted separately. */
  trash?: Trash[];
  editedParts?: EditedParts;
}

export function serveContent(type: ContentType, own: Own = {}): ServedContent {
  const schemas = own.schemas ?? contentSchemas(type);
  const repository: AnyRepository = own.repository ?? new ContentRepository(type);
  return {
    type,
    schemas,
    repository,
    routes: [...routesOf({ type, schemas, repository }, own.summaries), ...(own.routes ?? [])],
    trash: [repository.trash, ...(own.trash ?? [])],
    editedParts: own.editedParts,
  };
}

/** The author and target for writes to entries of this type. */
export const writing = (type: ContentType, call: AnyCall) => ({
  deps: call.deps,
  noun: type.name,
  userId: office(call).id,
});

type Content = Pick<ServedContent, "type" | "schemas" | "repository">;

function routesOf(content: Content, summaries: Own["summaries"]): Route[] {
  const { type, schemas, repository } = content;
  const api = contentApi(type, schemas, summaries);
  return [
    route(api.list, async ({ deps, query, caller }) =>
      repository.stream(deps.db, { ...query, ...(await shownTo(caller, type, deps)) }),
    ),
    route(api.view, async ({ deps, params, caller }) =>
      repository.get(deps.db, slugIn(params), await shownTo(caller, type, deps)),
    ),
    route(api.create, (call) =>
      create(content, call, async (db, at) => {
        await requirePictures(db, call.body as object);
        return repository.insert(db, call.body as object, at);
      }),
    ),
    route(api.update, (call) => update(content, call)),
    route(api.remove, async (call) => {
      await removeEntry(writing(type, call), repository, slugIn(call.params));
      return { slug: slugIn(call.params) };
    }),
    route(api.bulk, async (call) => {
      const { entries, action } = call.body;
      const change: EntryChange<AnyEntry> = (db, entry, at) => changeOne(content, action, db, entry, at);
      return await changeEntries(writing(type, call), entries, change);
    }),
    route(api.duplicate, (call) => create(content, call, (db, at) => duplicate(content, db, slugIn(call.params), at))),
  ];
}

/** Paths built at run time have no typed parameters. */
const slugIn = (params: object): string => (params as { slug: string }).slug;

/** Visitors see what is published and has not closed. */
const shownTo = async (caller: AnyCall["caller"], type: ContentType, deps: AnyCall["deps"]): Promise<Shown> =>
  caller ? { publishedOnly: false } : { publishedOnly: true, ...(type.closes && { day: await siteDay(deps) }) };

/** Creates an entry by `insert`, once for an Idempotency-Key. */
function create(
  { type, repository }: Content,
  call: AnyCall,
  insert: (db: Db, at: Date) => Promise<AnyEntry>,
): Promise<AnyEntry> {
  const by = writing(type, call);
  const find = (slug: string): Promise<AnyEntry | undefined> => repository.find(call.deps.db, slug);
  return createOnce(by, call, find, (recordKey) =>
    createEntry(by, async (db, at) => {
      const entry = await insert(db, at);
      await recordKey(db, entry);
      return entry;
    }),
  );
}

/** Saves what the call changes, and settles what the save publishes: approvals, and the draft that it contains. */
function update(content: Content, call: AnyCall): Promise<AnyEntry> {
  const { type, repository } = content;
  const saved = call.body as { published?: boolean };
  const { draft, ifApproved } = call.query as { draft?: string; ifApproved?: boolean };
  const slug = slugIn(call.params);
  return updateEntry(writing(type, call), repository, slug, ifMatch(call.request), async (db, current, at) => {
    await requirePictures(db, saved, current);
    const isShown = saved.published ?? current.published;
    if (isShown && (draft || ifApproved)) await requireApprovedSave(db, saveOf(content, current, saved, at));
    if (isShown && (draft || !current.published)) await settleApprovals(db, type.name, slug, at);
    if (draft) await dropPublished(db, type, { slug, version: draft, saved }, at);
    return repository.update(db, current, saved, at);
  });
}

/**
 * Before an unpublished entry becomes public as `body`: refuses what is to wait for a client. Afterwards nothing waits.
 * @throws AppError `conflict`
 */
export async function settlePublishing(
  db: Db,
  content: Content,
  current: AnyEntry,
  body: object,
  at: Date,
): Promise<void> {
  await requireApprovedSave(db, saveOf(content, current, body, at));
  await settleApprovals(db, content.type.name, current.slug, at);
}

function saveOf({ type, schemas }: Content, current: AnyEntry, saved: object, at: Date) {
  const asSaved = (values: object) => (schemas.change.safeParse(values).data ?? values) as Record<string, unknown>;
  const live = type.history?.restored?.(current) ?? current;
  return { noun: type.name, slug: current.slug, live, asSaved, body: asSaved(saved), at };
}

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
async function changeOne(
  content: Content,
  action: ContentBulkAction,
  db: Db,
  { slug, version }: { slug: string; version?: number | undefined },
  at: Date,
): ReturnType<EntryChange<AnyEntry>> {
  const { type, repository } = content;
  const current: AnyEntry | undefined = await repository.find(db, slug);
  if (!current || (version !== undefined && version !== current.version)) return undefined;
  if (action === "delete") return { action, entry: await repository.moveToTrash(db, slug, at) };
  const published = action === "publish";
  if (current.published === published) return undefined;
  // As it is: what a client approved may be its draft.
  if (published)
    await settlePublishing(db, content, current, type.history?.restored?.(current) ?? current, at).catch(
      (error: unknown) => {
        const isRefusal = error instanceof AppError;
        throw isRefusal ? new AppError(error.code, `“${current[type.title]}”: ${error.message}`) : error;
      },
    );
  await keepFirstState(db, type, current);
  return { action: "update", entry: await repository.update(db, current, { published }, at) };
}

/** Inserts an unpublished copy of an entry. @throws AppError `not_found` */
async function duplicate(content: Content, db: Db, slug: string, at: Date): Promise<AnyEntry> {
  const { type, schemas, repository } = content;
  const original: AnyEntry = await repository.get(db, slug, { publishedOnly: false });
  const copy: AnyEntry = await repository.insert(db, copyOf(type, schemas, original), at);
  const parts = partsOf(type, schemas, original);
  return parts ? repository.update(db, copy, parts, at) : copy;
}

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
  if (!history?.restored) return undefined;
  const { published: _, ...all } = change.parse(history.restored(entry)) as Record<string, unknown>;
  return Object.fromEntries(Object.entries(all).filter(([name]) => !(name in fields)));
}
