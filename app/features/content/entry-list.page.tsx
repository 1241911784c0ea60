import type { ComponentProps, ReactNode } from "react";
import { useDraftMarks, usePublishDraft } from "#app/features/draft/draft.queries.ts";
import { useEntryList } from "#app/features/sort-order/sort-order.queries.ts";
import {
  type AnyEntry,
  addLabel,
  type ContentType,
  createPath,
  fieldsOfKind,
  historyPath,
  listHeading,
  noneHeading,
  updatePath,
} from "#app/shared/content-type.ts";
import { AdminList } from "#app/ui/admin/admin-list.tsx";
import { Avatar } from "#app/ui/admin/avatar.tsx";
import { BulkBar } from "#app/ui/admin/bulk-bar.tsx";
import { Card, Excerpt } from "#app/ui/admin/card.tsx";
import { useDeletion } from "#app/ui/admin/confirm-delete.tsx";
import { EntryDraft } from "#app/ui/admin/draft-mark.tsx";
import { ShowMore } from "#app/ui/admin/inbox.tsx";
import { useFilter } from "#app/ui/admin/inbox-filter.tsx";
import { ListBar, ListLine } from "#app/ui/admin/list-bar.tsx";
import { CardMenu, PublishNow } from "#app/ui/admin/menu.tsx";
import { useListKeys } from "#app/ui/admin/select-box.tsx";
import { showMovedToast } from "#app/ui/admin/sort-order-notice.tsx";
import { useSelection } from "#app/ui/admin/use-selection.ts";
import { contentQueries } from "./content.queries.ts";
import { EntryBulkActions } from "./entry-bulk-actions.tsx";
import styles from "./entry-list.page.module.css";
import { EntryRow, useListView, ViewSwitch } from "./entry-row.tsx";
import { useManyEntries } from "./many-entries.queries.ts";

/**
 * The list of a content type that has no screen of its own: picture, title, details beside it, and its first long text.
 */
export default function EntryListPage({ type }: { type: ContentType }) {
  const [picture] = fieldsOfKind(type, "image");
  const [words] = fieldsOfKind(type, "longText");
  const say = (entry: AnyEntry, field: string | undefined) => (field ? String(entry[field] ?? "") : "");
  return (
    <EntryList<AnyEntry> type={type} layout="three">
      {(entry, { menu }) => (
        <Card
          title={
            <span className={styles.head}>
              {picture && (
                <Avatar image={say(entry, picture)} name={say(entry, type.title)} className={styles.picture} />
              )}
              <span>
                <span className={styles.title} dir="auto">
                  {say(entry, type.title)}
                </span>
                <span className={styles.subtitle} dir="auto">
                  {say(entry, type.subtitle)}
                </span>
              </span>
            </span>
          }
          isUnpublished={!entry.published}
          menu={menu}
        >
          {words && <Excerpt text={say(entry, words)} />}
        </Card>
      )}
    </EntryList>
  );
}

type Entry = Pick<AnyEntry, "slug" | "published" | "version">;

interface EntryListProps<E extends Entry> {
  type: ContentType;
  layout: ComponentProps<typeof AdminList>["layout"];
  /** The entry's name in menus and the deletion prompt; its title by default. */
  nameOf?: (entry: E) => string;
  /** What is deleted along with it. */
  alsoDeleted?: (entry: E) => string | undefined;
  /** Renders an entry. `menu`: the actions every card offers; `place`: position in the list, counted from 0. */
  children: (entry: E, card: { menu: ReactNode; askDelete: () => void; place: number }) => ReactNode;
}

/** The list of a content type, in the editors' order, with search, sorting, deletion and a link to add an entry. */
export function EntryList<E extends Entry>({ type, layout, nameOf, alsoDeleted, children }: EntryListProps<E>) {
  const { name, one, shownOn } = type;
  const queries = contentQueries<ContentType, E>(type);
  const titleOf = (entry: E) => String((entry as Record<string, unknown>)[type.title]);
  const called = nameOf ?? titleOf;
  const filter = useFilter([], type.many);
  const list = useEntryList(name, queries.read, filter.q);
  const { ask, isGone } = useDeletion();
  const deletionId = ({ slug }: E) => `${name}:${slug}`;
  const askDelete = (entry: E) =>
    ask({
      id: deletionId(entry),
      name: called(entry),
      also: alsoDeleted?.(entry),
      remove: () => queries.remove(entry.slug),
      trash: { kind: name, id: entry.slug },
      reload: list.reload,
    });
  const entries = list.entries?.filter((entry) => !isGone(deletionId(entry)));
  const shown = entries?.map(({ slug }) => slug) ?? [];
  const drafts = useDraftMarks(name, list.entries?.map(({ slug }) => slug) ?? []);
  const selected = useSelection(filter.q, shown);
  const many = useManyEntries(type, list.reload);
  const publish = usePublishDraft();
  const chosen = () => (entries ?? []).filter(({ slug }) => selected.has(slug));
  const { isRows, toggle } = useListView(name);
  useListKeys(selected.toggle);
  const total = list.total - ((list.entries?.length ?? 0) - (entries?.length ?? 0));
  const save = async (move: { key: string; to: number } & Parameters<typeof showMovedToast>[0]) => {
    const undo = await list.move(move.key, move.to);
    if (undo) showMovedToast(move, undo);
  };
  return (
    <AdminList
      heading={listHeading(type)}
      subline={
        filter.line ||
        (total > 0 && <ListLine total={total} names={[one, type.many]} history={`/history/order/${name}`} />)
      }
      bar={
        list.entries && (
          <>
            <ListBar
              names={[one, type.many]}
              q={filter.q}
              total={list.query.isPlaceholderData ? undefined : total}
              onSearch={(q) => filter.set("q", q)}
            />
            {shown.length > 0 && (
              <BulkBar
                selected={selected}
                count={selected.countOf(undefined)}
                shown={shown.length}
                beside={<ViewSwitch isRows={isRows} onChange={toggle} />}
              >
                <EntryBulkActions
                  isBusy={many.isBusy}
                  onChange={(action) => many.change(action, chosen(), selected.clear)}
                />
              </BulkBar>
            )}
          </>
        )
      }
      selecting={{ has: selected.has, toggle: selected.toggle, nameOf: called }}
      empty={
        filter.isOn
          ? { text: `None of the ${type.many} contains “${filter.q}”.` }
          : {
              heading: noneHeading(type),
              text: `Nothing here yet. The first ${one} you add will also appear on ${shownOn}.`,
            }
      }
      add={{ to: createPath(type), label: addLabel(type) }}
      entries={entries}
      error={list.query.error}
      onRetry={list.query.refetch}
      layout={isRows ? "rows" : layout}
      keyOf={(entry) => entry.slug}
      order={filter.isOn ? undefined : { nameOf: titleOf, total, save }}
      foot={<ShowMore query={list.query} />}
    >
      {(entry, place) => {
        const menu = (
          <CardMenu
            name={called(entry)}
            update={updatePath(type, entry.slug)}
            history={historyPath(type, entry.slug)}
            onDuplicate={() => many.duplicate(entry.slug)}
            onDelete={() => askDelete(entry)}
          />
        );
        const card = isRows ? (
          <EntryRow
            title={titleOf(entry)}
            subtitle={type.subtitle ? String((entry as Record<string, unknown>)[type.subtitle]) : ""}
            to={updatePath(type, entry.slug)}
            isUnpublished={!entry.published}
            menu={menu}
          />
        ) : (
          children(entry, { menu, askDelete: () => askDelete(entry), place })
        );
        const draft = drafts.get(entry.slug);
        const publishNow = () =>
          draft
            ? publish({ noun: name, slug: entry.slug, title: titleOf(entry) }, list.reload)
            : many.change("publish", [entry], () => {});
        return (
          <EntryDraft value={draft}>
            <PublishNow value={draft || !entry.published ? publishNow : undefined}>{card}</PublishNow>
          </EntryDraft>
        );
      }}
    </AdminList>
  );
}
