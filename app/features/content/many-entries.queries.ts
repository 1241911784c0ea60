import { useNavigate } from "react-router";
import type { ContentBulkAction } from "#app/shared/content-contract.ts";
import { type AnyEntry, type ContentType, updatePath } from "#app/shared/content-type.ts";
import { showBulkToast } from "#app/ui/admin/bulk-notice.tsx";
import { useDeletion } from "#app/ui/admin/confirm-delete.tsx";
import { fromList } from "#app/ui/admin/return-to-entry.ts";
import { showFailure, showSuccess } from "#app/ui/admin/toast.tsx";
import { useBusy } from "#app/ui/admin/use-busy.ts";
import { contentQueries, type EntryVersion } from "./content.queries.ts";

/** Bulk changes to the entries of a type, each with Undo, and copying an entry. */
export function useManyEntries(type: ContentType, reload: () => Promise<unknown>) {
  const { ask } = useDeletion();
  const { isBusy, run } = useBusy();
  const navigate = useNavigate();
  const queries = contentQueries<ContentType, AnyEntry>(type);
  const counted = (count: number) => `${count.toLocaleString("en-GB")} ${count === 1 ? type.one : type.many}`;

  const publish = (action: "publish" | "unpublish", entries: EntryVersion[], done: () => void): Promise<void> =>
    run("many", async () => {
      const { changed } = await queries.changeMany(action, entries);
      done();
      showBulkToast({
        id: crypto.randomUUID(),
        changed: changed.length,
        what: counted,
        done: action === "publish" ? "published" : "taken off the site",
        // An entry saved since has a newer version and is left alone.
        undo: async () => {
          const back = await queries.changeMany(action === "publish" ? "unpublish" : "publish", changed);
          return { undone: back.changed.length, left: back.left };
        },
        reload,
      });
      await reload().catch(() => undefined);
    }).catch((error) =>
      showFailure(`The ${type.many} could not be changed.`, error, () => publish(action, entries, done)),
    );

  function remove(entries: EntryVersion[], done: () => void): void {
    let gone: EntryVersion[] = [];
    ask({
      id: `${type.name}:many:${crypto.randomUUID()}`,
      name: counted(entries.length),
      count: entries.length,
      remove: async () => {
        gone = (
          await queries.changeMany(
            "delete",
            entries.map(({ slug }) => ({ slug })),
          )
        ).changed;
        done();
      },
      trash: () => gone.map(({ slug }) => ({ kind: type.name, id: slug })),
      reload,
    });
  }

  const duplicate = (slug: string): Promise<void> =>
    run("many", async () => {
      const copy = await queries.duplicate(slug);
      showSuccess(`A copy is made. Visitors do not see it before it is published.`);
      void reload();
      navigate(updatePath(type, copy.slug), { state: fromList });
    }).catch((error) => showFailure("No copy could be made.", error, () => duplicate(slug)));

  return {
    isBusy: isBusy("many"),
    duplicate,
    /** An entry whose version is given is left alone if somebody has saved it since. */
    change: (action: ContentBulkAction, entries: EntryVersion[], done: () => void) => {
      const named = entries.map(({ slug, version }) => ({ slug, ...(version !== undefined && { version }) }));
      if (action === "delete") remove(named, done);
      else void publish(action, named, done);
    },
  };
}
