import { Fragment } from "react";
import { formFieldsOf } from "#app/features/content/entry-editor.form.ts";
import type { ShownField } from "#app/features/page-editing/page-editing.contract.ts";
import type { ContentField } from "#app/features/site-content/defaults/sections.ts";
import { siteFormFields } from "#app/features/site-content/site-fields.form.ts";
import { uploads } from "#app/features/upload/upload.queries.ts";
import { findContentType } from "#app/platform/content/content-types.ts";
import { Dialog, DialogActions } from "#app/ui/admin/dialog/dialog.tsx";
import { fieldInput } from "#app/ui/admin/form/field-inputs.tsx";
import type { FieldValue, FormFields, FormValues } from "#app/ui/admin/form/fields.ts";
import { UploadsContext } from "#app/ui/admin/picture/image-upload.ts";
import { Button } from "#app/ui/button.tsx";
import { type EditSource, itemAt, keyOf } from "./edit-source.ts";
import { partOf } from "./entry-edits.tsx";

interface PictureDialogProps {
  /** All that belongs to the picture that was chosen. */
  shown: ShownField[];
  isOpen: boolean;
  texts: ReadonlyMap<string, ContentField>;
  sourceOf: (field: ShownField) => EditSource | undefined;
  onSet: (field: ShownField, value: FieldValue) => void;
  onBusy: (isBusy: boolean) => void;
  /** The field says why, which nobody sees in a closed dialog. */
  onUploadFailed: () => void;
  onClose: () => void;
}

/** Replaces a picture of the page and says what it shows, with the inputs of the forms. */
export function PictureDialog(props: PictureDialogProps) {
  const { shown, isOpen, texts, sourceOf, onSet, onBusy, onUploadFailed, onClose } = props;
  const send: typeof uploads.send = (...file) =>
    uploads.send(...file).catch((error) => {
      onUploadFailed();
      throw error;
    });
  return (
    <Dialog isOpen={isOpen} title="Picture" onClose={onClose}>
      <UploadsContext value={{ ...uploads, send }}>
        {shown.map((field) => {
          const fields = fieldsOf(field, texts);
          const source = sourceOf(field);
          const input = fieldInput({
            fields,
            values: valuesOf(field, source),
            set: (name, value) => onSet(named(field, name), value),
            problem: (name) => source?.problem(name) ?? null,
            onBusy,
          });
          return (
            <Fragment key={`${keyOf(field)} ${field.field} ${field.item}`}>
              {Object.entries(fields).map(input)}
            </Fragment>
          );
        })}
      </UploadsContext>
      <DialogActions>
        <Button label="Done" onClick={onClose} />
      </DialogActions>
    </Dialog>
  );
}

/** The values of the form that has the picture: of its entry, or of the part of it that the picture is in. */
function valuesOf(shown: ShownField, source: EditSource | undefined): FormValues {
  const { field, value } = shown;
  if (shown.item === undefined) return source?.values ?? { [field]: String(value) };
  const list = source?.values[field];
  const { entry, column } = itemAt(Array.isArray(list) ? list : [], shown);
  return typeof entry === "object" ? entry : { [column]: String(value) };
}

/** Another field of the same form. */
function named(field: ShownField, name: string): ShownField {
  return field.item === undefined ? { ...field, field: name } : { ...field, item: field.item.replace(/[^.]+$/, name) };
}

/** A picture with its alternative text and its focal point, or a text of the site that names a picture. */
function fieldsOf({ noun, field, item }: ShownField, texts: ReadonlyMap<string, ContentField>): FormFields {
  if (noun === "site") {
    const text = texts.get(field);
    return text ? siteFormFields([...texts.values()], text, ({ label }) => label) : {};
  }
  const columns = partOf(noun)?.columns[field];
  if (columns) return withCompanions(columns, item?.split(".")[1]);
  const type = findContentType(noun);
  if (type?.fields[field]?.kind !== "image") return {};
  return withCompanions(formFieldsOf(type), field);
}

function withCompanions(fields: FormFields, picture: string | undefined): FormFields {
  const all = Object.entries(fields);
  return Object.fromEntries([
    ...all.filter(([name]) => name === picture),
    ...all.filter(([, input]) => (input.kind === "alt" || input.kind === "focalPoint") && input.of === picture),
  ]);
}
