import { TextField } from "#app/ui/text-field.tsx";
import { FilterLink, useSearchField } from "./inbox-filter.tsx";
import styles from "./list-bar.module.css";

interface ListLineProps {
  total: number;
  /** One and many, as ["project", "projects"]. */
  names: readonly [string, string];
  /** Of the orders that the list has had. */
  history: string;
}

/** Under a list's heading: how many there are, and who has put them in order. */
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

/** Where all of a list is in sight, nobody has to search it. */
const fewEntries = 20;

interface ListBarProps {
  /** As "projects". */
  what: string;
  q: string;
  total: number;
  onSearch: (q: string) => void;
}

/** Above a long list: what to look for in all of it, loaded or not. */
export function ListBar({ what, q, total, onSearch }: ListBarProps) {
  const search = useSearchField(q, onSearch);
  if (total <= fewEntries && q === "" && search.typed === "") return null;
  return (
    <search className={styles.bar} aria-label={`Search in ${what}`}>
      <TextField
        label={`Find in ${what}`}
        type="search"
        maxLength={200}
        placeholder="A word of it"
        value={search.typed}
        onChange={(event) => search.type(event.target.value)}
      />
    </search>
  );
}
