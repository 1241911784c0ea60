import { queryOptions } from "@tanstack/react-query";
import { officeSender } from "#app/browser/session.ts";
import type { ContentBulkAction } from "#app/shared/content-contract.ts";
import type { ChangeOf, ContentType, EntryOf, NewOf } from "#app/shared/content-type.ts";
import type { Endpoint } from "#app/shared/endpoint.ts";
import { ifMatch } from "#app/shared/if-match.ts";
import { hitsAtOnce } from "#app/shared/paging.ts";

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

/** Same value as in the contract, whose schemas are not loaded in the browser. */
const maxBatchSize = 200;

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
  return {
    /** One page of entries, in the editors' order. */
    read: (query: Page, signal: AbortSignal) => call<E[]>("GET", `/${path}/get-all`, { query, signal }),
    find: (q: string, signal: AbortSignal) =>
      call<E[]>("GET", `/${path}/get-all`, { query: { q, limit: hitsAtOnce + 1 }, signal }),
    view: (slug: string) =>
      queryOptions({
        queryKey: [name, "view", slug],
        queryFn: async ({ signal }) => (await call<E>("GET", `/${path}/:slug`, { params: { slug }, signal })).data,
      }),
    add: async (body: N) => (await call<E>("POST", calls?.create ?? `/${path}/add`, { body: body as object })).data,
    /**
     * Saves an entry.
     * @throws AppError `stale` with the current entry if somebody else saved after `version`, `conflict` if it waits
     */
    change: async (slug: string, body: C, version?: number, { draft, ifApproved = false }: SaveQuery = {}) => {
      const query = { ...(draft !== undefined && { draft }), ...(ifApproved && { ifApproved: "true" }) };
      const options = { params: { slug }, query, body: body as object, headers: ifMatch(version) };
      return (await call<E>("PUT", calls?.update ?? `/${path}/edit/:slug`, options)).data;
    },
    /**
     * Sends one call per 200 entries.
     * @returns what was changed, with the new versions, and how many were left alone
     */
    changeMany: async (action: ContentBulkAction, entries: EntryVersion[]) => {
      const result = { changed: [] as EntryVersion[], left: 0 };
      for (let from = 0; from < entries.length; from += maxBatchSize) {
        const body = { action, entries: entries.slice(from, from + maxBatchSize) };
        const { data } = await call<typeof result>("POST", `/${path}/bulk`, { body });
        result.changed.push(...data.changed);
        result.left += data.left;
      }
      return result;
    },
    /** Creates an unpublished copy. */
    duplicate: async (slug: string) => (await call<E>("POST", `/${path}/duplicate/:slug`, { params: { slug } })).data,
    remove: (slug: string) => call<{ slug: string }>("DELETE", `/${path}/:slug`, { params: { slug } }),
  };
}
