import { useEffect, useId, useRef } from "react";
import { Link, useLocation } from "react-router";
import { IconButton } from "#app/ui/admin/control/icon-button.tsx";
import { SiteLogo } from "#app/ui/admin/screen/site-logo.tsx";
import { close, logOut } from "#app/ui/glyphs.ts";
import { Icon } from "#app/ui/icon.tsx";
import { backTo } from "../search/list-places.ts";
import { lineOf, type NavLine, nav } from "./nav.ts";
import styles from "./side-bar.module.css";

interface SideBarProps {
  unread: number;
  /** Email delivery fails. */
  mailFails: boolean;
  /** Of the running release; undefined until the login has been checked. */
  version?: string | undefined;
  onLogOut: () => void;
}

/** The permanent side bar, from the lg breakpoint on. */
export function SideBar({ onLogOut, ...badges }: SideBarProps) {
  return (
    <aside className={`solid ${styles.bar}`} aria-label="Back office">
      <div className={styles.sticky}>
        <Link to="/" className={`line ${styles.logo}`}>
          <SiteLogo />
        </Link>
        <Lines {...badges} onLogOut={onLogOut} />
      </div>
    </aside>
  );
}

/** The side bar as a modal dialog below the lg breakpoint; it traps and returns focus. */
export function SidePanel({
  isOpen,
  onClose,
  onLogOut,
  ...badges
}: SideBarProps & { isOpen: boolean; onClose: () => void }) {
  const ref = useRef<HTMLDialogElement>(null);
  const { key } = useLocation();
  useEffect(() => {
    if (isOpen) ref.current?.showModal();
    else ref.current?.close();
  }, [isOpen]);
  // Close it when a link was followed or the window has become too wide for it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new location key means that a link was followed
  useEffect(onClose, [key]);
  useEffect(() => {
    const wide = matchMedia("(min-width: 992px)");
    wide.addEventListener("change", onClose);
    return () => wide.removeEventListener("change", onClose);
  });
  return (
    <dialog
      ref={ref}
      className={`solid ${styles.panel}`}
      aria-label="Menu"
      // The event is queued, so it may arrive when the panel is open again.
      onClose={() => ref.current?.open || onClose()}
      onPointerDown={(event) => event.target === ref.current && onClose()}
    >
      <div className={styles.panelBody}>
        <div className={`line between ${styles.panelHead}`}>
          <SiteLogo />
          <IconButton glyph={close} label="Close menu" onClick={onClose} />
        </div>
        <Lines
          {...badges}
          onLogOut={() => {
            onClose();
            onLogOut();
          }}
        />
      </div>
    </dialog>
  );
}

function Lines({ unread, mailFails, version, onLogOut }: SideBarProps) {
  const { pathname } = useLocation();
  const current = lineOf(pathname);
  const id = useId();
  const badgeOf = ({ to }: NavLine) => {
    if (to === "/quote" && unread > 0) return { text: unread > 999 ? "999+" : unread, spoken: " unread" };
    if (to === "/mail" && mailFails) return { text: "!", spoken: " mail is not being delivered" };
    return undefined;
  };
  return (
    <>
      <nav aria-label="Back office">
        {nav.map((group) => (
          <ul key={group[0]?.to} className={styles.group}>
            {group.map((line) => {
              const badge = badgeOf(line);
              return (
                <li key={line.to} className={styles.item}>
                  <Link
                    {...backTo(line, pathname)}
                    className={`line gap-14 ${styles.line}`}
                    aria-current={line === current ? "page" : undefined}
                    aria-describedby={badge && `${id}${line.to}`}
                  >
                    <Icon of={line.glyph} small />
                    {line.label}
                  </Link>
                  {badge && (
                    <span id={`${id}${line.to}`} className={styles.count}>
                      {badge.text}
                      <span className="vh">{badge.spoken}</span>
                    </span>
                  )}
                </li>
              );
            })}
          </ul>
        ))}
      </nav>
      <button type="button" className={`line gap-14 ${styles.line} ${styles.logOut}`} onClick={onLogOut}>
        <Icon of={logOut} small />
        Logout
      </button>
      {version && <p className={styles.version}>Version {version}</p>}
    </>
  );
}
