import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";
import { AppError } from "#app/shared/app-error.ts";
import { RouteButton } from "#app/ui/admin/control/route-button.tsx";
import { useBusy } from "#app/ui/admin/control/use-busy.ts";
import { AdminList } from "#app/ui/admin/list/admin-list.tsx";
import { listError, type PagedQuery } from "#app/ui/admin/list/show-more.tsx";
import { Failure } from "#app/ui/admin/notice/failure.tsx";
import { showFailure, showSuccess, showToast } from "#app/ui/admin/notice/toast.tsx";
import { focusHeading, Screen } from "#app/ui/admin/screen/screen.tsx";
import { IndexedColumns } from "#app/ui/admin/screen/side-index.tsx";
import { useIsHere } from "#app/ui/admin/screen/use-is-here.ts";
import type { FieldNames } from "#app/ui/admin/text/compare.ts";
import { back } from "#app/ui/glyphs.ts";
import { Comparison } from "./comparison.tsx";
import styles from "./history.module.css";
import type { Revision } from "./revision.contract.ts";
import { revisionList } from "./revision.queries.ts";
import { isBuiltIn, VersionList } from "./version-list.tsx";

/** What the screen needs to know about a noun. */
export interface RevisionSource {
  /** The entry's name, taken from its newest state. */
  nameOf: (data: Revision["data"]) => string;
  fields: FieldNames;
  /** Where it is edited. */
  edit: { to: string; label: string };
  /** Saves an old version as a new one, unless somebody has saved after `newest`. */
  restore: (version: Revision, newest: Revision) => Promise<unknown>;
  /** The state before the first save, if known. */
  origin?: Revision["data"];
  /** Converts stored data for display; shown as stored if absent. */
  shownAs?: (data: Revision["data"]) => Revision["data"];
}

interface HistoryPageProps {
  noun: string;
  slug: string;
  about: RevisionSource;
}

/** Every saved state of one entry: compares two of them side by side, and restores an old one as a new save. */
export default function HistoryPage({ noun, slug, about }: HistoryPageProps) {
  const query = useInfiniteQuery(revisionList(noun, slug));
  const saved = query.data?.pages.flatMap(({ data }) => data);
  const edit = <RouteButton to={about.edit.to} label={about.edit.label} kind="line" glyph={back} />;
  if (!saved || saved.length === 0)
    return (
      <AdminList
        heading="History"
        empty={{ text: "No versions are stored for this entry." }}
        entries={saved}
        error={query.error}
        onRetry={query.refetch}
        layout="two"
        keyOf={({ id }: Revision) => String(id)}
        foot={saved && !query.error && <p className={styles.way}>{edit}</p>}
      >
        {() => null}
      </AdminList>
    );
  const isWhole = !query.hasNextPage;
  const error = listError(query);
  const versions = isWhole && about.origin ? [...saved, builtIn(about.origin)] : saved;
  const [newest] = saved;
  return (
    <Screen
      heading="History"
      title={`History of ${newest ? about.nameOf(newest.data) : slug}`}
      subline={newest && about.nameOf(newest.data)}
      action={edit}
    >
      {error && <Failure text="The history could not be loaded." error={error} onRetry={query.refetch} />}
      <Versions versions={versions} about={about} more={query} />
    </Screen>
  );
}

const builtIn = (data: Revision["data"]): Revision => ({
  id: 0,
  version: 0,
  action: "create",
  data,
  author: "",
  createdAt: "",
  isCurrent: true,
});

interface VersionsProps {
  /** Newest first; at least one. */
  versions: Revision[];
  about: RevisionSource;
  more: PagedQuery;
}

/** The chosen version and the one it is compared with are kept in the URL; initially, the changes of the last save. */
function Versions({ versions, about, more }: VersionsProps) {
  const [params, setParams] = useSearchParams();
  const newest = versions[0] as Revision;
  const find = (name: string) => versions.find(({ id }) => String(id) === params.get(name));
  const isOlder = ({ version }: Revision) => version !== newest.version;
  const chosen = find("version") ?? versions.find(isOlder) ?? versions[1] ?? newest;
  const other = find("with") ?? newest;
  const choose = (name: string, id: number) =>
    setParams(
      (now) => {
        now.set(name, String(id));
        return now;
      },
      { replace: true, preventScrollReset: true },
    );
  const restoring = useRestore(about, newest);
  const isInTrash = newest.action === "delete" && !about.origin;
  return (
    <IndexedColumns>
      <VersionList versions={versions} chosen={chosen} onChoose={(id) => choose("version", id)} more={more} />
      <Comparison
        fields={about.fields}
        shownAs={about.shownAs}
        note={(isInTrash && <InTrash />) || (!chosen.isCurrent && otherRelease)}
        versions={versions}
        chosen={chosen}
        other={other}
        onCompareWith={(id) => choose("with", id)}
        restore={
          chosen === newest || isInTrash || !chosen.isCurrent
            ? null
            : {
                label:
                  publishing(chosen, newest, ["Restore and publish", "Restore and take off the site"]) ??
                  "Restore this version",
                isBusy: restoring.isBusy,
                run: () => void restoring.restore(chosen),
              }
        }
      />
    </IndexedColumns>
  );
}

/** What is to be said if the version that is restored is public and the newest is not, or the other way round. */
function publishing({ data }: Revision, newest: Revision, [on, off]: [on: string, off: string]): string | undefined {
  const { published } = data;
  if (published === undefined || published === newest.data.published) return undefined;
  return published ? on : off;
}

const otherRelease =
  "Another release kept this version, in fields that this one does not know. It can be read here, but not restored.";

function InTrash() {
  return (
    <>
      This entry lies in the{" "}
      <Link to="/trash" className={`link ${styles.link}`}>
        trash
      </Link>
      . Bring it back there before an old version can be restored.
    </>
  );
}

/** One at a time. The restored state becomes the newest version and is compared with the one before it. */
function useRestore(about: RevisionSource, newest: Revision) {
  const client = useQueryClient();
  const [, setParams] = useSearchParams();
  const isHere = useIsHere();
  const { isBusy, run } = useBusy();
  const restore = (chosen: Revision): Promise<void> =>
    run("restore", async () => {
      await about.restore(chosen, newest);
      await client.invalidateQueries();
      if (isHere()) setParams({}, { replace: true, preventScrollReset: true });
      const seen = publishing(chosen, newest, [" Visitors see it.", " Visitors do not see it."]) ?? "";
      showSuccess(
        isBuiltIn(chosen)
          ? "The built-in text has been restored."
          : `Version ${chosen.version} has been restored as a new version.${seen}`,
      );
      if (isHere()) focusHeading();
    }).catch((reason: unknown) => {
      if (!(reason instanceof AppError && reason.code === "stale"))
        return showFailure("This version could not be restored.", reason, () => void restore(chosen));
      // The version that is overwritten must have been seen first.
      void client.invalidateQueries();
      showToast({
        kind: "failure",
        title: "Nothing was restored.",
        text: "Somebody else has saved a newer version just now. Look at it, then restore again.",
        isLasting: true,
      });
    });
  return { isBusy: isBusy("restore"), restore };
}
