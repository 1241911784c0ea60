import type { ReactNode } from "react";
import type { FieldValue, FormField, FormFields, FormValues } from "./fields.ts";
import { isFilled } from "./fields.ts";
import { FormFieldInput } from "./form-field.tsx";

export interface FieldInputs {
  /** All fields of the form, of which some are rendered. */
  fields: FormFields;
  values: FormValues;
  set: (name: string, value: FieldValue) => void;
  /** The server's message for a field. */
  problem: (name: string) => string | null;
  /** Called when an upload starts or ends. */
  onBusy: (isBusy: boolean) => void;
}

/** Renders the input of a declared field. What belongs to a picture is shown once there is one. */
export const fieldInput =
  ({ fields, values, set, problem, onBusy }: FieldInputs) =>
  ([name, field]: [string, FormField]): ReactNode =>
    isShown(field, values) && (
      <FormFieldInput
        key={name}
        field={field}
        name={name}
        value={values[name] ?? null}
        picture={"of" in field ? String(values[field.of] ?? "") : undefined}
        {...focusOf(name, fields, values)}
        onChange={(value, focus = "") => {
          set(name, value);
          // The point of one picture says nothing about another.
          for (const [other, { kind, ...rest }] of Object.entries(fields))
            if (value !== "" && kind === "focalPoint" && "of" in rest && rest.of === name) set(other, focus);
        }}
        error={problem(name)}
        onBusy={onBusy}
      />
    );

/** The frames that a picture fills, and its focal point. */
function focusOf(name: string, fields: FormFields, values: FormValues) {
  const [point, field] =
    Object.entries(fields).find(([, each]) => each.kind === "focalPoint" && each.of === name) ?? [];
  return point && field?.kind === "focalPoint" && { frames: field.frames, focus: String(values[point] ?? "") };
}

const isShown = (field: FormField, values: FormValues) => !("of" in field) || isFilled(values[field.of] ?? null);
