import { Button } from "#app/ui/button.tsx";
import { FormError } from "../form/form-error.tsx";
import { isMissing } from "../notice/failure-kind.ts";
import styles from "./show-more.module.css";

export interface PagedQuery {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  error: Error | null;
  fetchNextPage: () => unknown;
  refetch: () => unknown;
}

/** Why a list could not be loaded. A page that could not be added to it is reported where it was asked for. */
export const listError = ({ error, isFetchNextPageError }: Pick<PagedQuery, "error" | "isFetchNextPageError">) =>
  isFetchNextPageError ? null : error;

/**
 * The button below a list that has more pages, with the reason if the next one could not be loaded. After the last page
 * the focus stays at the end of the list.
 */
export function ShowMore({ query }: { query: PagedQuery }) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage, refetch } = query;
  const failed = isFetchNextPageError && !isFetchingNextPage && error;
  // The entry after which it goes on is gone.
  const hasMoved = failed && isMissing(error);
  return (
    // biome-ignore lint/a11y/useSemanticElements: not a group of fields
    <div role="group" aria-label="End of the list" className={hasNextPage ? styles.more : undefined}>
      <FormError message={failed ? `More could not be loaded. ${error.message}` : null} />
      {hasNextPage && (
        <Button
          kind="line"
          label={hasMoved ? "Load again" : "Show more"}
          busy={isFetchingNextPage}
          busyLabel="Loading"
          onClick={() => (hasMoved ? refetch() : fetchNextPage())}
        />
      )}
    </div>
  );
}
