import { type InfiniteData, type QueryClient, queryOptions } from "@tanstack/react-query";
import { changeInParts, undoInParts } from "#app/browser/bulk.ts";
import { saveFile, saveFileOf } from "#app/browser/office-file.ts";
import { type ListPage, pagedQuery } from "#app/browser/paged-query.ts";
import { readQuery } from "#app/browser/read-query.ts";
import { officeSender } from "#app/browser/session.ts";
import { AppError } from "#app/shared/app-error.ts";
import { hitsAtOnce } from "#app/shared/paging.ts";
import { isMissing } from "#app/ui/admin/notice/failure-kind.ts";
import { isUsed } from "#app/ui/admin/screen/is-used.ts";
import type {
  BulkAction,
  Lead,
  LeadChange,
  LeadStatus,
  OfficeQuote,
  QuoteApi,
  QuoteSelection,
} from "./quote.contract.ts";

const waitingMs = 3_000;

const call = officeSender<QuoteApi>();

/** Filter of the inbox; empty values match everything. `q` searches all fields. */
export interface QuoteFilter {
  q: string;
  source: string;
  show: string;
  status: string;
  /** Id of the administrator responsible. */
  owner?: string;
  /** The first and the last day on which they were received, YYYY-MM-DD in the reader's time zone. */
  from?: string;
  to?: string;
}

/** The beginning of a day, or of one `later`; undefined if it is no day, or after the last that the server knows. */
function startOf(day = "", later = 0): string | undefined {
  const [year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day)?.slice(1).map(Number) ?? [];
  const start = year && month && date ? new Date(year, month - 1, date + later).toISOString() : undefined;
  return start?.startsWith("+") ? undefined : start;
}

const asked = ({ q, source, show, status, owner = "", from, to }: QuoteFilter) => ({
  q,
  receivedFrom: startOf(from),
  receivedBefore: startOf(to, 1),
  ...(/^[1-9]\d{0,14}$/.test(owner) && { owner: Number(owner) }),
  ...(Object.hasOwn(statusNames, status) && { status: status as LeadStatus }),
  ...((source === "quote" || source === "contact") && { source: source as "quote" | "contact" }),
  ...(show === "wanted" && { spam: "false" as const }),
  // Suspected spam is not counted as unread either.
  ...(show === "unread" && { unread: "true" as const, spam: "false" as const }),
  ...(show === "spam" && { spam: "true" as const }),
});

/** Labels of the statuses. */
export const statusNames: Record<LeadStatus, string> = { new: "New", replied: "Replied", won: "Won", lost: "Lost" };

/** An API may answer with the fields that the specification names alone. */
const complete = (quote: OfficeQuote): OfficeQuote => ({
  ...{ status: "new", isSpam: false, createdAt: "", mail: [] },
  ...quote,
});

/** Newest first. */
export const quoteList = (filter: QuoteFilter) =>
  pagedQuery(
    ["quote", "list", filter],
    async (part, signal) => {
      const query = { ...asked(filter), ...part, total: "false" as const };
      return { data: (await call("GET", "/quote/get-all", { query, signal })).data.map(complete) };
    },
    ({ slug }) => slug,
  );

/** Number of quotes a filter matches. It takes longer than a page, so it is requested separately. */
export const quoteTotal = (filter: QuoteFilter) =>
  queryOptions({
    queryKey: ["quote", "total", filter],
    queryFn: async ({ signal }) =>
      (await call("GET", "/quote/get-all", { query: { ...asked(filter), limit: 1 }, signal })).total ?? 0,
  });

/** Total, unread and suspected counts. */
export const quoteCounts = () => readQuery(["quote", "counts"], (signal) => call("GET", "/quote/counts", { signal }));

export const findQuotes = (q: string, signal: AbortSignal) =>
  call("GET", "/quote/get-all", { query: { q, limit: hitsAtOnce + 1, total: "false" }, signal });

export const removeQuote = (slug: string) => call("DELETE", "/quote/:slug", { params: { slug } });

/** A lead with its history. Until it is loaded, shows what the list knows about it. */
export const leadView = (client: QueryClient, slug: string) =>
  queryOptions({
    queryKey: ["quote", "lead", slug],
    queryFn: async ({ signal }) => (await call("GET", "/quote/:slug", { params: { slug }, signal })).data,
    placeholderData: (): Lead | undefined => {
      const listed = client
        .getQueriesData<InfiniteData<ListPage<OfficeQuote>>>({ queryKey: ["quote", "list"] })
        .flatMap(([, list]) => list?.pages ?? [])
        .flatMap(({ data }) => data)
        .find((quote) => quote.slug === slug);
      return listed && { ...listed, history: [], earlier: [] };
    },
    // Polls while a reply is being sent.
    refetchInterval: ({ state }) =>
      isUsed() && state.data?.history.some(({ mail }) => mail?.state === "waiting") && waitingMs,
  });

/** Possible owners, reply templates, and whether replies can be sent from here. */
export const leadOptions = () => readQuery(["quote", "options"], (signal) => call("GET", "/quote/options", { signal }));

/** The last change of each lead that has not been answered. */
const lastChanges = new Map<string, Promise<unknown>>();

/**
 * Changes a lead once its earlier changes have been answered. Otherwise the answer to one could arrive last without the
 * other, which would then seem to be undone.
 */
function inTurn<T>(slug: string, change: () => Promise<T>): Promise<T> {
  const turn = (lastChanges.get(slug) ?? Promise.resolve()).then(change);
  const settled = turn
    .catch(() => {})
    .then(() => {
      if (lastChanges.get(slug) === settled) lastChanges.delete(slug);
    });
  lastChanges.set(slug, settled);
  return turn;
}

export const changeLead = (slug: string, body: LeadChange) =>
  inTurn(slug, async () => (await call("PUT", "/quote/:slug", { params: { slug }, body })).data);

/** `key`: one per note, so that a retry stores it once. */
export const addLeadNote = (slug: string, text: string, key: string) =>
  inTurn(slug, async () => (await call("POST", "/quote/note/:slug", { params: { slug }, body: { text, key } })).data);

/**
 * Refused if somebody has answered since what is shown, or at all before that is loaded. `key`: one per reply, so that a
 * retry sends it once.
 */
export const sendLeadReply = (client: QueryClient, slug: string, text: string, key: string) =>
  inTurn(slug, async () => {
    const shown = client.getQueryData<Lead>(["quote", "lead", slug]);
    const seen = shown?.history.findLast(({ kind }) => kind === "reply")?.id ?? null;
    const { data } = await call("POST", "/quote/reply/:slug", { params: { slug }, body: { text, key, seen } });
    recount(client);
    return data;
  });

/** Whether a filter still matches a listed quote, whatever has been done with it since. */
export function isMatching(filter: QuoteFilter, { readAt, isSpam, status, owner }: OfficeQuote): boolean {
  const { all } = allOf(filter, "", []);
  return (
    !(all?.unread && readAt !== undefined) &&
    (all?.spam === undefined || all.spam === isSpam) &&
    (all?.status === undefined || all.status === status) &&
    (all?.owner === undefined || all.owner === owner?.id)
  );
}

/** Selects everything a filter matches up to the newest quote shown, with exceptions. */
export function allOf(filter: QuoteFilter, until: string, except: string[]): QuoteSelection {
  const { unread, spam, ...rest } = asked(filter) as Omit<ReturnType<typeof asked>, "unread" | "spam"> &
    Partial<Record<"unread" | "spam", string>>;
  const flag = (value: string | undefined) => (value === undefined ? undefined : value === "true");
  return { all: { ...rest, unread: flag(unread), spam: flag(spam), until, except } };
}

/** Somebody who can be responsible for a lead. */
export type Owner = NonNullable<OfficeQuote["owner"]>;

/** One part at a time, until everything is done. `owner`: with the action of that name. */
export const changeQuotes = (selection: QuoteSelection, action: BulkAction, owner: Owner | null = null) =>
  changeInParts(
    async (go) =>
      (await call("POST", "/quote/bulk", { body: { selection, action, ownerId: owner?.id ?? null, go } })).data,
  );

export const undoQuotes = (id: number) =>
  undoInParts(async () => (await call("POST", "/quote/bulk/undo/:id", { params: { id: String(id) } })).data);

export const exportSelected = (selection: QuoteSelection) => saveFileOf("/quote/export", selection, "quotes.csv");

/** Resends the waiting or failed emails of a quote. */
export const retryQuoteMail = (slug: string) =>
  inTurn(slug, async () => (await call("POST", "/quote/retry-mail/:slug", { params: { slug } })).data);

export const exportQuotes = (filter: QuoteFilter) => saveFile("/quote/export", asked(filter), "quotes.csv");

/** Counts again after a lead was changed, also where what was changed decides whether it matches. */
export function recount(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: ["quote", "counts"] });
  const isConcerned = ({ show, status, owner }: QuoteFilter) => Boolean(show || status || owner);
  void client.invalidateQueries({
    queryKey: ["quote", "total"],
    predicate: ({ queryKey }) => isConcerned(queryKey[2] as QuoteFilter),
  });
}

const lists = { queryKey: ["quote", "list"] };

/** Changes what is loaded of each list, page by page. */
function changeLists(client: QueryClient, change: (quotes: OfficeQuote[]) => OfficeQuote[]): void {
  client.setQueriesData<InfiniteData<ListPage<OfficeQuote>>>(
    lists,
    (list) => list && { ...list, pages: list.pages.map((page) => ({ ...page, data: change(page.data) })) },
  );
}

/** Removes a lead that somebody has deleted from all loaded lists, and counts again. */
export function forgetLead(client: QueryClient, slug: string): void {
  changeLists(client, (quotes) => quotes.filter((each) => each.slug !== slug));
  for (const what of ["list", "total", "counts"]) void client.invalidateQueries({ queryKey: ["quote", what] });
}

/** After a refusal: if the lead has been deleted or changed meanwhile, its pane finds out. */
export const reloadIfChanged = (client: QueryClient, slug: string, error: unknown): void => {
  if (isMissing(error) || (error instanceof AppError && error.code === "conflict"))
    void client.invalidateQueries({ queryKey: ["quote", "lead", slug] });
};

/** Updates a lead to the server's current state, in place in all loaded lists. */
export async function showLead(client: QueryClient, quote: Lead): Promise<void> {
  const queryKey = ["quote", "lead", quote.slug];
  // Requested before the change, it may still arrive with the old state; requested after it, it knows more.
  const isAskedFor = client.isFetching({ queryKey }) > 0;
  await client.cancelQueries({ queryKey });
  client.setQueryData(queryKey, quote);
  if (isAskedFor) void client.invalidateQueries({ queryKey });
  changeLists(client, (quotes) => quotes.map((each) => (each.slug === quote.slug ? quote : each)));
  // A list requested before the change may still arrive with the old state.
  for (const query of client.getQueryCache().findAll({ ...lists, fetchStatus: "fetching" }))
    void query.promise?.catch(() => {}).then(() => client.invalidateQueries({ queryKey: query.queryKey, exact: true }));
}
