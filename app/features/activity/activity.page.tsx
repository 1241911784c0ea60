import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { Link } from "react-router";
import { ActionButton } from "#app/ui/admin/control/action-button.tsx";
import { useBusy } from "#app/ui/admin/control/use-busy.ts";
import { Time } from "#app/ui/admin/inbox/inbox.tsx";
import { AdminList } from "#app/ui/admin/list/admin-list.tsx";
import { listError, type PagedQuery, ShowMore } from "#app/ui/admin/list/show-more.tsx";
import { showSuccess } from "#app/ui/admin/notice/toast.tsx";
import { focusHeading } from "#app/ui/admin/screen/screen.tsx";
import { compare, type FieldNames, type Run, wordRuns } from "#app/ui/admin/text/compare.ts";
import { undo as undoGlyph } from "#app/ui/glyphs.ts";
import type { Activity } from "./activity.contract.ts";
import styles from "./activity.module.css";
import { activityList, savedStates, undoActivity } from "./activity.queries.ts";

/** How to display the saved states of an entry: its field labels and the conversion for display. */
export interface Readable {
  fields: FieldNames;
  shownAs?: (data: Record<string, unknown>) => Record<string, unknown>;
}

interface ActivityPageProps {
  readable: (noun: string, slug: string) => Readable | undefined;
}

/** Everything done by administrators and by the site itself, with the changed text, and Undo where possible. */
export default function ActivityPage({ readable }: ActivityPageProps) {
  const query = useInfiniteQuery(activityList());
  const groups = query.data && groupsOf(query.data.pages.flatMap(({ data }) => data));
  useWholeSteps(query, groups?.at(-1));
  const client = useQueryClient();
  const { isBusy, attempt } = useBusy();
  const reload = () => client.invalidateQueries({ queryKey: ["activity"] });
  const takenBack = async (what: string, left = 0) => {
    const but = left > 0 ? `, but for ${left.toLocaleString("en-GB")} changed or erased since` : "";
    showSuccess(`Taken back${but}: ${what}`.trim());
    focusHeading();
    await client.invalidateQueries();
  };
  const undo = ({ id, done, what }: Activity) => {
    const work = () => undoActivity(id).then(({ left }) => takenBack(`${done} ${what}`, left));
    return attempt(id, "It could not be undone.", work, reload);
  };
  const undoAll = (group: Group) => {
    const left = group.filter((each) => each.undo.can);
    const work = async () => {
      for (; left[0]; left.shift()) await undoActivity(left[0].id);
      await takenBack(titleOf(group));
    };
    return attempt(group[0].id, "Not everything could be undone.", work, reload);
  };
  return (
    <AdminList
      heading="Activity"
      subline={
        <>
          Everything that people and the site itself have done, newest first. All of the content at once:{" "}
          <Link to="/activity/as-of">the site as of a date</Link>.
        </>
      }
      empty={{ text: "Nobody has done anything yet." }}
      entries={groups}
      error={listError(query)}
      onRetry={query.refetch}
      layout="lines"
      keyOf={([{ id }]) => id}
      foot={<ShowMore query={query} />}
    >
      {(group) => {
        const row = (activity: Activity) => (
          <ActivityRow
            activity={activity}
            readable={readable}
            isBusy={isBusy(activity.id) || isBusy(group[0].id)}
            onUndo={() => undo(activity)}
          />
        );
        if (group.length === 1) return row(group[0]);
        return (
          <GroupRow group={group} isBusy={isBusy(group[0].id)} onUndo={() => undoAll(group)}>
            {row}
          </GroupRow>
        );
      }}
    </AdminList>
  );
}

/** A step at the end of what is loaded may go on: loads the rest of it, so that it is one line with one Undo. */
function useWholeSteps(query: PagedQuery & { data: unknown }, last: Group | undefined): void {
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const goesOn = last !== undefined && last.length > 1 && hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again for every page that has come
  useEffect(() => {
    if (goesOn) void fetchNextPage();
  }, [goesOn, data, fetchNextPage]);
}

/** What was done to several entries in one step. */
type Group = [Activity, ...Activity[]];

/** What is saved, or moved to the trash and back, in one step has the same time; of several entries it is one group. */
function groupsOf(activities: Activity[]): Group[] {
  const groups: Group[] = [];
  for (const activity of activities) {
    const group = groups.at(-1);
    if (group && isSameStep(group[0], activity)) group.push(activity);
    else groups.push([activity]);
  }
  return groups;
}

const isSameStep = (one: Activity, other: Activity): boolean =>
  [one, other].every(({ id, author }) => id.startsWith("change:") || (id.startsWith("activity:") && author !== "")) &&
  one.at === other.at &&
  one.author === other.author &&
  one.done === other.done;

const titleOf = ([{ done, what }, ...others]: Group): string =>
  `${done} ${what} and ${others.length === 1 ? "1 other" : `${others.length.toLocaleString("en-GB")} others`}`;

interface GroupRowProps {
  group: Group;
  isBusy: boolean;
  onUndo: () => void;
  children: (activity: Activity) => ReactNode;
}

function GroupRow({ group, isBusy, onUndo, children }: GroupRowProps) {
  const [{ id, at, author }] = group;
  const [isOpen, setOpen] = useState(false);
  const heading = `group-${id}`;
  const undoable = group.filter(({ undo }) => undo.can).length;
  return (
    <article className={`stack ${styles.row}`} aria-labelledby={heading}>
      <div className={`stack gap-2 ${styles.words}`}>
        <h2 id={heading} className={styles.what} dir="auto">
          {titleOf(group)}
        </h2>
        <p className="meta">
          {author || "The site itself"}, <Time at={at} />
        </p>
        <details className={styles.details} onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>All {group.length.toLocaleString("en-GB")}</summary>
          {isOpen && (
            <ul className={styles.group}>
              {group.map((activity) => (
                <li key={activity.id}>{children(activity)}</li>
              ))}
            </ul>
          )}
        </details>
      </div>
      {undoable > 0 && (
        <ActionButton
          glyph={undoGlyph}
          label={undoable === 1 ? "Undo" : `Undo ${undoable.toLocaleString("en-GB")}`}
          of={heading}
          disabled={isBusy}
          onClick={onUndo}
        />
      )}
    </article>
  );
}

interface RowProps extends ActivityPageProps {
  activity: Activity;
  isBusy: boolean;
  onUndo: () => void;
}

function ActivityRow({ activity, readable, isBusy, onUndo }: RowProps) {
  const { id, at, author, done, what, to, change, undo } = activity;
  const [isOpen, setOpen] = useState(false);
  const about = change && readable(change.noun, change.slug);
  return (
    <article className={`stack ${styles.row}`} aria-labelledby={id}>
      <div className={`stack gap-2 ${styles.words}`}>
        <h2 id={id} className={styles.what} dir="auto">
          {done} {what && (to ? <Link to={to}>{what}</Link> : what)}
        </h2>
        <p className="meta">
          {author || "The site itself"}, <Time at={at} />
        </p>
        {about && (
          <details className={styles.details} onToggle={(event) => setOpen(event.currentTarget.open)}>
            <summary>What changed</summary>
            {isOpen && <ChangedFields id={id} about={about} />}
          </details>
        )}
      </div>
      {undo.can ? (
        <ActionButton glyph={undoGlyph} label="Undo" of={id} disabled={isBusy} onClick={onUndo} />
      ) : (
        <p className={`meta ${styles.reason}`}>{undo.reason}</p>
      )}
    </article>
  );
}

function ChangedFields({ id, about: { fields, shownAs = (data) => data } }: { id: string; about: Readable }) {
  const { data, error } = useQuery(savedStates(id));
  if (error) return <p className="meta">{error.message}</p>;
  if (!data) return <p className="meta">Loading</p>;
  if (!data.older && !shownAs({}).value) return <p className="meta">Its previous content was not stored.</p>;
  const pairs = compare(fields, shownAs(data.older ?? { value: null }), shownAs(data.newer)).filter(
    ({ isChanged }) => isChanged,
  );
  if (pairs.length === 0) return <p className="meta">Both say the same.</p>;
  return (
    <dl className={`stack gap-12 ${styles.pairs}`}>
      {pairs.map(({ key, label, older = "", newer = "", isImage }) => {
        const runs = isImage ? undefined : wordRuns(older, newer);
        return (
          <div key={key}>
            <dt>{label}</dt>
            <dd dir="auto">
              <del>{runs ? <Runs runs={runs.older} /> : older}</del>
              <ins>{runs ? <Runs runs={runs.newer} /> : newer}</ins>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** Highlights the text that only one of the two versions has. */
function Runs({ runs }: { runs: Run[] }) {
  return runs.map(({ text, isOwn }, place) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: runs have no identity but their place
    isOwn ? <b key={place}>{text}</b> : <span key={place}>{text}</span>,
  );
}
