import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { undoActivity } from "#app/features/activity/activity.queries.ts";
import type { Difference } from "#app/features/site-as-of/site-as-of.contract.ts";
import { differencesSince, previewAsOf, restoreSite } from "#app/features/site-as-of/site-as-of.queries.ts";
import { findContentType } from "#app/platform/content/content-types.ts";
import { capitalised } from "#app/shared/content-type.ts";
import { type PreviewPage, pageOptions, previewPageNames } from "#app/shared/public-pages.ts";
import { SelectField } from "#app/ui/admin/control/select-field.tsx";
import { useBusy } from "#app/ui/admin/control/use-busy.ts";
import { Dialog, DialogActions } from "#app/ui/admin/dialog/dialog.tsx";
import { PreviewDialog } from "#app/ui/admin/dialog/preview-dialog.tsx";
import { Failure } from "#app/ui/admin/notice/failure.tsx";
import { Placeholder } from "#app/ui/admin/notice/placeholder.tsx";
import { showFailure, showSuccess, showToast } from "#app/ui/admin/notice/toast.tsx";
import { focusHeading, Screen } from "#app/ui/admin/screen/screen.tsx";
import { formatDistantTime, formatMoment, toDateTimeLocal } from "#app/ui/admin/text/format-time.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import styles from "./site-as-of.page.module.css";

/** Compares the site with what it was at an earlier time, shows it as it was, and sets it back. */
export default function SiteAsOfPage() {
  const [params, setParams] = useSearchParams();
  const at = params.get("at");
  const time = at ? new Date(at) : undefined;
  const isTime = time !== undefined && !Number.isNaN(time.getTime());
  return (
    <Screen
      heading="Site as of a date"
      subline={
        <>
          What visitors read at an earlier time: entries, texts and their order. Messages and subscriptions stay as they
          are, as do their retention periods and who is notified. Single changes are undone in{" "}
          <Link to="/activity">Activity</Link>.
        </>
      }
      isNarrow
    >
      <div className={`stack ${styles.parts}`}>
        <TimeForm initial={isTime ? time : undefined} onChoose={(chosen) => setParams({ at: chosen.toISOString() })} />
        {isTime && <Differences at={time.toISOString()} />}
      </div>
    </Screen>
  );
}

function TimeForm({ initial, onChoose }: { initial: Date | undefined; onChoose: (time: Date) => void }) {
  const chosen = initial ? toDateTimeLocal(initial) : "";
  const [typed, setTyped] = useState(chosen);
  // Back and Forward change it too. A form of its own for each time would lose the focus.
  const [followed, setFollowed] = useState(chosen);
  if (chosen !== followed) {
    setFollowed(chosen);
    setTyped(chosen);
  }
  const time = new Date(typed);
  const isTime = !Number.isNaN(time.getTime());
  const isAhead = isTime && time.getTime() > Date.now();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isTime && !isAhead) onChoose(time);
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField
        label={`Date and time (${Intl.DateTimeFormat().resolvedOptions().timeZone})`}
        name="at"
        type="datetime-local"
        error={isAhead ? "Choose a time in the past." : null}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" kind="ink" label="Compare" disabled={!isTime || isAhead} />
    </form>
  );
}

const done: Record<Difference["does"], string> = {
  changed: "gets its earlier content",
  restored: "comes back from the trash",
  deleted: "goes to the trash",
  kept: "stays as it is: its content at that time is not stored, or waits for a client",
};

function Differences({ at }: { at: string }) {
  const { data, error, refetch } = useQuery(differencesSince(at));
  if (error) return <Failure text="The times could not be compared." error={error} onRetry={refetch} />;
  if (!data) return <Placeholder layout="lines" />;
  const count = data.differences.filter(({ does }) => does !== "kept").length;
  // The field may show another time by now.
  const since = formatDistantTime(at);
  return (
    <section className="stack gap-20" aria-labelledby="differences">
      <h2 id="differences" className="pane-heading">
        {count === 0
          ? `Nothing has to be set back to ${since}`
          : `${count} ${count === 1 ? "difference" : "differences"} since ${since}`}
      </h2>
      {data.differences.length > 0 && (
        <ul className={styles.list}>
          {data.differences.map((difference) => (
            <li key={`${difference.noun}/${difference.slug}`}>
              <span dir="auto">{nameOf(difference)}</span>
              <span className="meta">{done[difference.does]}</span>
            </li>
          ))}
        </ul>
      )}
      {count > 0 && <Look at={at} />}
      {count > 0 && <SetBack at={at} version={data.version} count={count} />}
    </section>
  );
}

function nameOf({ noun, name }: Difference): string {
  if (noun === "order") return `Order of ${name}`;
  const type = findContentType(noun);
  return type ? `${capitalised(type.one)}: ${name}` : `Text: ${name}`;
}

function Look({ at }: { at: string }) {
  const [page, setPage] = useState<PreviewPage>("home");
  const [url, setUrl] = useState<string>();
  const { isBusy, attempt } = useBusy();
  const look = () => attempt("look", "The page could not be shown.", async () => setUrl(await previewAsOf(at, page)));
  return (
    <div className={styles.look}>
      <SelectField
        label="Page"
        options={pageOptions(previewPageNames)}
        value={page}
        onChange={(event) => setPage(event.target.value as PreviewPage)}
      />
      <Button kind="line" label="Preview" busy={isBusy("look")} busyLabel="Loading" onClick={() => void look()} />
      <PreviewDialog url={url} onClose={() => setUrl(undefined)} />
    </div>
  );
}

function SetBack({ at, version, count }: { at: string; version: number; count: number }) {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const { isBusy, attempt } = useBusy();
  const undo = (activity: string): Promise<void> =>
    undoActivity(activity)
      .then(() => showSuccess("The site is as it was before."))
      .catch((error) => showFailure("It could not be undone.", error, () => undo(activity)))
      .finally(() => client.invalidateQueries());
  const reloadDifferences = () => client.invalidateQueries({ queryKey: ["site-as-of"] });
  const restoreShownSite = () => {
    const work = async () => {
      setAsking(false);
      const { activity } = await restoreSite(at, version);
      focusHeading();
      await client.invalidateQueries();
      if (!activity) return;
      showToast({
        id: "site-set-back",
        kind: "success",
        text: `The site is as it was ${formatMoment(at)}.`,
        actions: [{ label: "Undo", onClick: () => undo(activity) }],
      });
    };
    return attempt("set", "The site could not be set back.", work, reloadDifferences);
  };
  return (
    <div>
      <Button
        kind="ink"
        label="Set the site back"
        busy={isBusy("set")}
        busyLabel="Setting back"
        onClick={() => setAsking(true)}
      />
      <Dialog isOpen={isAsking} title="Set the site back?" onClose={() => setAsking(false)}>
        <p>
          {count === 1 ? "One thing will be as it was" : `${count} things will be as they were`} {formatMoment(at)}.
          Visitors see it at once. It stays in the history, and Undo takes all of it back.
        </p>
        <DialogActions>
          <Button kind="line" label="Cancel" onClick={() => setAsking(false)} />
          <Button kind="ink" label="Set back" onClick={() => void restoreShownSite()} />
        </DialogActions>
      </Dialog>
    </div>
  );
}
