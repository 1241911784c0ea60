import {
  createContext,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { Link } from "react-router";
import { clock, copy, down, edit, eye, type Glyph, grip, more, toFirst, toLast, trash, up } from "#app/ui/glyphs.ts";
import { Icon } from "#app/ui/icon.tsx";
import { fromList } from "../list/return-to-entry.ts";
import { usePlace } from "../list/sortable.tsx";
import styles from "./menu.module.css";

interface MenuProps {
  /** Accessible name of the button, where its content is not enough. */
  label?: string;
  className: string | undefined;
  /** Content of the button. */
  face: ReactNode;
  children: ReactNode;
}

const CloseContext = createContext<() => void>(() => {});

/**
 * A button with a menu, after the ARIA menu button pattern: arrow keys, Home, End and first letters move between items;
 * Escape or leaving closes it.
 */
export function Menu({ label, className, face, children }: MenuProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  // The item to focus on opening; undefined while closed.
  const [start, setStart] = useState<"first" | "last">();
  const isOpen = start !== undefined;
  useEffect(() => {
    if (!start) return;
    // All of it, where the button stands at the lower end of the window.
    box.current?.querySelector("[role=menu]")?.scrollIntoView({ block: "nearest" });
    linesOf(box)
      .at(start === "first" ? 0 : -1)
      ?.focus();
  }, [start]);
  // Focus the button before the item acts: a dialog opened by the item then returns focus to it.
  const close = () => {
    button.current?.focus();
    setStart(undefined);
  };
  const chosen = () => {
    ignoreDoubleClick();
    close();
  };
  const leave = (event: FocusEvent) => !box.current?.contains(event.relatedTarget) && setStart(undefined);
  const moves = {
    onBlur: leave,
    onKeyDown: (event: KeyboardEvent) => walk(event, box, isOpen, { open: setStart, close }),
  };
  return (
    // Safari does not focus a button that is clicked, but this: so the menu closes by the click, not before it.
    <div className={styles.box} ref={box} tabIndex={-1}>
      <button
        type="button"
        ref={button}
        {...moves}
        className={className}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setStart(isOpen ? undefined : "first")}
      >
        {face}
      </button>
      {isOpen && (
        <div role="menu" id={id} tabIndex={-1} aria-label={label} className={styles.popup} {...moves}>
          <CloseContext value={chosen}>{children}</CloseContext>
        </div>
      )}
    </div>
  );
}

/** The menu closes at the first click of a double click; the second would act on what lay behind it. */
function ignoreDoubleClick() {
  const ignore = (event: MouseEvent) => {
    if (event.detail < 2) return;
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener("click", ignore, { capture: true, once: true });
}

const linesOf = (box: RefObject<HTMLDivElement | null>) => [
  ...(box.current?.querySelectorAll<HTMLElement>("[role=menuitem]") ?? []),
];

interface Moves {
  open: (start: "first" | "last") => void;
  close: () => void;
}

function walk(event: KeyboardEvent, box: RefObject<HTMLDivElement | null>, isOpen: boolean, { open, close }: Moves) {
  const { key } = event;
  const lines = linesOf(box);
  const place = lines.indexOf(document.activeElement as HTMLElement);
  const target: Record<string, number> = {
    ArrowDown: (place + 1) % lines.length,
    ArrowUp: place - 1,
    Home: 0,
    End: -1,
  };
  if (!isOpen && (key === "ArrowDown" || key === "ArrowUp")) open(key === "ArrowDown" ? "first" : "last");
  else if (isOpen && key === "Escape") close();
  else if (isOpen && key in target) lines.at(target[key] ?? 0)?.focus();
  else if (isOpen && /^\p{L}$/u.test(key))
    lines.find((line) => line.textContent.trim().toLowerCase().startsWith(key.toLowerCase()))?.focus();
  else return;
  event.preventDefault();
}

interface LineProps {
  glyph: Glyph;
  label: string;
  isDanger?: boolean;
}

export function MenuItem({ glyph, label, isDanger = false, onClick }: LineProps & { onClick: () => void }) {
  const close = useContext(CloseContext);
  const act = () => {
    close();
    onClick();
  };
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className={`line gap-12 ${styles.line} ${isDanger ? styles.danger : ""}`}
      onClick={act}
      onPointerMove={takeFocus}
    >
      <Icon of={glyph} small />
      {label}
    </button>
  );
}

export function MenuLink({ glyph, label, to, state }: LineProps & { to: string; state?: object }) {
  const close = useContext(CloseContext);
  return (
    <Link
      to={to}
      state={state}
      role="menuitem"
      tabIndex={-1}
      className={`line gap-12 ${styles.line}`}
      onClick={close}
      onPointerMove={takeFocus}
    >
      <Icon of={glyph} small />
      {label}
    </Link>
  );
}

/** Hover moves focus, so that pointer and keyboard share one highlight. */
const takeFocus = ({ currentTarget }: { currentTarget: HTMLElement }) => currentTarget.focus({ preventScroll: true });

interface CardMenuProps {
  /** Name of the entry, to tell the menus of a list apart. */
  name: string;
  /** A path, or an action. */
  update?: string | (() => void);
  /** Absent if it has nothing to publish. */
  onPublish?: (() => void) | undefined;
  /** Path of the entry's revisions. */
  history?: string;
  onDuplicate?: () => void;
  onDelete?: () => void;
  /** Takes it out of a form, which is not saved yet. */
  onRemove?: () => void;
}

/** The menu of three dots of what is named. */
export const MoreMenu = ({ of, children }: { of: string; children: ReactNode }) => (
  <Menu label={`Actions for ${of}`} className={`square ${styles.more}`} face={<Icon of={more} small />}>
    {children}
  </Menu>
);

/** The menu of every card: Update, Publish now, moving it in the list, History, Duplicate, Delete. */
export function CardMenu({ name, update, onPublish, history, onDuplicate, onDelete, onRemove }: CardMenuProps) {
  return (
    <MoreMenu of={name}>
      {typeof update === "string" && <MenuLink glyph={edit} label="Update" to={update} state={fromList} />}
      {typeof update === "function" && <MenuItem glyph={edit} label="Update" onClick={update} />}
      {onPublish && <MenuItem glyph={eye} label="Publish now" onClick={onPublish} />}
      <Moves />
      {history && <MenuLink glyph={clock} label="History" to={history} />}
      {onDuplicate && <MenuItem glyph={copy} label="Duplicate" onClick={onDuplicate} />}
      {onDelete && <MenuItem glyph={trash} label="Delete" isDanger onClick={onDelete} />}
      {onRemove && <MenuItem glyph={trash} label="Remove" isDanger onClick={onRemove} />}
    </MoreMenu>
  );
}

/** Lists up to this length get no "Move to position" item. */
const fewEntries = 10;

/** Alternatives to dragging (WCAG 2.5.7); moves that would have no effect are left out. */
function Moves() {
  const placed = usePlace();
  if (!placed) return null;
  const { place, count, move, askPlace } = placed;
  const last = count - 1;
  return (
    <>
      {place > 1 && <MenuItem glyph={toFirst} label="Move first" onClick={() => move(0)} />}
      {place > 0 && <MenuItem glyph={up} label="Move up" onClick={() => move(place - 1)} />}
      {place < last && <MenuItem glyph={down} label="Move down" onClick={() => move(place + 1)} />}
      {count > fewEntries && <MenuItem glyph={grip} label="Move to …" onClick={askPlace} />}
      {place < last - 1 && <MenuItem glyph={toLast} label="Move last" onClick={() => move(last)} />}
    </>
  );
}
