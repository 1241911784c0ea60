import type { ReactNode } from "react";
import { useId } from "react";
import styles from "./switch.module.css";

interface SwitchProps {
  label: string;
  name: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  /** What the current state means; shown below the label. */
  hint?: ReactNode;
}

/** An on/off switch that takes effect immediately. The off state is dashed, as in the design's drawn state. */
export function Switch({ label, name, isOn, onChange, hint }: SwitchProps) {
  const id = useId();
  return (
    <div className={`line gap-14 ${styles.switch}`}>
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox already exposes its checked state
        role="switch"
        id={id}
        name={name}
        className={styles.box}
        checked={isOn}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
      <div>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="meta">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
