import { type RefObject, useEffect, useRef, useState } from "react";
import { noticeMs } from "#app/shared/limits.ts";
import { randomKey } from "#app/shared/random-key.ts";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { alert, check, close as cross, external } from "#app/ui/glyphs.ts";
import { Icon } from "#app/ui/icon.tsx";
import { RouteButton } from "../control/route-button.tsx";
import { focusHeading } from "../screen/screen.tsx";
import { sharedValue } from "../screen/shared-value.ts";
import { canRetry } from "./failure-kind.ts";
import styles from "./toast.module.css";

/** `onClick` and `to`, a path below /admin, hide the toast. `href`: a public page, in a tab of its own. */
type ToastAction = { label: string } & ({ onClick: () => void } | { to: string } | { href: string });

export interface Toast {
  /** A new toast replaces an open one with the same id. */
  id: string;
  kind: "success" | "failure";
  title?: string;
  text: string;
  /** They make the toast a non-modal dialog, for results that can be undone or retried. */
  actions?: ToastAction[];
  /**
   * Moves focus to the toast, from where Tab reaches the first action; it stays open while focus is in it. Not to the
   * action itself: the second of two quick presses of Enter, meant for the button before, would carry it out.
   */
  takesFocus?: boolean;
  /** Stays open until closed by the user. */
  isLasting?: boolean;
}

const toasts = sharedValue<Toast[]>([]);

export function showToast(toast: Omit<Toast, "id"> & { id?: string }): void {
  const id = toast.id ?? randomKey();
  toasts.write([{ ...toast, id }, ...toasts.read().filter((other) => other.id !== id)]);
}

export const showSuccess = (text: string): void => showToast({ kind: "success", text });

/**
 * Shows a toast with the failure and, if that may help, a Retry button. Stays open until closed. `id`: of the action, for
 * one that may also be tried again where it was begun, which then hides this.
 */
export function showFailure(title: string, reason: unknown, retry: () => void, id = randomKey()): void {
  console.error(title, reason);
  showToast({
    id,
    kind: "failure",
    title,
    text: reason instanceof Error ? reason.message : "Something went wrong. Try again.",
    isLasting: true,
    actions: canRetry(reason) ? [{ label: "Retry", onClick: retry }] : [],
  });
}

/** From now on the open toast with this id closes by itself, like any other. */
export const endLasting = (id: string): void =>
  toasts.write(toasts.read().map((toast) => (toast.id === id ? { ...toast, isLasting: false } : toast)));

export const hideToast = (id: string): void => toasts.write(toasts.read().filter((toast) => toast.id !== id));

/** The stack of toasts: top right, newest on top, closing after 5 s. Mounted once, in the layout. */
export function Toasts() {
  const shown = toasts.useValue();
  // A layout that is opened again starts without them.
  useEffect(() => () => toasts.write([]), []);
  const failures = shown.filter((toast) => toast.kind === "failure");
  const successes = shown.filter((toast) => toast.kind === "success");
  return (
    <div className={`stack gap-12 ${styles.toasts}`}>
      {failures.map((toast) => (
        <div role="alert" key={toast.id}>
          <ToastCard toast={toast} />
        </div>
      ))}
      {/* Always mounted, because live regions only announce content that is added to them. */}
      <div role="status" className="stack gap-12">
        {successes.map((toast) => (
          <ToastCard toast={toast} key={toast.id} />
        ))}
      </div>
    </div>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const { id, kind, title, text, actions = [], takesFocus = false, isLasting = false } = toast;
  const card = useRef<HTMLDivElement>(null);
  const [isHeld, setHeld] = useState(false);
  useCountdown(toast, card, isHeld || isLasting);
  useEffect(() => {
    // Wait until the closing dialog has returned focus to the page.
    if (takesFocus) requestAnimationFrame(() => card.current?.focus());
  }, [takesFocus]);
  const close = () => {
    if (card.current?.contains(document.activeElement)) focusHeading();
    hideToast(id);
  };
  const named = actions.length > 0 ? { role: "dialog", "aria-label": title ?? text } : {};
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape on any button inside closes the toast
    <div
      {...named}
      ref={card}
      tabIndex={takesFocus ? -1 : undefined}
      onKeyDown={(event) => event.key === "Escape" && close()}
      className={`${styles.toast} ${styles[kind]} ${isLasting ? "" : styles.counting}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(card.current?.matches(":focus-within") ?? false)}
      onFocus={() => setHeld(true)}
      onBlur={(event) =>
        setHeld(event.currentTarget.contains(event.relatedTarget) || event.currentTarget.matches(":hover"))
      }
    >
      <Icon of={kind === "success" ? check : alert} />
      <div className={`wraps grow gap-12 ${styles.content}`}>
        <div className={styles.words}>
          {title && <b>{title}</b>}
          <p>{text}</p>
        </div>
        {actions.map((action) => (
          <Action key={action.label} of={action} hide={() => hideToast(id)} />
        ))}
      </div>
      <button type="button" className={`square ${styles.close}`} aria-label="Close" onClick={close}>
        <Icon of={cross} small />
      </button>
    </div>
  );
}

function Action({ of: { label, ...does }, hide }: { of: ToastAction; hide: () => void }) {
  const look = { label, kind: "line", glyph: null } as const;
  if ("to" in does) return <RouteButton {...look} to={does.to} onLeave={hide} />;
  if ("href" in does) return <LinkButton {...look} glyph={external} href={does.href} target="_blank" rel="noopener" />;
  const act = () => {
    hide();
    does.onClick();
  };
  return <Button {...look} onClick={act} />;
}

/** Hides a toast after 5 s, not counting the time during which it is held. One that replaces it has 5 s of its own. */
function useCountdown(toast: Toast, card: RefObject<HTMLElement | null>, isHeld: boolean) {
  const left = useRef<number>(noticeMs);
  const counted = useRef(toast);
  useEffect(() => {
    if (counted.current !== toast) {
      counted.current = toast;
      left.current = noticeMs;
      for (const animation of card.current?.getAnimations({ subtree: true }) ?? []) animation.currentTime = 0;
    }
    if (isHeld) return;
    const startedAt = performance.now();
    const timer = setTimeout(() => hideToast(toast.id), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= performance.now() - startedAt;
    };
  }, [toast, card, isHeld]);
}
