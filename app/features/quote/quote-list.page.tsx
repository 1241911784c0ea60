import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate, useParams } from "react-router";
import { useListView, ViewSwitch } from "#app/features/content/entry-row.tsx";
import { dayIn } from "#app/shared/day.ts";
import { DateField } from "#app/ui/admin/control/date-field.tsx";
import { InboxFilter, useFilter, useSearchField } from "#app/ui/admin/inbox/inbox-filter.tsx";
import { AdminList } from "#app/ui/admin/list/admin-list.tsx";
import { BulkBar } from "#app/ui/admin/list/bulk-bar.tsx";
import { listError, ShowMore } from "#app/ui/admin/list/show-more.tsx";
import { useSelection } from "#app/ui/admin/list/use-selection.ts";
import { isMissing } from "#app/ui/admin/notice/is-missing.ts";
import { useKeys } from "#app/ui/admin/screen/use-keys.ts";
import { LeadPane } from "./inbox/lead-pane.tsx";
import { QuoteBulkActions } from "./inbox/quote-bulk-actions.tsx";
import { type LineActions, QuoteLine } from "./inbox/quote-line.tsx";
import { deletionId, useQuoteActions } from "./inbox/use-quote-actions.tsx";
import type { OfficeQuote } from "./quote.contract.ts";
import {
  allOf,
  exportQuotes,
  isMatching,
  leadOptions,
  leadView,
  quoteCounts,
  quoteList,
  quoteTotal,
  statusNames,
} from "./quote.queries.ts";
import styles from "./quote-list.page.module.css";

const sources = [
  { value: "", label: "All" },
  { value: "quote", label: "Quote panel" },
  { value: "contact", label: "Contact form" },
];

const statuses = [
  { value: "", label: "All" },
  ...Object.entries(statusNames).map(([value, label]) => ({ value, label })),
];

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
                <Filter quotes={quotes} />
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
  const filter = useFilter(["source", "show", "status", "owner", "from", "to"], "quotes");
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

function Filter({ quotes: { filter, which, total } }: { quotes: Quotes }) {
  const counts = useQuery(quoteCounts()).data;
  const days = useDays(filter);
  const owners = useQuery(leadOptions()).data?.owners ?? [];
  const choice = (name: keyof typeof filter.values, label: string, options: { value: string; label: string }[]) => ({
    name,
    label,
    value: filter.values[name],
    options,
    onChange: (value: string) => filter.set(name, value),
  });
  return (
    <InboxFilter
      what="quotes"
      beside={days.fields}
      q={filter.q}
      example="A name, a word, an owner, a reference"
      onSearch={(q) => filter.set("q", q)}
      choices={[
        choice("show", "Show", [
          { value: "", label: "All" },
          { value: "wanted", label: "Not spam" },
          { value: "unread", label: counts?.unread ? `Unread (${counts.unread.toLocaleString("en-GB")})` : "Unread" },
          {
            value: "spam",
            label: counts?.spam ? `Suspected spam (${counts.spam.toLocaleString("en-GB")})` : "Suspected spam",
          },
        ]),
        choice("status", "Status", statuses),
        choice("source", "Source", sources),
        days.choice,
        // Of one administrator's there is nothing to choose.
        ...(owners.length > 1 || filter.values.owner
          ? [
              choice("owner", "Owner", [
                { value: "", label: "All" },
                ...owners.map(({ id, name }) => ({ value: String(id), label: name })),
              ]),
            ]
          : []),
      ]}
      count={total === undefined ? "" : counted(total)}
      onExport={() => exportQuotes(which)}
    />
  );
}

/** The days on which messages were received: all, today, yesterday, or from one to another. */
function useDays({ values: { from, to }, set }: Quotes["filter"]) {
  const [isOpen, setOpen] = useState(false);
  const dayBefore = (days: number) => dayIn(undefined, new Date(new Date().setDate(new Date().getDate() - days)));
  const days: Record<string, string> = { today: dayBefore(0), yesterday: dayBefore(1) };
  const named = isOpen ? undefined : Object.keys(days).find((name) => from === to && from === days[name]);
  const value = named ?? (isOpen || from || to ? "days" : "");
  const onChange = (chosen: string) => {
    setOpen(chosen === "days");
    if (chosen === "days") return;
    for (const end of ["from", "to"] as const) set(end, days[chosen] ?? "");
  };
  const options = [
    { value: "", label: "Any day" },
    { value: "today", label: "Today" },
    { value: "yesterday", label: "Yesterday" },
    { value: "days", label: "From, to" },
  ];
  const fields = value === "days" && [
    <DayField key="from" label="From" day={from} onChange={(day) => set("from", day)} />,
    <DayField key="to" label="To" day={to} onChange={(day) => set("to", day)} />,
  ];
  return { fields, choice: { name: "received", label: "Received", value, options, onChange } };
}

/** Keeps what is being typed: the address follows later, and a day is complete from the first digit of its year on. */
function DayField({ label, day, onChange }: { label: string; day: string; onChange: (day: string) => void }) {
  const field = useSearchField(day, onChange);
  return <DateField label={label} value={field.typed} onChange={(event) => field.type(event.target.value)} />;
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

const counted = (total: number) => (total === 1 ? "1 message" : `${total.toLocaleString("en-GB")} messages`);

const nothing = (show: string) =>
  show === "spam"
    ? "No message is suspected to be spam."
    : show === "unread"
      ? "Everything is read."
      : "No quote matches.";
