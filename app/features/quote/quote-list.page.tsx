import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useLocation, useNavigate, useParams } from "react-router";
import { useListView, ViewSwitch } from "#app/features/content/entry-row.tsx";
import { AdminList } from "#app/ui/admin/list/admin-list.tsx";
import { BulkBar } from "#app/ui/admin/list/bulk-bar.tsx";
import { listError, ShowMore } from "#app/ui/admin/list/show-more.tsx";
import { useSelection } from "#app/ui/admin/list/use-selection.ts";
import { isMissing } from "#app/ui/admin/notice/failure-kind.ts";
import { useKeys } from "#app/ui/admin/screen/use-keys.ts";
import { LeadPane } from "./inbox/lead-pane.tsx";
import { QuoteBulkActions } from "./inbox/quote-bulk-actions.tsx";
import { QuoteFilter, useQuoteFilter } from "./inbox/quote-filter.tsx";
import { type LineActions, QuoteLine } from "./inbox/quote-line.tsx";
import { deletionId, useQuoteActions } from "./inbox/use-quote-actions.tsx";
import type { OfficeQuote } from "./quote.contract.ts";
import { allOf, isMatching, leadOptions, leadView, quoteList, quoteTotal } from "./quote.queries.ts";
import styles from "./quote-list.page.module.css";

/** The inbox: the list of messages and, beside it, the one named in the URL. On a small screen, one at a time. */
export default function QuoteListPage() {
  const { slug } = useParams();
  const { search } = useLocation();
  const actions = useQuoteActions();
  const quotes = useQuotes(actions);
  const { filter, which, query, entries, shown, selected, isSelected, count, selection } = quotes;
  const open = useOpen(slug, shown, query);
  const view = useListView("quote");
  const lineActions = useRef<LineActions>({ select: selected.toggle, remove: actions.askDelete });
  lineActions.current = { select: selected.toggle, remove: actions.askDelete };
  const removeMany = () => actions.askDeleteMany(selection(), count, selected.clear);
  const opened = useOpened(slug);
  useKeys({
    j: () => open.step(1),
    k: () => open.step(-1),
    x: slug === undefined ? undefined : () => selected.toggle(slug),
    "#": count > 0 ? removeMany : opened && (() => actions.askDelete(opened)),
  });
  const isEmpty = entries?.length === 0 && !filter.isOn && slug === undefined;
  return (
    <div className={isEmpty ? undefined : styles.panes} data-open={slug && ""}>
      <div className={styles.list}>
        <AdminList
          heading="All Quotes"
          title={opened?.fullName ?? "All Quotes"}
          subline={filter.line && <span className={styles.hidden}>{filter.line}</span>}
          bar={
            (query.data || filter.isOn) && (
              <div className={styles.hidden}>
                <QuoteFilter filter={filter} which={which} total={quotes.total} />
                {shown.length > 0 && (
                  <SelectionBar quotes={quotes} actions={actions} view={view} onDelete={removeMany} />
                )}
              </div>
            )
          }
          empty={
            filter.isOn
              ? { text: nothing(which.show) }
              : {
                  heading: "Quotes Not Found",
                  text: "Requests from the quote panel and the contact form arrive here. Deleted ones stay in the Trash for 30 days.",
                }
          }
          entries={entries}
          error={listError(query)}
          onRetry={query.refetch}
          layout="lines"
          keyOf={(quote) => quote.slug}
          foot={
            <div className={styles.hidden}>
              <ShowMore query={query} />
            </div>
          }
        >
          {(quote) => (
            <QuoteLine
              quote={quote}
              search={search}
              isOpen={quote.slug === slug}
              isSelected={isSelected(quote)}
              isDense={view.isRows}
              actions={lineActions}
            />
          )}
        </AdminList>
      </div>
      {slug === undefined ? (
        !isEmpty && <p className={styles.none}>Choose a message to read it here.</p>
      ) : (
        <LeadPane key={slug} slug={slug} search={search} actions={actions} />
      )}
    </div>
  );
}

type Actions = ReturnType<typeof useQuoteActions>;
type Quotes = ReturnType<typeof useQuotes>;

/** The messages that match the filter in the URL, as far as they are loaded, and which of them are selected. */
function useQuotes({ isGone }: Actions) {
  const filter = useQuoteFilter();
  const which = { q: filter.q, ...filter.values };
  const query = useInfiniteQuery(quoteList(which));
  const total = useQuery(quoteTotal(which)).data;
  const entries = query.data?.pages.flatMap((page) => page.data).filter((quote) => !isGone(deletionId(quote)));
  const shown = entries?.map((quote) => quote.slug) ?? [];
  const selected = useSelection(JSON.stringify(which), shown);
  const { isAll, except, slugs } = selected.selection;
  const selection = () => (isAll ? allOf(which, selected.first ?? "", [...except]) : { slugs: [...slugs] });
  // What was read since under “Unread” stays listed, and is none of all.
  const isSelected = (quote: OfficeQuote) => selected.has(quote.slug) && (!isAll || isMatching(which, quote));
  const count = selected.countOf(total);
  return { filter, which, query, total, entries, shown, selected, isSelected, count, selection };
}

/** The message that is open, listed or not. */
function useOpened(slug: string | undefined) {
  const view = leadView(useQueryClient(), slug ?? "");
  // Its pane polls.
  const { data, error } = useQuery({ ...view, enabled: slug !== undefined, refetchInterval: false });
  return isMissing(error) ? undefined : data;
}

interface SelectionBarProps {
  quotes: Quotes;
  actions: Actions;
  view: ReturnType<typeof useListView>;
  onDelete: () => void;
}

function SelectionBar({ quotes, actions, view, onDelete }: SelectionBarProps) {
  const { which, query, entries = [], selected, count, total, selection } = quotes;
  const owners = useQuery(leadOptions()).data?.owners ?? [];
  return (
    <BulkBar
      selected={selected}
      count={count}
      shown={entries.filter((quote) => isMatching(which, quote)).length}
      total={total}
      hasMore={query.hasNextPage}
      beside={<ViewSwitch isRows={view.isRows} onChange={view.toggle} />}
    >
      <QuoteBulkActions
        isBusy={actions.isBusy("many") || actions.isBusy("export")}
        onChange={(action) => actions.changeMany(selection(), action, selected.clear)}
        owners={owners}
        onAssign={(owner) => actions.assignMany(selection(), owner, selected.clear)}
        onDelete={onDelete}
        onExport={() => actions.exportMany(selection())}
      />
    </BulkBar>
  );
}

interface Pages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}

/** Tracks the open message: keys for next and previous, and the focus after it is closed. */
function useOpen(slug: string | undefined, shown: string[], query: Pages) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const last = useRef(slug);
  useEffect(() => {
    const before = last.current;
    last.current = slug;
    // After the list, hidden meanwhile, has been rendered again.
    if (slug === undefined && before !== undefined)
      requestAnimationFrame(() => lineOf(before)?.querySelector("a")?.focus());
  }, [slug]);
  return {
    step(by: 1 | -1) {
      const place = slug === undefined ? -1 : shown.indexOf(slug);
      const next = shown[place < 0 ? 0 : place + by];
      if (next === undefined) {
        if (by === 1 && query.hasNextPage && !query.isFetchingNextPage) query.fetchNextPage();
        return;
      }
      lineOf(next)?.scrollIntoView({ block: "nearest" });
      navigate(
        { pathname: `/quote/${next}`, search },
        // Synchronously: the next key press acts on the message just opened, however busy the browser is.
        { replace: slug !== undefined, state: { keepsFocus: true }, preventScrollReset: true, flushSync: true },
      );
    },
  };
}

const lineOf = (slug: string) => document.querySelector<HTMLElement>(`main [data-entry="${CSS.escape(slug)}"]`);

const nothing = (show: string) =>
  show === "spam"
    ? "No message is suspected to be spam."
    : show === "unread"
      ? "Everything is read."
      : "No quote matches.";
