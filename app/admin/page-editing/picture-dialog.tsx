import { Fragment } from "react";
import { formFieldsOf } from "#app/features/content/entry-editor.form.ts";
import type { ShownField } from "#app/features/page-editing/page-editing.contract.ts";
import type { SiteText } from "#app/features/site-content/site-content.form.ts";
import { siteFormFields } from "#app/features/site-content/site-fields.form.ts";
import { uploads } from "#app/features/upload/upload.queries.ts";
import { findContentType } from "#app/platform/content-types.ts";
import { Dialog, DialogActions } from "#app/ui/admin/dialog.tsx";
import { fieldInput } from "#app/ui/admin/form/field-inputs.tsx";
import type { FieldValue, FormFields } from "#app/ui/admin/form/fields.ts";
import { Button } from "#app/ui/button.tsx";
import { type Edited, keyOf } from "./edited.ts";

interface PictureDialogProps {
  /** All that belongs to the picture that was chosen; null while the dialog is closed. */
  shown: ShownField[] | null;
  texts: ReadonlyMap<string, SiteText>;
  editedOf: (key: string) => Edited | undefined;
  onSet: (field: ShownField, value: FieldValue) => void;
  onBusy: (isBusy: boolean) => void;
  onClose: () => void;
}

/** Replaces a picture of the page and says what it shows, with the inputs of the forms. */
export function PictureDialog({ shown, texts, editedOf, onSet, onBusy, onClose }: PictureDialogProps) {
  return (
    <Dialog isOpen={shown !== null} title="Picture" onClose={onClose}>
      {(shown ?? []).map((field) => {
        const fields = fieldsOf(field, texts);
        const edited = editedOf(keyOf(field));
        const input = fieldInput({
          fields,
          values: edited?.values ?? { [field.field]: field.value as FieldValue },
          set: (name, value) => onSet({ ...field, field: name }, value),
          problem: (name) => edited?.problem(name) ?? null,
          uploads,
          onBusy,
        });
        return <Fragment key={`${keyOf(field)} ${field.field}`}>{Object.entries(fields).map(input)}</Fragment>;
      })}
      <DialogActions>
        <Button size="office" label="Done" onClick={onClose} />
      </DialogActions>
    </Dialog>
  );
}

/** A picture with its alternative text and its focal point, or a text of the site that stands for a picture. */
function fieldsOf({ noun, field }: ShownField, texts: ReadonlyMap<string, SiteText>): FormFields {
  if (noun === "site") {
    const text = texts.get(field);
    return text ? siteFormFields([...texts.values()], text, ({ label }) => label) : {};
  }
  const type = findContentType(noun);
  if (type?.fields[field]?.kind !== "image") return {};
  const all = Object.entries(formFieldsOf(type));
  return Object.fromEntries([
    ...all.filter(([name]) => name === field),
    ...all.filter(([, input]) => (input.kind === "alt" || input.kind === "focalPoint") && input.of === field),
  ]);
}
