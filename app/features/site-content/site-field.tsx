import { Link } from "react-router";
import { ActionButton } from "#app/ui/admin/action-button.tsx";
import { ImageField, type Upload } from "#app/ui/admin/image-field.tsx";
import { SelectField } from "#app/ui/admin/select-field.tsx";
import { Switch } from "#app/ui/admin/switch.tsx";
import { undo } from "#app/ui/glyphs.ts";
import { TextArea, TextField } from "#app/ui/text-field.tsx";
import styles from "./site-field.module.css";
import type { SiteForm, SiteText } from "./site-form.tsx";

interface SiteFieldProps {
  text: SiteText;
  form: SiteForm;
  upload: Upload;
  onBusy: (isBusy: boolean) => void;
}

/** One text with its control, its built-in default, and whether it was changed. */
export function SiteField({ text, form, upload, onBusy }: SiteFieldProps) {
  const value = form.valueOf(text);
  const isDefault = String(value) === String(text.fallback);
  return (
    <div className={isShort(text) ? `${styles.field} ${styles.short}` : styles.field}>
      <Control text={text} form={form} upload={upload} onBusy={onBusy} />
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

/** Two of these stand side by side where there is room. */
const isShort = ({ kind, isHeading, fallback }: SiteText) =>
  kind === "image" || (kind !== "text" && !isHeading && String(fallback).length <= 32);

/** The built-in words, for comparison; a long text is folded. */
function Default({ text: { kind, fallback } }: { text: SiteText }) {
  if (kind === "image") return <span className={styles.note}>Built-in: {String(fallback).split("/").at(-1)}</span>;
  if (kind === "switch") return <span className={styles.note}>Built-in: {fallback ? "on" : "off"}</span>;
  const words = String(fallback);
  if (words.length <= 60) return <span className={styles.note}>Built-in: “{words}”</span>;
  return (
    <details className={styles.default}>
      <summary>Built-in text</summary>
      <p>{words}</p>
    </details>
  );
}

function Control({ text, form, upload, onBusy }: SiteFieldProps) {
  const { path, name, kind } = text;
  const value = form.valueOf(text);
  const shared = { label: name, name: path, error: form.problem(path) };
  const words = String(value);
  const typed = { ...shared, value: words, hint: hintOf(text), autoComplete: "off" };
  const set = (next: string) => form.set(text, next);
  if (kind === "switch")
    return <Switch label={name} name={path} isOn={value === true} onChange={(isOn) => form.set(text, isOn)} />;
  if (kind === "image") return <ImageField {...shared} value={words} onChange={set} upload={upload} onBusy={onBusy} />;
  if (kind === "timezone")
    return (
      <SelectField {...shared} options={zonesWith(words)} value={words} onChange={(event) => set(event.target.value)} />
    );
  if (kind === "text")
    return <TextArea {...typed} rows={rowsFor(words)} onChange={(event) => set(event.target.value)} />;
  return <TextField {...typed} {...keypads[kind]} onChange={(event) => set(event.target.value)} />;
}

/** The fitting keyboard of a phone; what is wrong the server says, in words. */
const keypads = {
  line: {},
  number: { inputMode: "numeric" },
  url: { inputMode: "url", dir: "ltr", spellCheck: false },
  email: { inputMode: "email", dir: "ltr", spellCheck: false },
  phone: { inputMode: "tel", dir: "ltr" },
} as const;

const rowsFor = (words: string) => Math.min(8, Math.max(3, Math.ceil(words.length / 70) + 1));

function hintOf({ isHeading, fallback }: SiteText): string | undefined {
  const names = [...String(fallback).matchAll(/\{\w+\}/g)].map(([name]) => name);
  const hints = [
    isHeading && "Put [brackets] round the word to be drawn, and a slash between spaces where the line shall break.",
    names.length > 0 && `${[...new Set(names)].join(", ")}: filled in by the site.`,
  ];
  return hints.filter(Boolean).join(" ") || undefined;
}

/** All time zones that the browser knows, and the one that is set. */
function zonesWith(current: string) {
  const zones = new Set([...Intl.supportedValuesOf("timeZone"), current]);
  return [...zones].sort().map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") }));
}
