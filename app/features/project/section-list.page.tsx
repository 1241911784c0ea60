import { type RefObject, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Link } from "react-router";
import { randomKey } from "#app/shared/random-key.ts";
import { plainText } from "#app/shared/text/formatted-text.ts";
import { AddButton } from "#app/ui/admin/control/add-button.tsx";
import { CardMenu } from "#app/ui/admin/control/menu.tsx";
import type { EntryForm } from "#app/ui/admin/form/entry-form.ts";
import { fieldInput } from "#app/ui/admin/form/field-inputs.tsx";
import { type Entry, type FieldValue, type FormValues, isFilled, valuesOf } from "#app/ui/admin/form/fields.ts";
import { Grip, SortableList } from "#app/ui/admin/list/sortable.tsx";
import { inOrder } from "#app/ui/admin/list/use-sort-order.ts";
import { hideToast, showToast } from "#app/ui/admin/notice/toast.tsx";
import { CrossedBox } from "#app/ui/crossed-box.tsx";
import { minus, plus } from "#app/ui/glyphs.ts";
import { Icon } from "#app/ui/icon.tsx";
import { detailFields } from "./detail.form.ts";
import styles from "./section-list.page.module.css";

/** A detail section in the form of its project. A new one gets its id here, so that a repeated save adds it once. */
export type Section = Entry & { _id: string };

/** The form values of stored or drafted sections. One drafted without an id is new. */
export const sectionsOf = (stored: unknown): Section[] =>
  ((stored ?? []) as { _id?: string }[]).map((section, place) => ({
    _id: section._id ?? `new-${place}`,
    ...valuesOf(detailFields, section),
  }));

/** The sections to save: one that was added and left blank is none. */
export const sectionsToSave = (sections: Section[]): Section[] =>
  sections.filter(({ heading, description, img }) =>
    [heading, description, img].some((value) => isFilled(value ?? "")),
  );

interface SectionListProps {
  form: EntryForm<FormValues>;
  /** Of a stored project. */
  slug: string | undefined;
  /** Called when an upload starts or ends. */
  onBusy: (isBusy: boolean) => void;
}

/** The detail sections of a project, in its form: added, moved, edited and removed in place, saved with the project. */
export function SectionList({ form, slug, onBusy }: SectionListProps) {
  const list = useRef<HTMLElement>(null);
  const { sections, opened, toggle, add, reorder, change, remove } = useSections(form, list);
  const saved = sectionsToSave(sections);
  return (
    <section className={`stack gap-12 framed ${styles.sections}`} aria-labelledby="sections" ref={list}>
      <div className={`wraps between gap-4-20 ${styles.top}`}>
        <h2 id="sections" className={styles.heading} tabIndex={-1}>
          Details
        </h2>
        {slug && (
          <Link to={`/detail/${slug}`} className="link">
            Project Details
          </Link>
        )}
      </div>
      {sections.length > 0 && (
        <SortableList
          entries={sections}
          keyOf={({ _id }) => _id}
          order={{ nameOf, save: async (_, ids) => reorder(ids) }}
          className={styles.list ?? ""}
        >
          {(section) => (
            <SectionCard
              section={section}
              isOpen={opened.has(section._id)}
              onToggle={() => toggle(section._id)}
              onRemove={() => remove(section)}
              problem={(name) => form.problem(`sections.${saved.indexOf(section)}.${name}`)}
              set={(name, value) => change(section._id, name, value)}
              onBusy={onBusy}
            />
          )}
        </SortableList>
      )}
      <AddButton label="Add Detail" onClick={add} />
      {form.problem("sections") && !saved.some((_, place) => form.problem(`sections.${place}`)) && (
        <p className="field-error">{form.problem("sections")}</p>
      )}
    </section>
  );
}

/** The sections among the values of `form`, which of them are open, and what can be done with them in `list`. */
function useSections(form: EntryForm<FormValues>, list: RefObject<HTMLElement | null>) {
  // Undo may be pressed, and an upload may end, after later changes.
  const latest = useRef(form);
  latest.current = form;
  const current = () => latest.current.values.sections as Section[];
  /** A picture and its focal point are set in one turn: what is current follows at once. */
  const set = (sections: Section[]) => {
    latest.current = { ...latest.current, values: { ...latest.current.values, sections } };
    latest.current.set("sections", sections);
  };
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const offers = useRef(new Set<string>());
  // Without the form there is nothing that Undo could change.
  useEffect(() => () => offers.current.forEach(hideToast), []);

  function add() {
    const section = { _id: randomKey(), ...valuesOf(detailFields) };
    flushSync(() => {
      set([...current(), section]);
      setOpened(new Set([...opened, section._id]));
    });
    list.current?.querySelector<HTMLElement>("li:last-child input")?.focus();
  }

  function remove(section: Section) {
    const place = current().indexOf(section);
    set(current().filter((each) => each !== section));
    list.current?.querySelector<HTMLElement>("h2")?.focus();
    const undo = () => {
      if (!current().some(({ _id }) => _id === section._id)) set(current().toSpliced(place, 0, section));
    };
    const id = `section-removed:${section._id}`;
    offers.current.add(id);
    showToast({
      id,
      kind: "success",
      text: `“${nameOf(section)}” is removed with the next save.`,
      actions: [{ label: "Undo", onClick: undo }],
    });
  }

  return {
    sections: form.values.sections as Section[],
    opened,
    toggle: (id: string) => setOpened(opened.has(id) ? without(opened, id) : new Set([...opened, id])),
    add,
    reorder: (ids: string[]) => set(inOrder(current(), ({ _id }) => _id, ids)),
    change: (id: string, name: string, value: FieldValue) =>
      set(current().map((each) => (each._id === id ? ({ ...each, [name]: value } as Section) : each))),
    remove,
  };
}

const without = (ids: ReadonlySet<string>, id: string) => new Set([...ids].filter((each) => each !== id));

const nameOf = ({ heading }: Section): string => heading?.trim() || "New detail";

const fields = { ...detailFields, description: { ...detailFields.description, rows: 6 } } as const;

interface SectionCardProps {
  section: Section;
  isOpen: boolean;
  onToggle: () => void;
  onRemove: () => void;
  /** The server's message for a field. */
  problem: (name: string) => string | null;
  set: (name: string, value: FieldValue) => void;
  onBusy: (isBusy: boolean) => void;
}

function SectionCard({ section, isOpen, onToggle, onRemove, problem, set, onBusy }: SectionCardProps) {
  const isRefused = Object.keys(fields).some((name) => problem(name) !== null);
  const [uploading, setUploading] = useState(0);
  // What is being uploaded would be cancelled with its field.
  const isShown = isOpen || isRefused || uploading > 0;
  const noteUpload = (isBusy: boolean) => {
    setUploading((count) => count + (isBusy ? 1 : -1));
    onBusy(isBusy);
  };
  const input = fieldInput({ fields, values: section, set, problem, onBusy: noteUpload });
  const { heading, description, layout, ...picture } = fields;
  return (
    <article className={`framed ${styles.section}`}>
      <div className={`line gap-4 ${styles.head}`}>
        <Grip />
        <h3 className="grow">
          <button type="button" className={styles.toggle} aria-expanded={isShown} onClick={onToggle}>
            <span className={styles.thumb}>
              {section.img ? <img src={section.img} alt="" loading="lazy" /> : <CrossedBox />}
            </span>
            <span className={styles.words}>
              <span className={`truncate ${styles.title}`} dir="auto">
                {nameOf(section)}
              </span>
              {!isShown && (
                <span className={`truncate ${styles.excerpt}`} dir="auto">
                  {plainText(section.description ?? "")}
                </span>
              )}
            </span>
            <Icon of={isShown ? minus : plus} small />
          </button>
        </h3>
        <CardMenu name={nameOf(section)} onRemove={onRemove} />
      </div>
      {isShown && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would show a legend that repeats the heading
        <div role="group" aria-label={nameOf(section)} className={`stack gap-20 ${styles.fields}`}>
          <div>{Object.entries({ heading, description, layout }).map(input)}</div>
          <div>{Object.entries(picture).map(input)}</div>
        </div>
      )}
    </article>
  );
}
