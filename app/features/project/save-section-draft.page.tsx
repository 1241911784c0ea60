import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { AppError } from "#app/shared/app-error.ts";
import type { EntryForm } from "#app/ui/admin/form/entry-form.ts";
import { type FormFields, type FormValues, valuesOf } from "#app/ui/admin/form/fields.ts";
import { showToast } from "#app/ui/admin/notice/toast.tsx";
import { Button } from "#app/ui/button.tsx";
import { saveSectionDraft } from "./section-draft.queries.ts";

interface SaveSectionDraftProps<V extends FormValues> {
  slug: string;
  form: EntryForm<V>;
  fields: FormFields;
  /** Of the section; a new one has one made by the form. */
  id: string;
  /** The section as the form has loaded it; null for a new one. */
  seen: V | null;
  /** Whether an upload is under way. */
  isWaiting: boolean;
  onSaved: () => void;
}

/** Saves the form of a section as part of its project's draft. */
export function SaveSectionDraft<V extends FormValues>({
  slug,
  form,
  fields,
  id,
  seen,
  isWaiting,
  onSaved,
}: SaveSectionDraftProps<V>) {
  const client = useQueryClient();
  const [isSaving, setSaving] = useState(false);
  const known = useRef<FormValues | null>(seen);
  const save = async () => {
    setSaving(true);
    const isSaved = await form.attempt(async (values) => {
      try {
        await saveSectionDraft(client, slug, { _id: id, values, seen: known.current });
        return true;
      } catch (error) {
        // What somebody else has saved is said once; saving again replaces it.
        if (error instanceof AppError && error.code === "conflict" && error.data)
          known.current = valuesOf(fields, error.data as object);
        throw error;
      }
    });
    setSaving(false);
    if (!isSaved) return;
    onSaved();
    showToast({
      id: "section-drafted",
      kind: "success",
      text: "Saved in the draft of the project. Visitors see it once that is published.",
      actions: [{ label: "Open the project", to: `/update/${slug}` }],
    });
  };
  return (
    <Button
      kind="line"
      label="Save draft"
      busyLabel="Saving"
      busy={isSaving}
      disabled={!form.isChanged || form.isSaving || isWaiting}
      onClick={save}
    />
  );
}
