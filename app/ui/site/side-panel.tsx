import {
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from "react";
import { close as closeGlyph } from "#app/ui/glyphs.ts";
import { Icon } from "#app/ui/icon.tsx";
import styles from "./side-panel.module.css";

interface SidePanelProps {
  /** Fragment of the panel: every link to `#id` opens it, even without JavaScript. */
  id: string;
  title: string;
  /** Hides the title visually (the menu); it still names the panel. */
  hideTitle?: boolean;
  lead?: ReactNode;
  /** Rendered open by the server after it refused a form in the panel. */
  open?: boolean;
  /** Selector of the element to focus on devices with hover; default: the heading. */
  first?: string;
  solid?: boolean;
  /** Closes it when the page is left: its links lead to other pages, and Back should not return to it. */
  isLeft?: boolean;
  children: ReactNode;
}

const slideMs = 300;

type PanelRef = React.RefObject<HTMLDialogElement | null>;

/**
 * A panel at the right edge. Without JavaScript it is shown as the target of `#id`; after hydration it is a modal
 * dialog that traps and returns focus and closes by its button, Escape or the scrim. What was typed in it is kept.
 */
export function SidePanel({ id, title, hideTitle, lead, open, first, solid, isLeft, children }: SidePanelProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const { shut, ...opening } = useOpening(dialog, id, first);
  useEffect(() => {
    const leave = () => isLeft && dialog.current?.close();
    addEventListener("pagehide", leave);
    return () => removeEventListener("pagehide", leave);
  }, [isLeft]);
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
          {/* biome-ignore lint/a11y: without JavaScript only a link can close it */}
          <a href="#closed" role="button" className={styles.close} aria-label="Close" onClick={shut}>
            <Icon of={closeGlyph} />
          </a>
        </div>
        {children}
      </div>
    </dialog>
  );
}

/** @returns `shut`, for the close button, and the event handlers of the dialog */
function useOpening(ref: PanelRef, id: string, first: string | undefined) {
  const { show, shut } = useModal(ref, first);
  const opener = useLinks(ref, id, show);
  // A press that starts inside and ends outside (selecting text, for example) must not close the panel.
  const beganInside = useRef(false);
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

/** Shows the panel as a modal dialog, and slides it out. */
function useModal(ref: PanelRef, first: string | undefined) {
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const show = useCallback(() => {
    const dialog = ref.current;
    if (!dialog) return;
    clearTimeout(closing.current);
    delete dialog.dataset.closing;
    if (dialog.matches(":modal")) return;
    // If the panel was opened by its fragment, the panel itself has focus.
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
      // Shown only as the fragment's target: let the link change the fragment.
      if (!dialog?.open) return;
      event.preventDefault();
      if (dialog.dataset.closing !== undefined) return;
      dialog.dataset.closing = "";
      closing.current = setTimeout(() => dialog.close(), isStill() ? 0 : slideMs);
    },
    [ref],
  );
  return { show, shut };
}

/**
 * Lets links to the panel's fragment call `show`, and takes over a panel that its fragment has opened.
 * @returns the link that opened it, if known
 */
function useLinks(ref: PanelRef, id: string, show: () => void) {
  const opener = useRef<HTMLElement | null>(null);
  // A layout effect, so that there is no gap after hydration in which neither the fragment nor the script handles a
  // click.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const isShown = () => dialog.open || location.hash === `#${id}`;
    const takeOver = () => {
      if (isShown()) {
        // Opened by its fragment before hydration, so the link that was used is unknown.
        opener.current = visibleLink(id) ?? null;
        // Its scrim is already visible: do not fade it in again.
        dialog.dataset.scrim = "";
        show();
      }
      // From now on the fragment alone no longer shows it. Set only after opening: hiding the panel, even briefly,
      // would take the focus from a visitor who is typing.
      dialog.dataset.hydrated = "";
      if (location.hash === `#${id}`) history.replaceState(history.state, "", location.pathname + location.search);
    };
    // If hydration happens while focus moves between two fields, no element has focus: wait for it to arrive.
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
  return opener;
}

/** A link in another panel closes that panel; focus will return to that panel's opener. */
function outside(link: HTMLElement): HTMLElement {
  const other = link.closest("dialog");
  if (!other) return link;
  other.close();
  return visibleLink(other.id) ?? link;
}

const visibleLink = (id: string) =>
  [...document.querySelectorAll<HTMLElement>(`a[href="#${id}"]`)].find((link) => link.getClientRects().length > 0);

function startOf(dialog: HTMLDialogElement, first: string | undefined) {
  // On touch screens focusing a field would open the keyboard over half of the panel.
  const field = first && matchMedia("(hover: hover)").matches ? dialog.querySelector<HTMLElement>(first) : null;
  return field ?? dialog.querySelector<HTMLElement>("h2");
}

const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
