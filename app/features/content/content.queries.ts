import { queryOptions } from "@tanstack/react-query";
import { type BatchResult, changeInBatches } from "#app/browser/bulk.ts";
import { officeSender } from "#app/browser/session.ts";
import type { ContentBulkAction } from "#app/shared/content-contract.ts";
import { type ChangeOf, type ContentType, type EntryOf, fieldsOfKind, type NewOf } from "#app/shared/content-type.ts";
import type { Endpoint } from "#app/shared/endpoint.ts";
import { idempotencyKey } from "#app/shared/idempotency-key.ts";
import { ifMatch } from "#app/shared/if-match.ts";
import { hitsAtOnce, pageSize } from "#app/shared/paging.ts";

// The paths of a type are known only at run time, its entries at compile time, so the calls are typed here by hand.
const call = officeSender<Record<string, Endpoint>>() as <T>(
  method: Endpoint["method"],
  path: string,
  options: Partial<{
    params: object;
    query: object;
    body: object;
    headers: Record<string, string>;
    signal: AbortSignal;
  }>,
) => Promise<{ data: T; total?: number }>;

/** An entry, and the version of it that was shown. */
export interface EntryVersion {
  slug: string;
  version?: number;
}

interface SaveQuery {
  /** The state of the entry's draft that this save contains. */
  draft?: string | undefined;
  /** Refuses the save while a client's approval is awaited; the same holds with a draft. */
  ifApproved?: boolean | undefined;
}

interface Page {
  limit: number;
  offset: number;
  q?: string;
}

/**
 * The back office's reads and writes for a content type. A type with parts supplies the types of its entries and bodies
 * itself.
 */
export function contentQueries<T extends ContentType, E = EntryOf<T>, N = NewOf<T>, C = ChangeOf<T>>(type: T) {
  const { name, path, calls } = type;
  // An API may answer with the fields that the specification names alone.
  const lists = fieldsOfKind(type, "textList", "objectList").map((field) => [field, []]);
  const complete = (entry: E): E => ({ published: true, ...Object.fromEntries(lists), ...entry });
  return {
    /** One page of entries, in the editors' order. */
    read: async (query: Page, signal: AbortSignal) => {
      const { data, ...more } = await call<E[]>("GET", `/${path}/get-all`, { query, signal });
      return { ...more, data: data.map(complete) };
    },
    find: (q: string, signal: AbortSignal) =>
      call<E[]>("GET", `/${path}/get-all`, { query: { q, limit: hitsAtOnce + 1 }, signal }),
    view: (slug: string) =>
      queryOptions({
        queryKey: [name, "view", slug],
        queryFn: async ({ signal }) =>
          complete((await call<E>("GET", `/${path}/:slug`, { params: { slug }, signal })).data),
      }),
    /**
     * Adds an entry, once for its idempotency key.
     * @throws AppError `stale` with the entry that an earlier call with this key has added, if it had another body
     */
    add: async (body: N, key: string) =>
      (await call<E>("POST", calls?.create ?? `/${path}/add`, { body: body as object, headers: idempotencyKey(key) }))
        .data,
    /**
     * Saves an entry.
     * @throws AppError `stale` with the current entry if somebody else saved after `version`, `conflict` if it waits
     */
    change: async (slug: string, body: C, version?: number, { draft, ifApproved = false }: SaveQuery = {}) => {
      const query = { ...(draft !== undefined && { draft }), ...(ifApproved && { ifApproved: "true" }) };
      const options = { params: { slug }, query, body: body as object, headers: ifMatch(version) };
      return (await call<E>("PUT", calls?.update ?? `/${path}/edit/:slug`, options)).data;
    },
    /** All entries that contain `q`, whether the list has loaded them or not. */
    every: async (q: string): Promise<EntryVersion[]> => {
      const found = new Map<string, EntryVersion>();
      for (let offset = 0, total = 1; offset < total; offset += pageSize) {
        const query = { limit: pageSize, offset, ...(q && { q }) };
        const page = await call<Required<EntryVersion>[]>("GET", `/${path}/get-all`, { query });
        for (const { slug, version } of page.data) found.set(slug, { slug, version });
        total = page.total ?? 0;
      }
      return [...found.values()];
    },
    /** Changes many entries in batches. @returns what was changed, with the new versions */
    changeMany: (action: ContentBulkAction, entries: EntryVersion[]): Promise<BatchResult<EntryVersion>> =>
      changeInBatches(
        entries,
        async (batch) =>
          (await call<BatchResult<EntryVersion>>("POST", `/${path}/bulk`, { body: { action, entries: batch } })).data,
      ),
    /** Creates an unpublished copy, once for the idempotency key. */
    duplicate: async (slug: string, key: string) =>
      (await call<E>("POST", `/${path}/duplicate/:slug`, { params: { slug }, headers: idempotencyKey(key) })).data,
    remove: (slug: string) => call<{ slug: string }>("DELETE", `/${path}/:slug`, { params: { slug } }),
  };
}
