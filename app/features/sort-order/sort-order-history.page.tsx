import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { RouteButton } from "#app/ui/admin/control/route-button.tsx";
import { useBusy } from "#app/ui/admin/control/use-busy.ts";
import { Time } from "#app/ui/admin/inbox/inbox.tsx";
import { AdminList } from "#app/ui/admin/list/admin-list.tsx";
import { listError, ShowMore } from "#app/ui/admin/list/show-more.tsx";
import { showSuccess } from "#app/ui/admin/notice/toast.tsx";
import { focusHeading } from "#app/ui/admin/screen/screen.tsx";
import { Button } from "#app/ui/button.tsx";
import { back, undo } from "#app/ui/glyphs.ts";
import type { SavedSortOrder } from "./sort-order.contract.ts";
import { restoreSortOrder, savedSortOrders } from "./sort-order.queries.ts";
import styles from "./sort-order-history.page.module.css";

interface SortOrderHistoryProps {
  noun: string;
  /** Such as "projects". */
  what: string;
  list: { to: string; label: string };
}

/** The previous orders of a list: who moved what, and a way to restore each of them. */
export default function SortOrderHistory({ noun, what, list }: SortOrderHistoryProps) {
  const query = useInfiniteQuery(savedSortOrders(noun));
  const client = useQueryClient();
  const { isBusy, attempt } = useBusy();
  const states = query.data?.pages.flatMap(({ data }) => data);
  const newest = states?.[0];

  const reload = () => client.invalidateQueries({ queryKey: ["history", "order", noun] });
  const restore = ({ version }: SavedSortOrder): Promise<void> => {
    const work = async () => {
      await restoreSortOrder(noun, version, newest?.version ?? 0);
      await client.invalidateQueries();
      showSuccess(`The order of version ${version} is back.`);
      focusHeading();
    };
    return attempt(String(version), "The order could not be restored.", work, reload);
  };

  return (
    <AdminList
      heading={`Order of ${what}`}
      subline="Every order this list has had, newest first."
      empty={{ text: "Nothing has been moved yet." }}
      entries={states}
      error={listError(query)}
      onRetry={query.refetch}
      layout="rows"
      keyOf={({ id }) => String(id)}
      foot={
        <>
          <ShowMore query={query} />
          <p className={styles.way}>
            <RouteButton to={list.to} label={list.label} kind="line" glyph={back} />
          </p>
        </>
      }
    >
      {(state) => (
        <div className={`cluster between gap-12-20 framed ${styles.state}`}>
          <div>
            <h2 className={styles.what}>{describeOrder(state)}</h2>
            <p className="muted">
              Version {state.version}, {state.author || "the site itself"}, <Time at={state.createdAt} />
            </p>
          </div>
          {state === newest ? (
            <span className="muted">As it is now</span>
          ) : (
            <Button
              kind="line"
              glyph={undo}
              label="Restore this order"
              aria-label={`Restore this order, version ${state.version}`}
              busyLabel="Restoring"
              busy={isBusy(String(state.version))}
              onClick={() => void restore(state)}
            />
          )}
        </div>
      )}
    </AdminList>
  );
}

const describeOrder = ({ moved, author }: SavedSortOrder): string => {
  if (moved) return `${moved.name ? `“${moved.name}”` : "A deleted entry"} moved from ${moved.from} to ${moved.to}`;
  return author ? "Reordered" : "As it was before";
};
