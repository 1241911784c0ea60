import { useDisabled } from "#app/ui/disabled-button.ts";
import type { Glyph } from "#app/ui/glyphs.ts";
import { Icon } from "#app/ui/icon.tsx";
import styles from "./action-button.module.css";

interface ActionButtonProps {
  glyph?: Glyph;
  label: string;
  /** Id of the heading that identifies the entry, for lists with many of these buttons. */
  of?: string;
  /** Appended to the label for screen reader users. */
  name?: string;
  isDanger?: boolean;
  disabled?: boolean;
  /** Id of a visible reason why the action cannot succeed: the button stays reachable by keyboard, and does nothing. */
  refusedBy?: string | undefined;
  onClick: () => void;
}

/** A low-emphasis, outlined button for an action on one entry or field. */
export function ActionButton(props: ActionButtonProps) {
  const { glyph, label, of, name, isDanger = false, disabled, refusedBy, onClick } = props;
  const state = useDisabled(disabled);
  const isIgnored = refusedBy !== undefined || state["aria-disabled"];
  return (
    <button
      type="button"
      className={`tap gap-10 ${styles.action} ${isDanger ? styles.danger : ""}`}
      aria-describedby={[of, refusedBy].filter(Boolean).join(" ") || undefined}
      {...state}
      aria-disabled={isIgnored || undefined}
      onClick={isIgnored ? undefined : onClick}
    >
      {glyph && <Icon of={glyph} small />}
      <span>{label}</span>
      {name && <span className="vh"> {name}</span>}
    </button>
  );
}
