import { Link, useLocation } from "react-router";
import { Time } from "#app/ui/admin/inbox/inbox.tsx";
import { type PagedQuery, ShowMore } from "#app/ui/admin/list/show-more.tsx";
import { SideIndex } from "#app/ui/admin/screen/side-index.tsx";
import styles from "./history.module.css";
import type { Revision } from "./revision.contract.ts";

const done: Record<Revision["action"], string> = {
  create: "Added",
  update: "Changed",
  delete: "Deleted",
  restore: "Restored from the trash",
};

/** A text of the site is never deleted: it goes back to its built-in default. */
const isReset = ({ action, data }: Revision): boolean => action === "delete" && "value" in data;

const doneOf = (revision: Revision): string => (isReset(revision) ? "Reset to built-in" : done[revision.action]);

/** The state before the first save, which has no author. */
export const isBuiltIn = ({ id }: Revision): boolean => id === 0;

export const shortName = (revision: Revision): string =>
  isBuiltIn(revision) ? "Built-in" : `Version ${revision.version}${stepOf(revision)}`;

/** To delete an entry, or to restore it from the trash, keeps its version and its number. */
const stepOf = (revision: Revision): string =>
  revision.action === "restore" ? ", restored" : revision.action === "delete" && !isReset(revision) ? ", deleted" : "";

/** One-line label for a select. */
export const nameOf = (revision: Revision, isNewest: boolean): string =>
  isBuiltIn(revision)
    ? "Built-in"
    : `${shortName(revision)}${isNewest ? " (newest)" : ""}, ${moment.format(new Date(revision.createdAt))}`;

const moment = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });

interface VersionListProps {
  versions: Revision[];
  chosen: Revision;
  onChoose: (id: number) => void;
  more: PagedQuery;
}

/** The index of the comparison. */
export function VersionList({ versions, chosen, onChoose, more }: VersionListProps) {
  const { search } = useLocation();
  return (
    <SideIndex
      label="Versions"
      links={
        <ol>
          {versions.map((revision, index) => (
            <li key={revision.id}>
              <Link
                to={withVersion(search, revision.id)}
                replace
                preventScrollReset
                className={styles.version}
                aria-current={revision === chosen ? "true" : undefined}
              >
                <RevisionSummary revision={revision} isNewest={index === 0} />
              </Link>
            </li>
          ))}
        </ol>
      }
      select={{
        label: "Version",
        name: "version",
        options: versions.map((revision, index) => ({
          value: String(revision.id),
          label: nameOf(revision, index === 0),
        })),
        value: String(chosen.id),
        onChange: (event) => onChoose(Number(event.target.value)),
      }}
      foot={<ShowMore query={more} />}
    />
  );
}

/** Which version it is, who saved it and when. */
export function RevisionSummary({ revision, isNewest }: { revision: Revision; isNewest: boolean }) {
  if (isBuiltIn(revision)) return <strong>Built-in</strong>;
  return (
    <>
      <strong>
        {shortName(revision)}
        {isNewest && <span className={styles.newest}>Newest</span>}
      </strong>
      <span className={`meta ${styles.said}`}>
        {doneOf(revision)} by {revision.author || "the site itself"}
      </span>
      <span className={`meta ${styles.said}`}>
        <Time at={revision.createdAt} />
      </span>
    </>
  );
}

function withVersion(search: string, id: number): string {
  const params = new URLSearchParams(search);
  params.set("version", String(id));
  return `?${params}`;
}
