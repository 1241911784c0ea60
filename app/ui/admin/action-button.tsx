import type { Glyph } from "#app/ui/glyphs.ts";
import { Icon } from "#app/ui/icon.tsx";
import styles from "./action-button.module.css";

interface ActionButtonProps {
  glyph?: Glyph;
  label: string;
  /** Id of the heading that says whose action it is, where a list has many of them. */
  of?: string;
  /** Said after the label for those who do not see what it stands beside. */
  name?: string;
  isDanger?: boolean;
  disabled?: boolean;
  onClick: () => void;
}

/** A quiet, outlined action on one entry or one field. */
export function ActionButton({ glyph, label, of, name, isDanger = false, disabled, onClick }: ActionButtonProps) {
  return (
    <button
      type="button"
      className={`${styles.action} ${isDanger ? styles.danger : ""}`}
      aria-describedby={of}
      disabled={disabled}
      onClick={onClick}
    >
      {glyph && <Icon of={glyph} small />}
      {label}
      {name && <span className="vh"> {name}</span>}
    </button>
  );
}
