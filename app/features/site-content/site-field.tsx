import { Link } from "react-router";
import { ActionButton } from "#app/ui/admin/control/action-button.tsx";
import { isSame } from "#app/ui/admin/draft/merge.ts";
import { fieldInput } from "#app/ui/admin/form/field-inputs.tsx";
import type { FormField } from "#app/ui/admin/form/fields.ts";
import { edit, undo } from "#app/ui/glyphs.ts";
import { retentionPaths } from "./defaults/privacy.ts";
import { wordsOf } from "./defaults/rows.ts";
import type { ContentField } from "./defaults/sections.ts";
import { type SiteForm, shown } from "./site-content.form.ts";
import styles from "./site-field.module.css";
import { lostDrawingHint, siteFormFields } from "./site-fields.form.ts";
import { focusField } from "./use-reset.tsx";

interface SiteFieldProps {
  text: ContentField;
  /** The texts of its section. */
  texts: ContentField[];
  form: SiteForm;
  onBusy: (isBusy: boolean) => void;
  onReset: (text: ContentField) => void;
}

/** One text with its control, its built-in default, and whether it was changed. */
export function SiteField({ text, texts, form, onBusy, onReset }: SiteFieldProps) {
  const value = form.valueOf(text);
  if (retentionPaths.includes(text.path))
    return (
      <div className={styles.field}>
        <b>{text.label}</b>
        <p className="cluster gap-4-12">
          {String(value)}
          <Link className={`tap ${styles.history}`} to="/personal-data">
            Set under Personal data
          </Link>
        </p>
      </div>
    );
  const isDefault = isSame(value, shown(text.fallback));
  const picture = texts.find(({ path }) => path === text.of);
  const fields = siteFormFields(texts, text, ({ name }) => name);
  const input = fieldInput({
    fields,
    values: form.valuesOf(texts),
    set: (path, next) => {
      const changed = texts.find((each) => each.path === path);
      if (changed) form.put(changed, next as typeof value);
    },
    problem: form.problem,
    onBusy,
  });
  const lost = form.lostDrawing(text);
  const own = fields[text.path] as FormField;
  return (
    <div className={isShort(text) ? `${styles.field} ${styles.short}` : styles.field}>
      {input([text.path, lost ? { ...own, hint: lostDrawingHint } : own])}
      {text.isHeading && (
        <div role="status">
          {lost && (
            <ActionButton
              glyph={edit}
              label={`Draw “${lost.words}”`}
              name={`in ${text.label}`}
              onClick={() => {
                form.put(text, lost.heading);
                focusField(text.path);
              }}
            />
          )}
        </div>
      )}
      <div className={`meta cluster ${styles.foot}`}>
        {form.isUnsaved(text) && <span className={`${styles.mark} ${styles.unsaved}`}>Not saved</span>}
        {form.isEdited(text) && <span className={styles.mark}>Changed</span>}
        {isDefault ? <span className={styles.note}>{builtInNote(text, picture, form)}</span> : <Default text={text} />}
        {form.hasHistory(text) && (
          <Link className={`tap ${styles.history}`} to={`/history/site/${text.path}`}>
            History<span className="vh"> of {text.label}</span>
          </Link>
        )}
      </div>
      {(!isDefault || form.isEdited(text)) && (
        <div className={styles.reset}>
          <ActionButton glyph={undo} label="Reset" name={text.label} onClick={() => onReset(text)} />
        </div>
      )}
    </div>
  );
}

/** Two of these fit side by side if there is room. */
const isShort = ({ kind, isHeading, fallback }: ContentField) =>
  kind === "image" ||
  kind === "alt" ||
  (kind !== "longText" && kind !== "rows" && !isHeading && String(fallback).length <= 32);

/** Asks for what another picture shows: the built-in words are about the built-in one. */
function builtInNote({ kind, fallback }: ContentField, picture: ContentField | undefined, form: SiteForm): string {
  if (kind !== "alt" || !picture || form.valueOf(picture) === picture.fallback) return "Built-in";
  return fallback === ""
    ? "Decorative until you say what your picture shows."
    : "These words are about the built-in picture: say what yours shows, or choose Decorative.";
}

/** The built-in value, for comparison; a long text is collapsed. */
function Default({ text: { kind, fallback } }: { text: ContentField }) {
  if (kind === "logo") return <span className={styles.note}>Built-in: none</span>;
  if (kind === "image") return <span className={styles.note}>Built-in: {String(fallback).split("/").at(-1)}</span>;
  if (kind === "boolean") return <span className={styles.note}>Built-in: {fallback ? "on" : "off"}</span>;
  if (kind === "focalPoint") return <span className={styles.note}>Built-in: the usual crop</span>;
  if (kind === "alt" && fallback === "") return <span className={styles.note}>Built-in: decorative</span>;
  const words = wordsOf(fallback);
  if (words.length <= 60 && !words.includes("\n")) return <span className={styles.note}>Built-in: “{words}”</span>;
  return (
    <details className={styles.default}>
      <summary>Built-in text</summary>
      <p>{words}</p>
    </details>
  );
}
