import { useState } from "react";
import { changesOf, type EntryForm } from "#app/ui/admin/entry-form.ts";
import { FormFrame } from "#app/ui/admin/form-frame.tsx";
import { ImageField, type Upload } from "#app/ui/admin/image-field.tsx";
import { PublishedSwitch } from "#app/ui/admin/published-switch.tsx";
import { check, plus } from "#app/ui/glyphs.ts";
import { TextArea, TextField } from "#app/ui/text-field.tsx";
import type { Project } from "./project.contract.ts";
import styles from "./project-fields.module.css";

/** A project as its form holds it: every field is text, the seam is three of them. */
export const blankProject = {
  title: "",
  description: "",
  technology: "",
  whatWeDid: "",
  projectImage: "",
  drawnImage: "",
  seamRest: "",
  seamStep: "",
  seamMid: "",
  published: true,
};
export type ProjectValues = typeof blankProject;

const labels: Record<keyof ProjectValues, string> = {
  title: "Title",
  description: "Description",
  technology: "Tech Stack",
  whatWeDid: "What we did",
  projectImage: "Image",
  drawnImage: "Drawn image",
  seamRest: "Seam, position",
  seamStep: "Seam, step",
  seamMid: "Seam, height",
  published: "Published",
};

export const valuesOf = ({
  title,
  technology,
  description,
  whatWeDid,
  projectImage,
  drawnImage,
  seam,
  published,
}: Project): ProjectValues => ({
  title,
  technology,
  description,
  whatWeDid,
  projectImage,
  drawnImage,
  seamRest: `${seam?.rest ?? ""}`,
  seamStep: `${seam?.step ?? ""}`,
  seamMid: `${seam?.mid ?? ""}`,
  published,
});

/** What was changed: a save leaves the fields alone that somebody else may be changing. */
export function changedBody(values: ProjectValues, base: ProjectValues) {
  const { seamRest, seamStep, seamMid, ...words } = changesOf(values, base);
  const isMoved = [seamRest, seamStep, seamMid].some((each) => each !== undefined);
  return { ...words, ...(isMoved && { seam: seamOf(values) }) };
}

/** Of a new project: the four fields of the specification always, the others where they were filled. */
export function newBody(values: ProjectValues) {
  const { title, description, technology, projectImage } = values;
  return { title, description, technology, projectImage, ...changedBody(values, blankProject) };
}

/** Without a position there is no seam of its own; without a step or a height the usual ones are taken. */
function seamOf({ seamRest, seamStep, seamMid }: ProjectValues) {
  if (seamRest.trim() === "") return null;
  const number = (text: string) => (text.trim() === "" ? undefined : Number(text));
  return { rest: Number(seamRest), step: number(seamStep), mid: number(seamMid) };
}

interface ProjectFieldsProps {
  form: EntryForm<ProjectValues>;
  submitLabel: string;
  isNew: boolean;
  /** Gives the address of the page as it would be with these values. */
  preview: (values: ProjectValues, base: ProjectValues) => Promise<string>;
  upload: Upload;
}

/** The four fields of the specification first; what we did and the drawn partner of the picture below them. */
export function ProjectFields({ form, submitLabel, isNew, preview, upload }: ProjectFieldsProps) {
  const [uploading, setUploading] = useState(0);
  const count = (isBusy: boolean) => setUploading((number) => number + (isBusy ? 1 : -1));
  const { values, set, problem } = form;
  return (
    <FormFrame
      form={form}
      labels={labels}
      submit={{ label: submitLabel, glyph: isNew ? plus : check }}
      preview={preview}
      isWaiting={uploading > 0}
      aside={
        <>
          <ImageField
            label="Image"
            name="projectImage"
            value={values.projectImage}
            onChange={(address) => set("projectImage", address)}
            upload={upload}
            onBusy={count}
            hint="3:2, at least 1,920 px wide. PNG, JPEG, WebP, AVIF or GIF, at most 10 MB."
            error={problem("projectImage")}
          />
          <DrawnPartner form={form} upload={upload} onBusy={count} />
        </>
      }
    >
      <TextField
        label="Title"
        name="title"
        value={values.title}
        onChange={(event) => set("title", event.target.value)}
        error={problem("title")}
      />
      <TextArea
        label="Description"
        name="description"
        rows={9}
        value={values.description}
        onChange={(event) => set("description", event.target.value)}
        error={problem("description")}
      />
      <TextField
        label="Tech Stack"
        name="techStack"
        hint="Separated by commas"
        value={values.technology}
        onChange={(event) => set("technology", event.target.value)}
        error={problem("technology")}
      />
      <TextArea
        label="What we did"
        name="whatWeDid"
        rows={5}
        value={values.whatWeDid}
        onChange={(event) => set("whatWeDid", event.target.value)}
        error={problem("whatWeDid")}
      />
      <PublishedSwitch form={form} />
    </FormFrame>
  );
}

const seamFields = [
  { name: "seamRest", label: "Position", usual: "36" },
  { name: "seamStep", label: "Step", usual: "9" },
  { name: "seamMid", label: "Height", usual: "52" },
] as const;

/** The same picture as a drawing, and where the two meet. Without them the site draws a crossed box and the usual seam. */
function DrawnPartner({
  form: { values, set, problem },
  upload,
  onBusy,
}: Pick<ProjectFieldsProps, "form" | "upload"> & { onBusy: (isBusy: boolean) => void }) {
  return (
    <>
      <ImageField
        label="Drawn image"
        name="drawnImage"
        value={values.drawnImage}
        onChange={(address) => set("drawnImage", address)}
        upload={upload}
        onBusy={onBusy}
        hint="Optional: the same picture as a line drawing on a clear ground."
        error={problem("drawnImage")}
      />
      <fieldset className={styles.seam}>
        <legend>Seam between the two, in per cent</legend>
        <div className={styles.numbers}>
          {seamFields.map(({ name, label, usual }) => (
            <TextField
              key={name}
              label={label}
              name={name}
              type="number"
              step="any"
              placeholder={usual}
              value={values[name]}
              onChange={(event) => set(name, event.target.value)}
            />
          ))}
        </div>
        {problem("seam") && <p className={styles.error}>{problem("seam")}</p>}
      </fieldset>
    </>
  );
}
