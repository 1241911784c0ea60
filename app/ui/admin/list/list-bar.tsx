import { TextField } from "#app/ui/text-field.tsx";
import { FilterLink, useSearchField } from "../inbox/inbox-filter.tsx";
import styles from "./list-bar.module.css";

interface ListLineProps {
  total: number;
  /** Singular and plural, such as ["project", "projects"]. */
  names: readonly [string, string];
  /** Path of the history of the list's order. */
  history: string;
}

/** The line under a list's heading: the number of entries and a link to the history of their order. */
export function ListLine({ total, names: [one, many], history }: ListLineProps) {
  return (
    <>
      {total.toLocaleString("en-GB")} {total === 1 ? one : many}
      {total > 1 && (
        <>
          {" · "}
          <FilterLink to={history}>History of the order</FilterLink>
        </>
      )}
    </>
  );
}

/** Lists up to this length need no search field. */
const fewEntries = 20;

interface ListBarProps {
  /** Singular and plural, such as ["project", "projects"]. */
  names: readonly [string, string];
  q: string;
  /** Number of entries that contain `q`; undefined while the answer for `q` is awaited, or if there are more. */
  total: number | undefined;
  /** Placeholder of the search field: what can be searched for. */
  example?: string;
  onSearch: (q: string) => void;
}

/** The search field above a long list, and how many entries it finds; searches all entries, loaded or not. */
export function ListBar({ names, q, total, example = "A word of it", onSearch }: ListBarProps) {
  const search = useSearchField(q, onSearch);
  const what = names[1];
  if (total !== undefined && total <= fewEntries && q === "" && search.typed === "") return null;
  return (
    <div className={styles.place}>
      <search className={`stack gap-8-16 ${styles.bar}`} aria-label={`Search in ${what}`}>
        <TextField
          label={`Find in ${what}`}
          type="search"
          maxLength={200}
          placeholder={example}
          value={search.typed}
          onChange={(event) => search.type(event.target.value)}
        />
        {/* Always mounted, because live regions only announce content that is added to them. */}
        <p className={styles.count} role="status">
          {q !== "" && total !== undefined && found(total, names)}
        </p>
      </search>
    </div>
  );
}

const found = (total: number, [one, many]: readonly [string, string]): string =>
  total === 0 ? `No ${many} found` : `${total.toLocaleString("en-GB")} ${total === 1 ? one : many} found`;
