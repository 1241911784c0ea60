import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { AdminList } from "#app/ui/admin/admin-list.tsx";
import { useDeletion } from "#app/ui/admin/confirm-delete.tsx";
import { ShowMore } from "#app/ui/admin/inbox.tsx";
import { InboxFilter, useFilter } from "#app/ui/admin/inbox-filter.tsx";
import { focusHeading } from "#app/ui/admin/screen.tsx";
import { showFailure, showSuccess } from "#app/ui/admin/toast.tsx";
import { useBusy } from "#app/ui/admin/use-busy.ts";
import type { OfficeQuote } from "./quote.contract.ts";
import {
  exportQuotes,
  markQuote,
  quoteCounts,
  quoteList,
  quoteTotal,
  removeQuote,
  retryQuoteMail,
  showQuote,
} from "./quote.queries.ts";
import { QuoteRow } from "./quote-row.tsx";

const deletionId = ({ slug }: OfficeQuote) => `quote:${slug}`;

const sources = [
  { value: "", label: "All" },
  { value: "quote", label: "Quote panel" },
  { value: "contact", label: "Contact form" },
];

export default function QuoteListPage() {
  const filter = useFilter(["source", "show"], "quotes");
  const which = { q: filter.q, ...filter.values };
  const query = useInfiniteQuery(quoteList(which));
  const counts = useQuery(quoteCounts()).data;
  const { act, isBusy, askDelete, isGone } = useQuoteActions();
  const total = useQuery(quoteTotal(which)).data;
  return (
    <AdminList
      heading="All Quotes"
      subline={filter.line}
      bar={
        query.data && (
          <InboxFilter
            what="quotes"
            q={filter.q}
            example="A name, an address, a word"
            onSearch={(q) => filter.set("q", q)}
            choices={[
              {
                name: "show",
                label: "Show",
                value: filter.values.show,
                options: [
                  { value: "", label: "All" },
                  { value: "wanted", label: "Not spam" },
                  { value: "unread", label: counts?.unread ? `Unread (${counts.unread})` : "Unread" },
                  { value: "spam", label: counts?.spam ? `Suspected spam (${counts.spam})` : "Suspected spam" },
                ],
                onChange: (value) => filter.set("show", value),
              },
              {
                name: "source",
                label: "Source",
                value: filter.values.source,
                options: sources,
                onChange: (value) => filter.set("source", value),
              },
            ]}
            count={total === undefined ? "" : counted(total)}
            onExport={() => exportQuotes(which)}
          />
        )
      }
      empty={
        filter.isOn
          ? { text: nothing(which.show) }
          : {
              heading: "Quotes Not Found",
              text: "Nobody has written yet. Requests from the quote panel and the contact form arrive here.",
            }
      }
      entries={query.data?.pages.flatMap((page) => page.data).filter((quote) => !isGone(deletionId(quote)))}
      error={query.error}
      onRetry={query.refetch}
      layout="rows"
      keyOf={(quote) => quote.slug}
      foot={<ShowMore query={query} />}
    >
      {(quote) => (
        <QuoteRow
          quote={quote}
          isBusy={isBusy(quote.slug)}
          onOpen={() => act.read(quote.slug, true, true)}
          onRead={(isRead) => act.read(quote.slug, isRead)}
          onSpam={(isSpam) => act.spam(quote, isSpam)}
          onRetryMail={() => act.retryMail(quote)}
          onDelete={() => askDelete(quote)}
        />
      )}
    </AdminList>
  );
}

const counted = (total: number) => (total === 1 ? "1 message" : `${total.toLocaleString("en-GB")} messages`);

const nothing = (show: string) =>
  show === "spam"
    ? "No message is suspected to be spam."
    : show === "unread"
      ? "Everything is read."
      : "No quote matches.";

/** What the office can do with a quote; a refusal is told with a Retry. */
function useQuoteActions() {
  const client = useQueryClient();
  const { ask, isGone } = useDeletion();
  const { isBusy, run } = useBusy();
  const reload = () => client.invalidateQueries({ queryKey: ["quote"] }, { throwOnError: true });
  const recount = () => client.invalidateQueries({ queryKey: ["quote", "counts"] });
  const act = {
    /** `isQuiet`: it was opened, and nobody waits for the mark. */
    read: (slug: string, isRead: boolean, isQuiet = false): Promise<void> =>
      run(slug, async () => {
        showQuote(client, await markQuote(slug, { isRead }));
        await recount();
      }).catch((error) => {
        if (isQuiet) console.warn("A message could not be marked as read", error);
        else showFailure("The message could not be marked.", error, () => act.read(slug, isRead));
      }),
    spam: (quote: OfficeQuote, isSpam: boolean): Promise<void> =>
      run(quote.slug, async () => {
        await markQuote(quote.slug, { isSpam });
        focusHeading();
        showSuccess(
          isSpam
            ? `The message of ${quote.fullName} is marked as spam.`
            : `The message of ${quote.fullName} is marked as no spam.`,
        );
        await reload().catch(() => undefined);
      }).catch((error) => showFailure("The message could not be marked.", error, () => act.spam(quote, isSpam))),
    retryMail: (quote: OfficeQuote): Promise<void> =>
      run(quote.slug, async () => {
        showQuote(client, await retryQuoteMail(quote.slug));
        showSuccess(`The mails about ${quote.fullName} are on their way again.`);
        setTimeout(() => client.invalidateQueries({ queryKey: ["quote", "list"] }), 2_000);
      }).catch((error) => showFailure("The mails could not be sent again.", error, () => act.retryMail(quote))),
  };
  const askDelete = (quote: OfficeQuote) =>
    ask({
      id: deletionId(quote),
      name: `the message of ${quote.fullName}`,
      remove: () => removeQuote(quote.slug),
      trash: { kind: "quote", id: quote.slug },
      reload,
    });
  return { act, isBusy, askDelete, isGone };
}
