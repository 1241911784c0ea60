import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { AdminList } from "#app/ui/admin-list.tsx";
import { useDeletion } from "#app/ui/confirm-delete.tsx";
import { ShowMore, useFilter } from "#app/ui/inbox.tsx";
import type { Quote } from "./quote.contract.ts";
import { quoteList, removeQuote } from "./quote.queries.ts";
import { QuoteRow } from "./quote-row.tsx";

const deletionId = ({ slug }: Quote) => `quote:${slug}`;

export default function QuoteListPage() {
  const filter = useFilter("quotes");
  const query = useInfiniteQuery(quoteList(filter.q));
  const client = useQueryClient();
  const { ask, isGone } = useDeletion();
  const askDelete = (quote: Quote) =>
    ask({
      id: deletionId(quote),
      name: `the message of ${quote.fullName}`,
      remove: () => removeQuote(quote.slug),
      reload: () => client.invalidateQueries({ queryKey: ["quote"] }, { throwOnError: true }),
    });
  return (
    <AdminList
      heading="All Quotes"
      subline={filter.line}
      empty={
        filter.q
          ? { text: "No quote matches." }
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
      {(quote) => <QuoteRow quote={quote} onDelete={() => askDelete(quote)} />}
    </AdminList>
  );
}
