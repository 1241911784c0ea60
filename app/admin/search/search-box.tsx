import { useQuery } from "@tanstack/react-query";
import { type ChangeEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { isCommand } from "#app/ui/admin/screen/latin-key.ts";
import { isComposing } from "#app/ui/admin/text/is-composing.ts";
import { search } from "#app/ui/glyphs.ts";
import { Icon } from "#app/ui/icon.tsx";
import type { Hit, HitGroup } from "./search.ts";
import styles from "./search-box.module.css";

const pauseMs = 200;

/** What searches is loaded when the field is about to be used. */
const searching = () =>
  // The server renders the field and bundles no search.
  import.meta.env.SSR ? Promise.reject(new Error("The server does not search.")) : import("./search.ts");

/**
 * Search for entries, leads, people, site texts, screens and commands. A combobox: arrow keys move through the results
 * during typing, Enter opens one.
 */
export function SearchBox({ isReady }: { isReady: boolean }) {
  const id = useId();
  const box = useRef<HTMLElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const { isShown, hide, found, hits, active, open, inputProps } = useCombobox(isReady);
  const idOf = (hit: Hit) => `${id}-${hits.indexOf(hit)}`;
  // Selected, so that typing replaces what was searched for before.
  useShortcut(() => {
    input.current?.focus();
    input.current?.select();
  });
  useOutside(box, hide);
  return (
    <search className={styles.box} ref={box} onBlur={(event) => !box.current?.contains(event.relatedTarget) && hide()}>
      <Icon of={search} small />
      <input
        ref={input}
        className={styles.input}
        type="text"
        role="combobox"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        placeholder="Search"
        aria-label="Search"
        aria-keyshortcuts="Control+K Meta+K"
        aria-expanded={isShown}
        aria-controls={isShown ? `${id}-results` : undefined}
        aria-activedescendant={isShown && active ? idOf(active) : undefined}
        {...inputProps}
      />
      {isShown && (
        <div className={styles.results}>
          <Results id={id} groups={found.groups} active={active} idOf={idOf} onChoose={open} />
          <p className={styles.note} role="status">
            {noteOf({ ...found, hits })}
          </p>
        </div>
      )}
    </search>
  );
}

/** What is typed, what is found, and the active one of the hits. */
function useCombobox(isReady: boolean) {
  const [text, setText] = useState("");
  const [isOpen, setOpen] = useState(false);
  const [place, setPlace] = useState(0);
  const navigate = useNavigate();
  const found = useResults(isReady ? text.trim() : "");
  const hits = found.groups?.flatMap((group) => group.hits) ?? [];
  const active = hits[place];
  const isShown = isOpen && text.trim() !== "";

  function open(hit: Hit) {
    setOpen(false);
    setText("");
    if (typeof hit.open === "string") navigate(hit.open, { state: { keepsFocus: hit.keepsFocus } });
    else hit.open();
  }

  function onKeyDown(event: KeyboardEvent) {
    // While a word is being composed, keys belong to the input method.
    if (isComposing(event.nativeEvent)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && hits.length > 0) {
      event.preventDefault();
      setOpen(true);
      setPlace((place + step + hits.length) % hits.length);
    }
    if (event.key === "Enter" && isShown && found.isFresh && active) open(active);
    if (event.key === "Escape") isShown ? setOpen(false) : setText("");
  }

  function onChange(event: ChangeEvent<HTMLInputElement>) {
    setText(event.target.value);
    setPlace(0);
    setOpen(true);
  }

  function onFocus() {
    setOpen(true);
    // Should that fail, the search itself says so.
    searching().catch(() => {});
  }

  const inputProps = { value: text, onChange, onFocus, onKeyDown };
  return { isShown, hide: () => setOpen(false), found, hits, active, open, inputProps };
}

interface ResultsProps {
  id: string;
  groups: HitGroup[] | undefined;
  active: Hit | undefined;
  idOf: (hit: Hit) => string;
  onChoose: (hit: Hit) => void;
}

function Results({ id, groups = [], active, idOf, onChoose }: ResultsProps) {
  return (
    <div role="listbox" id={`${id}-results`} aria-label="Results">
      {groups.map(({ label, hits }) => (
        // biome-ignore lint/a11y/useSemanticElements: HTML has no element for a group of options inside a listbox
        <div role="group" key={label} aria-label={label}>
          <p className={`meta ${styles.group}`} aria-hidden="true">
            {label}
          </p>
          {hits.map((hit) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the input keeps focus and handles the keys
            <div
              role="option"
              id={idOf(hit)}
              key={hit.key}
              tabIndex={-1}
              aria-selected={hit === active}
              className={styles.hit}
              ref={(element) => (hit === active ? element?.scrollIntoView({ block: "nearest" }) : undefined)}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => onChoose(hit)}
            >
              <span className={`truncate ${styles.text}`}>{hit.text}</span>
              {hit.detail && <span className={`truncate muted ${styles.detail}`}>{hit.detail}</span>}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

interface Outcome {
  error: Error | null;
  missing: string[];
  isFresh: boolean;
  hits: Hit[];
}

function noteOf({ error, missing, isFresh, hits }: Outcome): string {
  if (error) return `The search failed. ${error.message}`;
  if (!isFresh) return "Searching";
  const shown = hits.filter(({ isRest }) => !isRest).length;
  const count = shown < hits.length ? `More than ${shown}` : shown;
  const found = shown === 0 ? "Nothing found." : `${count} found. Arrow keys choose, Enter opens.`;
  return missing.length === 0 ? found : `${found} Not searched, because that failed: ${missing.join(", ")}.`;
}

/** Debounced search results; the previous ones stay visible until new ones arrive. */
function useResults(text: string) {
  const [q, setQ] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setQ(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ["search", q],
    queryFn: async ({ signal }) => (await searching()).searchAll(q, signal),
    enabled: q !== "",
    placeholderData: (previous) => previous,
    gcTime: 0,
  });
  return {
    groups: data?.groups,
    missing: data?.missing ?? [],
    error,
    isFresh: q === text && data !== undefined && !isPlaceholderData,
  };
}

/** Registers Ctrl+K (Cmd+K on a Mac). */
function useShortcut(focus: () => void) {
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => {
      if (!isCommand(event, "k")) return;
      if (document.querySelector("dialog:modal")) return;
      event.preventDefault();
      focus();
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  });
}

function useOutside(element: React.RefObject<HTMLElement | null>, leave: () => void) {
  useEffect(() => {
    const listen = (event: PointerEvent) => {
      if (!element.current?.contains(event.target as Node)) leave();
    };
    addEventListener("pointerdown", listen);
    return () => removeEventListener("pointerdown", listen);
  });
}
