import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useBusy } from "#app/ui/admin/control/use-busy.ts";
import { Failure } from "#app/ui/admin/notice/failure.tsx";
import { Placeholder } from "#app/ui/admin/notice/placeholder.tsx";
import { showSuccess } from "#app/ui/admin/notice/toast.tsx";
import { isUsed } from "#app/ui/admin/screen/is-used.ts";
import { focusPane, Panes } from "#app/ui/admin/screen/pane.tsx";
import { Screen } from "#app/ui/admin/screen/screen.tsx";
import { HealthPane } from "./health-pane.tsx";
import { mailHealthView, retryAllMail, retryMailOf, sendTestMail, unsentMailList } from "./mail.queries.ts";
import { TestPane } from "./test-pane.tsx";
import { UnsentMailPane } from "./unsent-mail-pane.tsx";

/** How often the screen reloads while mail is being sent. */
const pollEveryMs = 5_000;

export default function MailPage() {
  const health = useQuery({
    ...mailHealthView(),
    refetchInterval: ({ state }) => (isUsed() && state.data?.waiting ? pollEveryMs : false),
  });
  const { data, error, refetch } = health;
  return (
    <Screen
      heading="Mail"
      subline="The state of the site’s mail: notifications to you, acknowledgements to visitors, newsletter confirmations."
      isNarrow
    >
      {error && <Failure text="The state of the mail could not be loaded." error={error} onRetry={refetch} />}
      {!data && !error && <Placeholder layout="rows" />}
      {data && (
        <Panes>
          <HealthPane health={data} />
          {data.isConfigured && (
            <>
              <TestPane send={sendTestMail} />
              <UnsentMailSection />
            </>
          )}
        </Panes>
      )}
    </Screen>
  );
}

function UnsentMailSection() {
  const query = useInfiniteQuery({
    ...unsentMailList(),
    refetchInterval: ({ state }) =>
      isUsed() && state.data?.pages.some(({ data }) => data.some((mail) => mail.state === "waiting"))
        ? pollEveryMs
        : false,
  });
  const client = useQueryClient();
  const { isBusy, attempt } = useBusy();
  const reload = async () => {
    await client.invalidateQueries({ queryKey: ["mail"] });
    // The mail states shown with the leads have changed too.
    await client.invalidateQueries({ queryKey: ["quote", "list"] });
    await client.invalidateQueries({ queryKey: ["subscription", "list"] });
  };
  const retry = (reference: string): Promise<void> =>
    attempt(reference, "The mail could not be sent again.", async () => {
      const { mails } = await retryMailOf(reference);
      focusPane("unsent");
      showSuccess(mails > 0 ? "The mail is queued again." : "The mail has been sent meanwhile, or is being sent.");
      await reload();
    });
  const retryAll = (): Promise<void> =>
    attempt("", "The mails could not be sent again.", async () => {
      const { mails } = await retryAllMail();
      focusPane("unsent");
      showSuccess(mails === 1 ? "1 mail is queued again." : `${mails} mails are queued again.`);
      await reload();
    });
  return <UnsentMailPane query={query} isBusy={isBusy} onRetry={retry} onRetryAll={retryAll} />;
}
