import { type ReactNode, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import type { PreviewPage } from "#app/shared/public-pages.ts";
import { containText } from "#app/shared/search-words.ts";
import { useSaveShortcut } from "#app/ui/admin/form/save-shortcut.ts";
import { IndexedColumns, SideIndex } from "#app/ui/admin/screen/side-index.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { wordsOf } from "./defaults/rows.ts";
import type { ContentField } from "./defaults/sections.ts";
import type { SiteForm } from "./site-content.form.ts";
import { SiteField } from "./site-field.tsx";
import styles from "./site-texts.module.css";
import { useReset } from "./use-reset.tsx";

export interface SiteSection {
  key: string;
  title: string;
  /** The page that shows its texts. */
  page?: PreviewPage | "gone";
  fields: ContentField[];
}

interface SiteTextsProps {
  sections: SiteSection[];
  section: SiteSection | undefined;
  form: SiteForm;
  onBusy: (isBusy: boolean) => void;
  foot: ReactNode;
}

/** The list of sections with the texts of the chosen one beside it; during a search, the results from all sections. */
export function SiteTexts({ sections, section, form, onBusy, foot }: SiteTextsProps) {
  const [search, setSearch] = useState("");
  const element = useRef<HTMLFormElement>(null);
  useSaveShortcut(element);
  const reset = useReset(form);
  const q = search.trim();
  const found = q
    ? sections.map((each) => ({ ...each, fields: each.fields.filter((text) => holds(text, form, q)) }))
    : [];
  const shown = q ? found.filter(({ fields }) => fields.length > 0) : section ? [section] : [];
  const count = shown.reduce((sum, { fields }) => sum + fields.length, 0);
  return (
    <IndexedColumns className={styles.editor}>
      <Sections
        sections={sections}
        current={q ? undefined : section}
        form={form}
        onChoose={() => setSearch("")}
        lead={
          <>
            <TextField
              label="Find a text"
              inputMode="search"
              name="find"
              autoComplete="off"
              placeholder="A word of it, or its name"
              value={search}
              onChange={(event) => setSearch(event.target.value)}
              onKeyDown={(event) => event.key === "Escape" && setSearch("")}
            />
            <p className="vh" role="status">
              {q && `${count} found.`}
            </p>
          </>
        }
      />
      <form
        ref={element}
        className={`stack gap-16 ${styles.main}`}
        noValidate
        onSubmit={form.submit}
        aria-label="Texts"
      >
        {q && count === 0 && <p className={styles.none}>No text contains “{search.trim()}”.</p>}
        {shown.map((each) => (
          <section key={each.key} className="stack gap-16" aria-labelledby={`section-${each.key}`}>
            <h2 id={`section-${each.key}`} className={styles.title}>
              {each.title}
            </h2>
            {groupsOf(each.fields).map(([group, texts]) => (
              <Group key={group} name={group}>
                {texts.map((text) => (
                  <SiteField
                    key={text.path}
                    text={text}
                    texts={textsOf(sections, each.key)}
                    form={form}
                    onBusy={onBusy}
                    onReset={reset}
                  />
                ))}
              </Group>
            ))}
          </section>
        ))}
        {foot}
      </form>
    </IndexedColumns>
  );
}

interface SectionsProps {
  sections: SiteSection[];
  current: SiteSection | undefined;
  form: SiteForm;
  onChoose: () => void;
  lead: ReactNode;
}

function Sections({ sections, current, form, onChoose, lead }: SectionsProps) {
  const navigate = useNavigate();
  const options = sections.map(({ key, title }) => ({ value: key, label: title }));
  return (
    <SideIndex
      lead={lead}
      label="Sections"
      links={
        <ul>
          {sections.map(({ key, title, fields }) => (
            <li key={key}>
              <Link
                to={`?section=${key}`}
                className={`wraps between ${styles.link}`}
                aria-current={current?.key === key ? "true" : undefined}
                onClick={onChoose}
              >
                {title}
                <Marks fields={fields} form={form} />
              </Link>
            </li>
          ))}
        </ul>
      }
      select={{
        label: "Section",
        name: "section",
        options: current ? options : [{ value: "", label: "All that was found" }, ...options],
        value: current?.key ?? "",
        onChange: (event) => {
          onChoose();
          navigate(`?section=${event.target.value}`);
        },
      }}
    />
  );
}

function Marks({ fields, form }: { fields: ContentField[]; form: SiteForm }) {
  const unsaved = fields.filter(form.isUnsaved).length;
  const edited = fields.filter(form.isEdited).length;
  return (
    <span className={`meta ${styles.marks}`}>
      {unsaved > 0 && `${unsaved} not saved`}
      {unsaved > 0 && edited > 0 && ", "}
      {edited > 0 && `${edited} changed`}
    </span>
  );
}

function Group({ name, children }: { name: string; children: ReactNode }) {
  if (!name) return <div className={`framed stack ${styles.group}`}>{children}</div>;
  return (
    <fieldset className={`framed stack ${styles.group}`}>
      <legend className={styles.legend}>{name}</legend>
      {children}
    </fieldset>
  );
}

/** Groups texts that belong together, in order. */
function groupsOf(texts: ContentField[]): [string, ContentField[]][] {
  const groups = new Set(texts.map(({ group }) => group));
  return [...groups].map((name) => [name, texts.filter(({ group }) => group === name)]);
}

/** All texts of a section, also those that a search does not show. */
const textsOf = (sections: SiteSection[], section: string) => sections.find(({ key }) => key === section)?.fields ?? [];

function holds(text: ContentField, form: SiteForm, q: string): boolean {
  const { label, path, fallback } = text;
  return containText([label, path, wordsOf(form.valueOf(text)), wordsOf(fallback)], q);
}
