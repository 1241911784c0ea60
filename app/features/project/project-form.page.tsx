import type { FormPart } from "#app/features/content/entry-editor.form.ts";
import EntryFormPage from "#app/features/content/entry-form.page.tsx";
import { isUndescribed } from "#app/shared/before-publishing.ts";
import type { EntryForm } from "#app/ui/admin/form/entry-form.ts";
import type { FormValues } from "#app/ui/admin/form/fields.ts";
import { usualSeam } from "#app/ui/seam.ts";
import { TextField } from "#app/ui/text-field.tsx";
import { detailFields } from "./detail.form.ts";
import type { Seam } from "./project.contract.ts";
import { projectType } from "./project.type.ts";
import styles from "./project-form.page.module.css";
import { SeamField } from "./seam-field.tsx";
import { type Section, SectionList, sectionsOf, sectionsToSave } from "./section-list.page.tsx";

export default function ProjectFormPage() {
  return <EntryFormPage type={projectType} part={projectPart} />;
}

/** The seam is one value on the server and three fields here; the sections are a list of entries. */
export const projectPart: FormPart = {
  labels: {
    seamRest: "Seam, position",
    seamStep: "Seam, step",
    seamMid: "Seam, height",
    sections: projectType.history.parts.detail,
  },
  columns: { sections: detailFields },
  valuesOf: ({ seam, detail, sections }) => {
    const { rest, step, mid } = (seam as Seam | null | undefined) ?? {};
    return {
      ...{ seamRest: `${rest ?? ""}`, seamStep: `${step ?? ""}`, seamMid: `${mid ?? ""}` },
      // A draft names them as the update call does.
      sections: sectionsOf(sections ?? detail),
    };
  },
  body: ({ seamRest, seamStep, seamMid, sections, ...words }, values) => {
    const isMoved = [seamRest, seamStep, seamMid].some((each) => each !== undefined);
    return {
      ...words,
      ...(isMoved && { seam: seamOf(values) }),
      ...(sections && { sections: sectionsToSave(sections as Section[]) }),
    };
  },
  isInput: (name, value) => name !== "sections" || sectionsToSave(value as Section[]).length > 0,
  aside: (form) => <SeamFields form={form} />,
  parts: (form, slug, onBusy) => <SectionList form={form} slug={slug} onBusy={onBusy} />,
  advice: ({ sections }) =>
    (sections as Section[])
      .filter(({ img, imgAlt }) => isUndescribed(img, imgAlt))
      .map(
        ({ heading }) =>
          `The picture of the section “${heading}” has no alt text. Describe it, or mark it as decorative.`,
      ),
};

const inputs = [
  { name: "seamRest", part: "rest", label: "Position" },
  { name: "seamStep", part: "step", label: "Step" },
  { name: "seamMid", part: "mid", label: "Height" },
] as const;

/** The seam as typed so far: what is missing, or no number yet, is the default. Null if nothing is typed. */
function seamOf(values: FormValues): Seam | null {
  const typed = inputs.map(({ name, part }) => [part, String(values[name] ?? "").trim()] as const);
  if (typed.every(([, text]) => text === "")) return null;
  const given = typed.filter(([, text]) => text !== "" && Number.isFinite(Number(text)));
  return { ...usualSeam, ...Object.fromEntries(given.map(([part, text]) => [part, Number(text)])) };
}

/** Where the picture and its drawn counterpart meet. Without a counterpart the site shows the picture whole. */
function SeamFields({ form: { values, set, problem } }: { form: EntryForm<FormValues> }) {
  if (!values.drawnImage && !problem("seam")) return null;
  const seam = seamOf(values);
  return (
    <fieldset className={`stack gap-8 ${styles.seam}`}>
      <legend>Seam between the two, in per cent</legend>
      {values.projectImage && values.drawnImage && (
        <SeamField
          built={String(values.projectImage)}
          drawn={String(values.drawnImage)}
          focus={String(values.projectImageFocus ?? "")}
          frames={projectType.fields.projectImageFocus.frames}
          seam={seam ?? usualSeam}
          isSet={seam !== null}
          onChange={(next) => {
            for (const { name, part } of inputs) set(name, String(next[part]));
          }}
          onReset={() => {
            for (const { name } of inputs) set(name, "");
          }}
        />
      )}
      <div className={styles.numbers}>
        {inputs.map(({ name, part, label }) => (
          <TextField
            key={name}
            label={label}
            name={name}
            type="number"
            step="any"
            placeholder={String(usualSeam[part])}
            value={String(values[name])}
            onChange={(event) => set(name, event.target.value)}
          />
        ))}
      </div>
      {problem("seam") && <p className="field-error">{problem("seam")}</p>}
    </fieldset>
  );
}
