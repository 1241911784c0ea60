import type { ComponentProps, ReactNode } from "react";
import { type DraftMark, useDraftMarks, usePublishDraft } from "#app/features/draft/draft.queries.ts";
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
import { slugsIn } from "#app/shared/rows.ts";
import { Avatar } from "#app/ui/admin/control/avatar.tsx";
import { CardMenu } from "#app/ui/admin/control/menu.tsx";
import { useListKeys } from "#app/ui/admin/control/select-box.tsx";
import { useDeletion } from "#app/ui/admin/dialog/confirm-delete.tsx";
import { useFilter } from "#app/ui/admin/inbox/inbox-filter.tsx";
import { AdminList } from "#app/ui/admin/list/admin-list.tsx";
import { BulkBar } from "#app/ui/admin/list/bulk-bar.tsx";
import { Card, Excerpt } from "#app/ui/admin/list/card.tsx";
import { EntryDraft } from "#app/ui/admin/list/draft-mark.tsx";
import { ListBar, ListLine } from "#app/ui/admin/list/list-bar.tsx";
import { listError, ShowMore } from "#app/ui/admin/list/show-more.tsx";
import { useSelection } from "#app/ui/admin/list/use-selection.ts";
import type { Move } from "#app/ui/admin/list/use-sort-order.ts";
import { showMovedToast } from "#app/ui/admin/notice/sort-order-notice.tsx";
import { contentQueries } from "./content.queries.ts";
import { EntryBulkActions } from "./entry-bulk-actions.tsx";
import styles from "./entry-list.page.module.css";
import { EntryRow, useListView, ViewSwitch } from "./entry-row.tsx";
import { type ReadEvery, theseEntries, useEvery, useManyEntries } from "./many-entries.queries.ts";

/**
 * The list of a content type that has no screen of its own: picture, title, details beside it, and its first long text.
 */
export default function EntryListPage({ type }: { type: ContentType }) {
  const [picture] = fieldsOfKind(type, "image");
  const [words] = fieldsOfKind(type, "longText");
  return (
    <EntryList<AnyEntry> type={type} layout="three">
      {(entry, { menu }) => (
        <Card
          title={
            <span className="line gap-16">
              {picture && (
                <Avatar image={textIn(entry, picture)} name={textIn(entry, type.title)} className={styles.picture} />
              )}
              <span>
                <span className={styles.title} dir="auto">
                  {textIn(entry, type.title)}
                </span>
                <span className={styles.subtitle} dir="auto">
                  {textIn(entry, type.subtitle)}
                </span>
              </span>
            </span>
          }
          isUnpublished={!entry.published}
          menu={menu}
        >
          {words && <Excerpt text={textIn(entry, words)} />}
        </Card>
      )}
    </EntryList>
  );
}

type Entry = Pick<AnyEntry, "slug" | "published" | "version">;

interface EntryListProps<E extends Entry> {
  type: ContentType;
  layout: ComponentProps<typeof AdminList>["layout"];
  hasPictures?: boolean;
  /** The entry's name in menus and the deletion prompt; its title by default. */
  nameOf?: (entry: E) => string;
  /** What is deleted along with it. */
  alsoDeleted?: (entry: E) => string | undefined;
  /** Renders an entry. `menu`: the actions every card offers; `place`: position in the list, counted from 0. */
  children: (entry: E, card: { menu: ReactNode; askDelete: () => void; place: number }) => ReactNode;
}

/** The list of a content type, in the editors' order, with search, sorting, deletion and a link to add an entry. */
export function EntryList<E extends Entry>(props: EntryListProps<E>) {
  const { type, layout, nameOf = (entry) => textIn(entry, type.title), children } = props;
  const { name } = type;
  const filter = useFilter([], type.many);
  const { queries, list, entries, total, askDelete, move } = useShownEntries({ ...props, nameOf }, filter.q);
  const drafts = useDraftMarks(name, list.entries?.map(({ slug }) => slug) ?? []);
  const { selected, isSelected, count, chosen } = useChosenEntries(
    entries ?? [],
    { q: filter.q, total },
    queries.every,
  );
  const many = useManyEntries(type, list.reload);
  const publish = usePublishDraft();
  const { isRows, toggle } = useListView(name);
  useListKeys(selected.toggle);
  const titleOf = (entry: E) => textIn(entry, type.title);
  const publishNow = (entry: E) =>
    drafts.has(entry.slug)
      ? publish({ noun: name, slug: entry.slug, title: titleOf(entry) }, list.reload)
      : many.change("publish", theseEntries([entry]), () => {});
  return (
    <AdminList
      heading={listHeading(type)}
      subline={
        filter.line ||
        (total > 0 && <ListLine total={total} names={[type.one, type.many]} history={`/history/order/${name}`} />)
      }
      bar={
        (list.entries || filter.isOn) && (
          <>
            <ListBar
              names={[type.one, type.many]}
              q={filter.q}
              total={list.entries && !list.query.isPlaceholderData ? total : undefined}
              onSearch={(q) => filter.set("q", q)}
            />
            {entries && entries.length > 0 && (
              <BulkBar
                selected={selected}
                count={count}
                shown={entries.length}
                total={list.query.isPlaceholderData ? undefined : total}
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
      selecting={{ has: isSelected, toggle: selected.toggle, nameOf }}
      empty={filter.isOn ? { text: `None of the ${type.many} contains “${filter.q}”.` } : noneYet(type)}
      add={{ to: createPath(type), label: addLabel(type) }}
      entries={entries}
      error={listError(list.query)}
      onRetry={list.query.refetch}
      layout={isRows ? "rows" : layout}
      hasPictures={props.hasPictures}
      keyOf={(entry) => entry.slug}
      order={filter.isOn ? undefined : { nameOf: titleOf, total, save: move }}
      foot={<ShowMore query={list.query} />}
    >
      {(entry, place) => (
        <ListedEntry
          {...{ type, entry }}
          name={nameOf(entry)}
          draft={drafts.get(entry.slug)}
          onDuplicate={() => many.duplicate(entry.slug)}
          onDelete={() => askDelete(entry)}
          onPublish={() => publishNow(entry)}
          card={isRows ? undefined : (menu) => children(entry, { menu, askDelete: () => askDelete(entry), place })}
        />
      )}
    </AdminList>
  );
}

const noneYet = (type: ContentType) => ({
  heading: noneHeading(type),
  text: `Nothing here yet. The first ${type.one} you add will also appear on ${type.shownOn}.`,
});

const textIn = (entry: Entry, field: string | undefined) =>
  field ? String((entry as Partial<AnyEntry>)[field] ?? "") : "";

/** The loaded entries without those that are being deleted. */
function useShownEntries<E extends Entry>(
  { type, nameOf, alsoDeleted }: Pick<EntryListProps<E>, "type" | "alsoDeleted"> & { nameOf: (entry: E) => string },
  q: string,
) {
  const queries = contentQueries<ContentType, E>(type);
  const list = useEntryList(type.name, queries.read, q);
  const { ask, isGone } = useDeletion();
  const deletionId = ({ slug }: E) => `${type.name}:${slug}`;
  const askDelete = (entry: E) =>
    ask({
      id: deletionId(entry),
      name: nameOf(entry),
      also: alsoDeleted?.(entry),
      remove: () => queries.remove(entry.slug),
      trash: { kind: type.name, id: entry.slug },
      reload: list.reload,
    });
  const entries = list.entries?.filter((entry) => !isGone(deletionId(entry)));
  const total = list.total - ((list.entries?.length ?? 0) - (entries?.length ?? 0));
  const move = async (moved: Move) => {
    const undo = await list.move(moved.key, moved.to);
    if (undo) showMovedToast(moved, undo);
  };
  return { queries, list, entries, total, askDelete, move };
}

/** The selection: individual entries, or all that match the filter, loaded or not. `chosen`: what a bulk change is for. */
function useChosenEntries(shown: Entry[], filter: { q: string; total: number }, readEvery: ReadEvery) {
  const selected = useSelection(filter.q, slugsIn(shown));
  const { isAll } = selected.selection;
  const every = useEvery(isAll, filter, readEvery);
  const count = selected.countOf(every.count ?? filter.total);
  const isSelected = (slug: string) => selected.has(slug) && (!isAll || every.has(slug));
  const chosen = () =>
    isAll
      ? { count, load: async () => (await every.load()).filter(({ slug }) => selected.has(slug)) }
      : theseEntries(shown.filter(({ slug }) => selected.has(slug)));
  return { selected, isSelected, count, chosen };
}

interface ListedEntryProps {
  type: ContentType;
  entry: Entry;
  name: string;
  draft: DraftMark | undefined;
  onDuplicate: () => void;
  onDelete: () => void;
  /** Publishes its draft or, without one, the entry. */
  onPublish: () => void;
  /** Undefined: as a row. */
  card: ((menu: ReactNode) => ReactNode) | undefined;
}

function ListedEntry({ type, entry, name, draft, onDuplicate, onDelete, onPublish, card }: ListedEntryProps) {
  const path = updatePath(type, entry.slug);
  const history = historyPath(type, entry.slug);
  const publish = draft || !entry.published ? onPublish : undefined;
  const menu = <CardMenu {...{ name, history, onDuplicate, onDelete }} update={path} onPublish={publish} />;
  return (
    <EntryDraft value={draft}>
      {card ? (
        card(menu)
      ) : (
        <EntryRow
          title={textIn(entry, type.title)}
          subtitle={textIn(entry, type.subtitle)}
          to={path}
          isUnpublished={!entry.published}
          menu={menu}
        />
      )}
    </EntryDraft>
  );
}
