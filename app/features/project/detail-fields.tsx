import { type ReactNode, useState } from "react";
import type { EntryForm } from "#app/ui/admin/entry-form.ts";
import { FormFrame } from "#app/ui/admin/form-frame.tsx";
import { ImageField, type Upload } from "#app/ui/admin/image-field.tsx";
import type { Glyph } from "#app/ui/glyphs.ts";
import { TextArea, TextField } from "#app/ui/text-field.tsx";
import type { ProjectDetail } from "./project.contract.ts";

export const blankDetail = { heading: "", description: "", img: "" };
export type DetailValues = typeof blankDetail;

const labels: Record<keyof DetailValues, string> = { heading: "Heading", description: "Description", img: "Image" };

export const valuesOf = ({ heading, description, img }: ProjectDetail): DetailValues => ({ heading, description, img });

interface DetailFieldsProps {
  form: EntryForm<DetailValues>;
  submit: { label: string; glyph: Glyph };
  upload: Upload;
  /** In a dialog the panes lie below each other and have no frame of their own. */
  isInDialog?: boolean;
  /** Beside the submit button. */
  beside?: ReactNode;
  /** Instead of the form's own. */
  discard?: () => () => void;
}

/** The fields of one detail section, on its own screen and in the dialog. */
export function DetailFields({ form, submit, upload, isInDialog, beside, discard }: DetailFieldsProps) {
  const [isUploading, setUploading] = useState(false);
  const { values, set, problem } = form;
  return (
    <FormFrame
      form={form}
      labels={labels}
      submit={submit}
      isWaiting={isUploading}
      isInDialog={isInDialog}
      beside={beside}
      discard={discard}
      aside={
        <ImageField
          label="Image"
          name="img"
          value={values.img}
          onChange={(address) => set("img", address)}
          upload={upload}
          onBusy={setUploading}
          hint="4:3, at least 960 px wide. PNG, JPEG, WebP, AVIF or GIF, at most 10 MB."
          error={problem("img")}
        />
      }
    >
      <TextField
        label="Heading"
        name="heading"
        value={values.heading}
        onChange={(event) => set("heading", event.target.value)}
        error={problem("heading")}
      />
      <TextArea
        label="Description"
        name="description"
        rows={isInDialog ? 6 : 9}
        value={values.description}
        onChange={(event) => set("description", event.target.value)}
        error={problem("description")}
      />
    </FormFrame>
  );
}
