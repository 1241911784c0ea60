import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from "react";
import styles from "./button.module.css";
import { useDisabled } from "./disabled-button.ts";
import { arrow, type Glyph } from "./glyphs.ts";
import { Icon } from "./icon.tsx";

interface Look {
  label: string;
  /** `primary`: once per view; `ink`: every other forward action; `line`: secondary; `text`: an inline link. */
  kind?: "primary" | "ink" | "line" | "text" | "danger";
  /** 48 px high instead of 56 px. In the back office every button has 44 px (app/admin/admin.css). */
  size?: "small";
  /** Icon of the drawn cell; `null` omits the cell. */
  glyph?: Glyph | null;
}

type ButtonProps = Look &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, "children"> & { busy?: boolean; busyLabel?: string };

/**
 * A button with a built label and a drawn cell. While `busy` it shows `busyLabel`, keeps its width and ignores clicks.
 */
export function Button({
  label,
  kind,
  size,
  glyph,
  busy = false,
  busyLabel = "Sending",
  className,
  disabled,
  onClick,
  ...rest
}: ButtonProps) {
  const state = useDisabled(disabled);
  const isIgnored = busy || state["aria-disabled"];
  return (
    <button
      type="button"
      {...rest}
      {...state}
      className={classes(kind, size, className)}
      aria-busy={busy || undefined}
      aria-disabled={isIgnored || undefined}
      onClick={isIgnored ? (event) => event.preventDefault() : onClick}
    >
      <Face label={busy ? busyLabel : label} kind={kind} glyph={glyph} busy={busy} />
    </button>
  );
}

type LinkButtonProps = Look & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "children">;

/** A link that looks like a button. If it opens something on the page, give it role="button". */
export function LinkButton({ label, kind, size, glyph, className, ...rest }: LinkButtonProps) {
  return (
    <a {...rest} className={classes(kind, size, className)}>
      <Face label={label} kind={kind} glyph={glyph} busy={false} />
    </a>
  );
}

function Face({ label, kind, glyph, busy }: Pick<Look, "label" | "kind" | "glyph"> & { busy: boolean }) {
  const cell = glyph === undefined ? (kind === "line" || kind === "danger" ? null : arrow) : glyph;
  return (
    <>
      <span className={styles.label}>{label}</span>
      {(cell || busy) && (
        <span className={styles.cell}>
          {busy ? <span className={styles.steps} /> : cell && <Icon of={cell} small />}
        </span>
      )}
    </>
  );
}

function classes(kind: Look["kind"] = "primary", size: Look["size"], extra?: string) {
  return [styles.button, styles[kind], size && styles[size], extra].filter(Boolean).join(" ");
}
