import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { beginningOf } from "#app/shared/text/beginning.ts";
import { download } from "#app/ui/glyphs.ts";
import { TextField } from "#app/ui/text-field.tsx";
import { ActionButton } from "../control/action-button.tsx";
import { SelectField } from "../control/select-field.tsx";
import { useBusy } from "../control/use-busy.ts";
import styles from "./inbox-filter.module.css";

/** Debounce of the search field. */
const pauseMs = 250;

/**
 * The filter of an inbox, kept in the URL so that it survives a reload and can be linked to. `what`: plural noun for
 * the entries.
 */
export function useFilter<K extends string>(names: readonly K[], what: string) {
  const [params, setParams] = useSearchParams();
  const q = beginningOf(params.get("q")?.trim() ?? "", 200, "");
  const values = Object.fromEntries(names.map((name) => [name, params.get(name) ?? ""])) as Record<K, string>;
  // On a busy machine the next filter may be chosen before the last one is shown.
  const chosen = useRef(params);
  useLayoutEffect(() => {
    chosen.current = params;
  }, [params]);
  const set = (name: K | "q", value: string) => {
    const next = new URLSearchParams(chosen.current);
    if (value) next.set(name, value);
    else next.delete(name);
    chosen.current = next;
    setParams(next, { replace: true, preventScrollReset: true });
  };
  const isOn = q !== "" || names.some((name) => values[name] !== "");
  const showAll = <FilterLink to=".">Show all {what}</FilterLink>;
  const line: ReactNode = q ? (
    <>
      Matching “{q}”. {showAll}
    </>
  ) : (
    isOn && showAll
  );
  return { q, values, set, isOn, line };
}

/** Links to another view of the same inbox. */
export function FilterLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="link" preventScrollReset>
      {children}
    </Link>
  );
}

interface Choice {
  name: string;
  label: string;
  value: string;
  options: { value: string; label: string }[];
  onChange: (value: string) => void;
}

interface InboxFilterProps {
  /** Plural noun, such as "quotes". */
  what: string;
  q: string;
  /** Placeholder of the search field: what can be searched for. */
  example: string;
  onSearch: (q: string) => void;
  choices: Choice[];
  /** Further fields, below the choices. */
  beside?: ReactNode;
  /** Number of matches as text; announced when it changes. */
  count: string;
  /** Exports the filtered entries as a file. */
  onExport: () => Promise<unknown>;
}

/** The bar above an inbox: search, filters, and export of the filtered entries. */
export function InboxFilter({ what, q, example, onSearch, choices, beside, count, onExport }: InboxFilterProps) {
  const search = useSearchField(q, onSearch);
  return (
    <div className={styles.place}>
      <search className={`wraps gap-12 ${styles.filter}`} aria-label={`Filter of ${what}`}>
        <TextField
          className={styles.search}
          label={`Find in ${what}`}
          type="search"
          maxLength={200}
          placeholder={example}
          value={search.typed}
          onChange={(event) => search.type(event.target.value)}
        />
        {choices.map(({ name, label, value, options, onChange }) => (
          <SelectField
            key={name}
            className={styles.choice}
            label={label}
            value={value}
            options={options}
            onChange={(event) => onChange(event.target.value)}
          />
        ))}
        {beside}
        <ExportButton what={what} onExport={onExport} />
        <p className={styles.count} role="status">
          {count}
        </p>
      </search>
    </div>
  );
}

function ExportButton({ what, onExport }: Pick<InboxFilterProps, "what" | "onExport">) {
  const { isBusy, attempt } = useBusy();
  const save = () => attempt("export", `The ${what} could not be exported.`, onExport);
  return (
    <div className={styles.export}>
      <ActionButton glyph={download} label={isBusy("export") ? "Exporting" : "Export CSV"} onClick={save} />
    </div>
  );
}

/** Search field state: searches when the user pauses typing, and follows changes of `q` made elsewhere. */
export function useSearchField(q: string, onSearch: (q: string) => void) {
  const [typed, setTyped] = useState(q);
  const sent = useRef(q);
  /** Own searches that `q` does not show yet: on a busy machine one may come when the next has been sent. */
  const awaited = useRef<string[]>([]);
  const latest = useRef(onSearch);
  latest.current = onSearch;
  useEffect(() => {
    const place = awaited.current.indexOf(q);
    awaited.current = place < 0 ? [] : awaited.current.slice(place + 1);
    if (place >= 0 || q === sent.current) return;
    sent.current = q;
    setTyped(q);
  }, [q]);
  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = wanted;
      awaited.current.push(wanted);
      latest.current(wanted);
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return { typed, type: setTyped };
}
