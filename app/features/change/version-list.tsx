import { Link, useLocation } from "react-router";
import { Moment, ShowMore } from "#app/ui/inbox.tsx";
import { SelectField } from "#app/ui/select-field.tsx";
import type { Change } from "./change.contract.ts";
import styles from "./history.module.css";

const done: Record<Change["action"], string> = {
  create: "Added",
  update: "Changed",
  delete: "Deleted",
  restore: "Back from the trash",
};

/** A text of the site is never deleted: its built-in words show again. */
const doneOf = ({ action, data }: Change): string =>
  action === "delete" && "value" in data ? "Reset to built-in" : done[action];

/** The state before the first save, which nobody saved. */
export const isBuiltIn = ({ id }: Change): boolean => id === 0;

export const shortName = (change: Change): string => (isBuiltIn(change) ? "Built-in" : `Version ${change.version}`);

/** As a list of choices has it, in one line. */
export const nameOf = (change: Change, isNewest: boolean): string =>
  isBuiltIn(change)
    ? "Built-in"
    : `${shortName(change)}${isNewest ? " (newest)" : ""}, ${moment.format(new Date(change.createdAt))}`;

const moment = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });

interface VersionListProps {
  versions: Change[];
  chosen: Change;
  onChoose: (id: number) => void;
  more: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}

/** Links beside the comparison, and the platform's own list where there is no room for that. */
export function VersionList({ versions, chosen, onChoose, more }: VersionListProps) {
  const { search } = useLocation();
  return (
    <div className={styles.side}>
      <nav aria-label="Versions" className={styles.links}>
        <ol>
          {versions.map((change, index) => (
            <li key={change.id}>
              <Link
                to={withVersion(search, change.id)}
                replace
                preventScrollReset
                className={styles.version}
                aria-current={change === chosen ? "true" : undefined}
              >
                <Said change={change} isNewest={index === 0} />
              </Link>
            </li>
          ))}
        </ol>
      </nav>
      <SelectField
        className={styles.select}
        label="Version"
        name="version"
        options={versions.map((change, index) => ({ value: String(change.id), label: nameOf(change, index === 0) }))}
        value={String(chosen.id)}
        onChange={(event) => onChoose(Number(event.target.value))}
      />
      <ShowMore query={more} />
    </div>
  );
}

/** Which version it is, who saved it and when. */
export function Said({ change, isNewest }: { change: Change; isNewest: boolean }) {
  if (isBuiltIn(change)) return <strong>Built-in</strong>;
  return (
    <>
      <strong>
        Version {change.version}
        {isNewest && <span className={styles.newest}>Newest</span>}
      </strong>
      <span className={styles.said}>
        {doneOf(change)} by {change.author || "the site itself"}
      </span>
      <span className={styles.said}>
        <Moment at={change.createdAt} />
      </span>
    </>
  );
}

function withVersion(search: string, id: number): string {
  const params = new URLSearchParams(search);
  params.set("version", String(id));
  return `?${params}`;
}
