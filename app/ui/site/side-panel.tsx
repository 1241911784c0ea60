import {
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
  useCallback,
  useId,
  useLayoutEffect,
  useRef,
} from "react";
import { close as closeGlyph } from "#app/ui/glyphs.ts";
import { Icon } from "#app/ui/icon.tsx";
import styles from "./side-panel.module.css";

interface SidePanelProps {
  /** Its address on the page: every link to `#id` opens it, without a script too. */
  id: string;
  title: string;
  /** Names the panel without being drawn (the menu). */
  hideTitle?: boolean;
  lead?: ReactNode;
  /** Shown by the server, after a form in it was refused. */
  open?: boolean;
  /** Where the keyboard starts on devices with a pointer: a selector. Else the heading. */
  first?: string;
  solid?: boolean;
  children: ReactNode;
}

const slideMs = 300;

/**
 * A panel from the right edge. Without a script it is the target of `#id`; once hydrated it is a modal dialog that keeps the focus,
 * gives it back, and closes by its button, Escape and the scrim. What was typed in it stays.
 */
export function SidePanel({ id, title, hideTitle, lead, open, first, solid, children }: SidePanelProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const { shut, ...opening } = useOpening(dialog, id, first);
  return (
    <dialog
      ref={dialog}
      id={id}
      open={open}
      className={solid ? `${styles.panel} solid` : styles.panel}
      aria-labelledby={titleId}
      {...opening}
    >
      <div className={styles.inner}>
        <div className={styles.head}>
          <div>
            <h2 id={titleId} tabIndex={-1} className={hideTitle ? "vh" : styles.title}>
              {title}
            </h2>
            {lead && (typeof lead === "string" ? <p className="muted">{lead}</p> : lead)}
          </div>
          {/* biome-ignore lint/a11y: without a script only a link can close it */}
          <a href="#closed" role="button" className={styles.close} aria-label="Close" onClick={shut}>
            <Icon of={closeGlyph} />
          </a>
        </div>
        {children}
      </div>
    </dialog>
  );
}

function useOpening(ref: React.RefObject<HTMLDialogElement | null>, id: string, first: string | undefined) {
  const opener = useRef<HTMLElement | null>(null);
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);
  // A press that began in the panel and ends beside it (a text being marked) does not mean the scrim.
  const beganInside = useRef(false);

  const show = useCallback(() => {
    const dialog = ref.current;
    if (!dialog) return;
    clearTimeout(closing.current);
    delete dialog.dataset.closing;
    if (dialog.matches(":modal")) return;
    // The panel itself has the focus where its address led to it.
    const { activeElement } = document;
    const focused = dialog !== activeElement && dialog.contains(activeElement) ? (activeElement as HTMLElement) : null;
    const { documentElement: page } = document;
    page.style.setProperty("--scroll-bar", `${innerWidth - page.clientWidth}px`);
    dialog.close();
    dialog.showModal();
    (focused ?? startOf(dialog, first))?.focus();
  }, [ref, first]);

  const shut = useCallback(
    (event: SyntheticEvent) => {
      const dialog = ref.current;
      // Shown by its address alone it is closed by the link's own address.
      if (!dialog?.open) return;
      event.preventDefault();
      if (dialog.dataset.closing !== undefined) return;
      dialog.dataset.closing = "";
      closing.current = setTimeout(() => dialog.close(), isStill() ? 0 : slideMs);
    },
    [ref],
  );

  // In one go with the page's hydration: a press between the two would find neither the address nor the script in charge.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const isShown = () => dialog.open || location.hash === `#${id}`;
    const takeOver = () => {
      if (isShown()) {
        // It was opened by its address, before there was a script to see by which link.
        opener.current = visibleLink(id) ?? null;
        // Its scrim stands there already.
        dialog.dataset.scrim = "";
        show();
      }
      // From here on the address alone no longer shows it. Not before: hidden for a moment, it would lose the focus of who is typing.
      dialog.dataset.hydrated = "";
      if (location.hash === `#${id}`) history.replaceState(history.state, "", location.pathname + location.search);
    };
    // The page may be hydrated while the focus is on its way from one field to the next, when nothing has it: then let it arrive.
    const arrival = isShown() && document.activeElement === document.body ? setTimeout(takeOver) : takeOver();
    const follow = (event: globalThis.MouseEvent) => {
      const link = (event.target as Element | null)?.closest<HTMLElement>(`a[href="#${id}"]`);
      if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0)
        return;
      event.preventDefault();
      opener.current = outside(link);
      show();
    };
    document.addEventListener("click", follow);
    return () => {
      clearTimeout(arrival ?? undefined);
      document.removeEventListener("click", follow);
    };
  }, [ref, id, show]);

  return {
    shut,
    onCancel: shut,
    onClose: () => {
      delete ref.current?.dataset.closing;
      delete ref.current?.dataset.scrim;
      opener.current?.focus();
    },
    onPointerDown: (event: MouseEvent) => {
      beganInside.current = event.target !== ref.current;
    },
    onClick: (event: MouseEvent) => event.target === ref.current && !beganInside.current && shut(event),
  };
}

/** A link in another panel closes that panel and hands the focus on to what opened it. */
function outside(link: HTMLElement): HTMLElement {
  const other = link.closest("dialog");
  if (!other) return link;
  other.close();
  return visibleLink(other.id) ?? link;
}

const visibleLink = (id: string) =>
  [...document.querySelectorAll<HTMLElement>(`a[href="#${id}"]`)].find((link) => link.getClientRects().length > 0);

function startOf(dialog: HTMLDialogElement, first: string | undefined) {
  // On a touch screen a focused field would cover half the panel with a keyboard.
  const field = first && matchMedia("(hover: hover)").matches ? dialog.querySelector<HTMLElement>(first) : null;
  return field ?? dialog.querySelector<HTMLElement>("h2");
}

const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
