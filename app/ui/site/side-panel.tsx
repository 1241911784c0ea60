import type { ReactNode } from "react";
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
  /** Selector of the element to focus, except on touch screens; default: the heading. */
  first?: string;
  solid?: boolean;
  /** Closes it when the page is left: its links lead to other pages, and Back should not return to it. */
  isLeft?: boolean;
  children: ReactNode;
}

/**
 * A panel at the right edge. Without JavaScript it is shown as the target of `#id`; with it, it is a modal dialog
 * (app/site/hydration/side-panels.ts).
 */
export function SidePanel({ id, title, hideTitle, lead, open, first, solid, isLeft, children }: SidePanelProps) {
  const titleId = `${id}-title`;
  return (
    <dialog
      id={id}
      open={open}
      className={solid ? `${styles.panel} solid` : styles.panel}
      aria-labelledby={titleId}
      data-side-panel={first ?? ""}
      data-left={isLeft ? "" : undefined}
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
          <a
            href="#closed"
            // Of the panel that may be open without its fragment.
            id={first && "closed"}
            role="button"
            className={`icon-button ${styles.close}`}
            aria-label="Close"
          >
            <Icon of={closeGlyph} />
          </a>
        </div>
        {children}
      </div>
    </dialog>
  );
}
