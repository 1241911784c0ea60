import { useParams } from "react-router";
import HistoryPage from "#app/features/revision/history.page.tsx";
import SortOrderHistory from "#app/features/sort-order/sort-order-history.page.tsx";
import { findContentType } from "#app/platform/content/content-types.ts";
import { listHeading, listPath } from "#app/shared/content-type.ts";
import { Screen } from "#app/ui/admin/screen/screen.tsx";
import { revisionSourceOf } from "./revision-sources.ts";

export default function HistoryOfEntryPage() {
  const { noun = "", slug = "" } = useParams();
  const [kind, name] = [noun.toLowerCase(), slug.toLowerCase()];
  const sorted = kind === "order" ? findContentType(name) : undefined;
  if (sorted) {
    const list = { to: listPath(sorted), label: listHeading(sorted) };
    return <SortOrderHistory key={name} noun={name} what={sorted.many} list={list} />;
  }
  const about = revisionSourceOf(kind, slug);
  if (!about) return <Screen heading="No history here" subline="Only entries and the site’s texts have one." />;
  return <HistoryPage key={`${kind}/${slug}`} noun={kind} slug={slug} about={about} />;
}
