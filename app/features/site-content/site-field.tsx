import { Link } from "react-router";
import { isColour } from "#app/shared/colour.ts";
import { colourObjection, contrastsOf, shownRatio, type ThemeColour } from "#app/shared/theme.ts";
import { ActionButton } from "#app/ui/admin/action-button.tsx";
import type { FormField } from "#app/ui/admin/form/fields.ts";
import { FormFieldInput } from "#app/ui/admin/form/form-field.tsx";
import type { Uploads } from "#app/ui/admin/form/image-field.tsx";
import { undo } from "#app/ui/glyphs.ts";
import type { SiteForm, SiteText } from "./site-content.form.ts";
import styles from "./site-field.module.css";

interface SiteFieldProps {
  text: SiteText;
  form: SiteForm;
  uploads: Uploads;
  onBusy: (isBusy: boolean) => void;
}

/** One text with its control, its built-in default, and whether it was changed. */
export function SiteField({ text, form, uploads, onBusy }: SiteFieldProps) {
  const value = form.valueOf(text);
  const isDefault = String(value) === String(text.fallback);
  return (
    <div className={isShort(text) ? `${styles.field} ${styles.short}` : styles.field}>
      <FormFieldInput
        field={fieldOf(text)}
        name={text.path}
        value={value}
        onChange={(next) => form.put(text, next as string | boolean)}
        error={form.problem(text.path)}
        uploads={uploads}
        onBusy={onBusy}
      />
      <div className={styles.foot}>
        {form.isUnsaved(text) && <span className={`${styles.mark} ${styles.unsaved}`}>Not saved</span>}
        {form.isEdited(text) && <span className={styles.mark}>Changed</span>}
        {isDefault ? <span className={styles.note}>Built-in</span> : <Default text={text} />}
        {form.hasHistory(text) && (
          <Link className={styles.history} to={`/history/site/${text.path}`}>
            History<span className="vh"> of {text.label}</span>
          </Link>
        )}
      </div>
      {(!isDefault || form.isEdited(text)) && (
        <div className={styles.reset}>
          <ActionButton glyph={undo} label="Reset" name={text.label} onClick={() => form.reset(text)} />
        </div>
      )}
    </div>
  );
}

function fieldOf(text: SiteText): FormField {
  const { kind, name: label, role } = text;
  const shared = { label, hint: hintOf(text) };
  if (kind === "logo") return { ...shared, kind: "image", leastWidth: 360, isWhole: true };
  if (kind !== "colour") return { ...shared, kind };
  return {
    ...shared,
    kind,
    rules: {
      problem: (value) => {
        const reason = role && colourObjection(role, value);
        return reason && `${label} ${reason}`;
      },
      pairs: (value) => (role && isColour(value) ? contrastsOf(role, value) : []),
      shownRatio,
    },
  };
}

/** Two of these fit side by side if there is room. */
const isShort = ({ kind, isHeading, fallback }: SiteText) =>
  kind === "image" || (kind !== "longText" && !isHeading && String(fallback).length <= 32);

/** The built-in value, for comparison; a long text is collapsed. */
function Default({ text: { kind, fallback } }: { text: SiteText }) {
  if (kind === "logo") return <span className={styles.note}>Built-in: none</span>;
  if (kind === "image") return <span className={styles.note}>Built-in: {String(fallback).split("/").at(-1)}</span>;
  if (kind === "boolean") return <span className={styles.note}>Built-in: {fallback ? "on" : "off"}</span>;
  const words = String(fallback);
  if (words.length <= 60) return <span className={styles.note}>Built-in: “{words}”</span>;
  return (
    <details className={styles.default}>
      <summary>Built-in text</summary>
      <p>{words}</p>
    </details>
  );
}

/** What the colours of the design are for, in the words of somebody who uses the site. */
const uses: Record<ThemeColour, string> = {
  pencil: "Lines, drawn words and the main button, in the light theme.",
  pencilDark: "The same in the dark theme.",
  bottle: "The footer, the menu and other dark areas, in the light theme.",
  bottleDark: "The same in the dark theme.",
};

const logoHint =
  "PNG or WebP with a transparent background, at least 360 px wide; export an SVG as PNG first. Empty: the drawn mark and the name.";
const logoDarkHint = "For the dark theme and dark areas. Without it, the logo stands on a light plate there.";

function hintOf({ kind, path, isHeading, role, fallback }: SiteText): string | undefined {
  const names = [...String(fallback).matchAll(/\{\w+\}/g)].map(([name]) => name);
  const hints = [
    role && uses[role],
    kind === "logo" && (path.endsWith("Dark") ? logoDarkHint : logoHint),
    isHeading && "Put [brackets] round the word to be drawn, and a slash between spaces where the line shall break.",
    names.length > 0 && `${[...new Set(names)].join(", ")}: filled in by the site.`,
  ];
  return hints.filter(Boolean).join(" ") || undefined;
}
