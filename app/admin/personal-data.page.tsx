import { useQuery, useQueryClient } from "@tanstack/react-query";
import { eraseDataSubject } from "#app/features/data-subject/data-subject.queries.ts";
import { ErasePane } from "#app/features/data-subject/erase-pane.tsx";
import { siteEdits } from "#app/features/site-content/site-content.queries.ts";
import { Failure } from "#app/ui/admin/notice/failure.tsx";
import { Placeholder } from "#app/ui/admin/notice/placeholder.tsx";
import { Panes } from "#app/ui/admin/screen/pane.tsx";
import { Screen } from "#app/ui/admin/screen/screen.tsx";
import { RetentionForm } from "./retention-form.tsx";

/** Retention periods of visitors' personal data, and erasure of a visitor's data. */
export default function PersonalDataPage() {
  const { data, error, refetch } = useQuery(siteEdits());
  const client = useQueryClient();
  return (
    <Screen heading="Personal data" subline="What the site stores about visitors, and for how long." isNarrow>
      <Panes>
        {error && <Failure text="The periods could not be loaded." error={error} onRetry={refetch} />}
        {!data && !error && <Placeholder layout="form" />}
        {data && <RetentionForm edits={data} />}
        {/* Not before, or it would move away from under a finger. */}
        {(data || error) && <ErasePane erase={eraseDataSubject} onErased={() => void client.invalidateQueries()} />}
      </Panes>
    </Screen>
  );
}
