import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { countDrafts } from "#app/features/draft/draft.queries.ts";
import type { ContentBulkAction } from "#app/shared/content-contract.ts";
import { type AnyEntry, type ContentType, updatePath } from "#app/shared/content-type.ts";
import { randomKey } from "#app/shared/random-key.ts";
import { useBusy } from "#app/ui/admin/control/use-busy.ts";
import { useDeletion } from "#app/ui/admin/dialog/confirm-delete.tsx";
import { deletionOfMany } from "#app/ui/admin/dialog/deletion-of-many.ts";
import { fromList } from "#app/ui/admin/list/return-to-entry.ts";
import { publishingOf, showBulkToast } from "#app/ui/admin/notice/bulk-notice.tsx";
import { reloadIfUnanswered } from "#app/ui/admin/notice/failure-kind.ts";
import { showSuccess } from "#app/ui/admin/notice/toast.tsx";
import { useIsHere } from "#app/ui/admin/screen/use-is-here.ts";
import { contentQueries, type EntryVersion } from "./content.queries.ts";

/**
 * Bulk changes to the entries of a type, each with Undo, and copying an entry. Drafts are neither published nor copied
 * with their entries, which is said.
 */
export function useManyEntries(type: ContentType, reload: () => Promise<unknown>) {
  const { ask, restore } = useDeletion();
  const { isBusy, attempt } = useBusy();
  const navigate = useNavigate();
  const isHere = useIsHere();
  const queries = contentQueries<ContentType, AnyEntry>(type);
  const counted = (count: number) => `${count.toLocaleString("en-GB")} ${count === 1 ? type.one : type.many}`;

  const publish = (action: "publish" | "unpublish", entries: ManyEntries, done: () => void): Promise<void> => {
    const work = async () => {
      const chosen = await entries.load();
      const drafted =
        action === "publish"
          ? await countDrafts(
              type.name,
              chosen.map(({ slug }) => slug),
            )
          : 0;
      const { changed, left, failure } = await queries.changeMany(action, chosen);
      done();
      const [first, ...others] = changed;
      showBulkToast({
        id: first && others.length === 0 ? publishingOf({ noun: type.name, slug: first.slug }) : randomKey(),
        changed: changed.length,
        failure,
        what: counted,
        done: action === "publish" ? "published" : "taken off the site",
        note: [
          ...(left > 0 ? [`${counted(left)} ${leftAlone[action]}`] : []),
          ...(drafted > 0
            ? [`${counted(drafted)} ${drafted === 1 ? "has" : "have"} a draft that is not published.`]
            : []),
        ].join(" "),
        // An entry saved since has a newer version and is left alone.
        undo: async () => {
          const back = await queries.changeMany(action === "publish" ? "unpublish" : "publish", changed);
          return { undone: back.changed.length, left: back.left };
        },
        reload,
      });
      await reload().catch(() => undefined);
    };
    const failed = (error: unknown) => reloadIfUnanswered(error, reload);
    return attempt("many", `The ${type.many} could not be changed.`, work, failed);
  };

  function remove({ count, load }: ManyEntries, done: () => void): void {
    const removeAll = async () => {
      const entries = (await load()).map(({ slug }) => ({ slug }));
      const { changed, failure } = await queries.changeMany("delete", entries);
      done();
      const places = changed.map(({ slug }) => ({ kind: type.name, id: slug }));
      return { changed: changed.length, failure, undo: () => restore(places) };
    };
    ask(deletionOfMany({ count, what: counted, remove: removeAll, reload }));
  }

  // Tried again it has the same key: a copy whose answer was lost is not made twice.
  const duplicate = (slug: string, key = randomKey()): Promise<void> =>
    attempt("many", "No copy could be made.", async () => {
      const of = (await countDrafts(type.name, [slug])) > 0 ? ", of the version before the draft" : "";
      const copy = await queries.duplicate(slug, key);
      showSuccess(`A copy is made${of}. Visitors do not see it before it is published.`);
      void reload();
      if (isHere()) navigate(updatePath(type, copy.slug), { state: fromList });
    });

  return {
    isBusy: isBusy("many"),
    duplicate: (slug: string) => duplicate(slug),
    /** An entry whose version is given is left alone if somebody has saved it since. */
    change: (action: ContentBulkAction, entries: ManyEntries, done: () => void) => {
      if (action === "delete") remove(entries, done);
      else void publish(action, entries, done);
    },
  };
}

/** Entries to change. `count`: how many there are, as far as known before they are loaded. */
export interface ManyEntries {
  count: number;
  load: () => Promise<EntryVersion[]>;
}

export const theseEntries = (entries: EntryVersion[]): ManyEntries => ({
  count: entries.length,
  load: async () => entries.map(({ slug, version }) => ({ slug, ...(version !== undefined && { version }) })),
});

export type ReadEvery = (q: string) => Promise<EntryVersion[]>;

/**
 * All entries that match the filter at the moment when all of them are selected, loaded or not: what somebody adds later
 * is not among them. Read again when the action needs them, if that failed.
 */
export function useEvery(isAll: boolean, { q, total }: { q: string; total: number }, read: ReadEvery) {
  const [every, setEvery] = useState<ReadonlySet<string>>();
  const reading = useRef<Promise<EntryVersion[] | undefined>>(undefined);
  // New entries come last: what is added while the others are read is beyond the number that was shown.
  const readShown = async () => (await read(q)).slice(0, total);
  const latest = useRef(readShown);
  latest.current = readShown;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter is another selection
  useEffect(() => {
    setEvery(undefined);
    if (!isAll) return;
    const mine = latest.current().catch(() => undefined);
    reading.current = mine;
    void mine.then((entries) => {
      if (entries && reading.current === mine) setEvery(new Set(entries.map(({ slug }) => slug)));
    });
    return () => {
      reading.current = undefined;
    };
  }, [isAll, q]);
  return {
    count: every?.size,
    has: (slug: string) => !every || every.has(slug),
    load: async () => (await reading.current) ?? latest.current(),
  };
}

const leftAlone = {
  publish: "left alone: published already, or changed by somebody else meanwhile.",
  unpublish: "left alone: not on the site, or changed by somebody else meanwhile.",
};
