import { formFieldsOf } from "#app/features/content/entry-editor.form.ts";
import type { ShownField } from "#app/features/page-editing/page-editing.contract.ts";
import type { SiteText } from "#app/features/site-content/site-content.form.ts";
import { uploads } from "#app/features/upload/upload.queries.ts";
import { findContentType } from "#app/platform/content-types.ts";
import { Dialog, DialogActions } from "#app/ui/admin/dialog.tsx";
import type { FieldValue, FormField } from "#app/ui/admin/form/fields.ts";
import { FormFieldInput } from "#app/ui/admin/form/form-field.tsx";
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
  const inputs = (shown ?? []).flatMap((field) => inputsOf(field, texts));
  return (
    <Dialog isOpen={shown !== null} title="Picture" onClose={onClose}>
      {inputs.map(({ field, input, picture }) => {
        const edited = editedOf(keyOf(field));
        const value = edited ? (edited.values[field.field] ?? null) : field.value;
        return (
          <FormFieldInput
            key={`${keyOf(field)} ${field.field}`}
            field={input}
            name={field.field}
            value={value as FieldValue}
            {...(picture && { picture: String(edited?.values[picture] ?? "") })}
            {...focusOf(inputs, field, edited)}
            onChange={(next, focus = "") => {
              onSet(field, next);
              // The point of one picture says nothing about another.
              const point = pointOf(inputs, field);
              if (point && next !== "") onSet(point.field, focus);
            }}
            error={edited?.problem(field.field) ?? null}
            uploads={uploads}
            onBusy={onBusy}
          />
        );
      })}
      <DialogActions>
        <Button size="office" label="Done" onClick={onClose} />
      </DialogActions>
    </Dialog>
  );
}

interface Input {
  field: ShownField;
  input: FormField;
  /** The field of the picture that it belongs to. */
  picture?: string;
}

/** The focal point of a picture. */
const pointOf = (inputs: Input[], { field }: ShownField) =>
  inputs.find(({ input }) => input.kind === "focalPoint" && input.of === field);

function focusOf(inputs: Input[], field: ShownField, edited: Edited | undefined) {
  const point = pointOf(inputs, field);
  if (point?.input.kind !== "focalPoint") return {};
  return { frames: point.input.frames, focus: String(edited?.values[point.field.field] ?? "") };
}

/** The inputs of a picture: the file and, for an entry, its alternative text and its focal point. */
function inputsOf(field: ShownField, texts: ReadonlyMap<string, SiteText>): Input[] {
  if (field.noun === "site") {
    const text = texts.get(field.field);
    if (!text) return [];
    return [{ field, input: { kind: text.kind === "image" ? "image" : "text", label: text.label } }];
  }
  const type = findContentType(field.noun);
  if (type?.fields[field.field]?.kind !== "image") return [];
  return Object.entries(formFieldsOf(type)).flatMap(([name, input]): Input[] => {
    if (name === field.field) return [{ field, input }];
    const isOfPicture = (input.kind === "alt" || input.kind === "focalPoint") && input.of === field.field;
    return isOfPicture ? [{ field: { ...field, field: name }, input, picture: field.field }] : [];
  });
}
