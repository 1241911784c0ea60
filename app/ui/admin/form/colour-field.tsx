import type { Contrast } from "#app/shared/theme.ts";
import { alert, check } from "#app/ui/glyphs.ts";
import { Icon } from "#app/ui/icon.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import styles from "./colour-field.module.css";

/** What a form knows about a colour: the same rules as the server's. */
export interface ColourRules {
  /** Why it cannot be used, as a sentence. */
  problem: (value: string) => string | undefined;
  /** Where it appears; empty if the value is not a colour. */
  pairs: (value: string) => Contrast[];
  shownRatio: (ratio: number) => string;
}

interface ColourFieldProps {
  label: string;
  name: string;
  value: string;
  onChange: (value: string) => void;
  error: string | null;
  hint?: string | undefined;
  rules: ColourRules;
}

/** A colour as text and as the browser's colour picker, with a swatch for each place in which it appears. */
export function ColourField({ label, name, value, onChange, error, hint, rules }: ColourFieldProps) {
  const pairs = rules.pairs(value);
  return (
    <div className={`stack gap-10 ${styles.field}`}>
      <div className={styles.row}>
        <TextField
          label={label}
          name={name}
          value={value}
          hint={hint}
          error={rules.problem(value) ?? error}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onChange(event.target.value.trim())}
        />
        <input
          type="color"
          className={styles.picker}
          aria-label={`Pick: ${label}`}
          value={pairs.length > 0 ? value.toLowerCase() : "#000000"}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
      {pairs.length > 0 && (
        <ul className={styles.pairs} aria-label={`Contrast: ${label}`}>
          {pairs.map(({ what, colour, background, ratio, needed }) => (
            <li key={what} className={`stack muted gap-8 ${styles.pair}`}>
              <span className={styles.swatch} style={{ color: colour, background }} aria-hidden="true">
                Aa
              </span>
              <Icon of={ratio >= needed ? check : alert} small />
              <span>
                {what.charAt(0).toUpperCase() + what.slice(1)}: {rules.shownRatio(ratio)}, needs {needed}:1
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
