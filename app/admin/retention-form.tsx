import { useQueryClient } from "@tanstack/react-query";
import { defaultContent } from "#app/features/site-content/defaults/site-content.ts";
import type { SiteEdit } from "#app/features/site-content/site-content.contract.ts";
import { saveSiteEdits } from "#app/features/site-content/site-content.queries.ts";
import { AppError } from "#app/shared/app-error.ts";
import { useEntryForm } from "#app/ui/admin/entry-form.ts";
import { FormFrame } from "#app/ui/admin/form-frame.tsx";
import { showSuccess } from "#app/ui/admin/toast.tsx";
import { check } from "#app/ui/glyphs.ts";
import { TextField } from "#app/ui/text-field.tsx";
import styles from "./personal-data.page.module.css";

const labels = {
  keepQuotesDays: "Messages",
  keepSpamDays: "Spam",
  keepSubscriptionsDays: "Addresses never confirmed, or that have left",
};
type Kind = keyof typeof labels;
const kinds = Object.keys(labels) as Kind[];
const pathOf = (kind: Kind) => `privacy.${kind}`;

const mostDays = 36_500;

/** After how many days each kind erases itself; the same settings as under Site, where the privacy page tells them. */
export function RetentionForm({ edits }: { edits: SiteEdit[] }) {
  const client = useQueryClient();
  const saved = new Map(edits.map((edit) => [edit.path, edit]));
  const reload = () => client.invalidateQueries({ queryKey: ["site"] });
  const daysOf = (kind: Kind) => String(saved.get(pathOf(kind))?.value ?? defaultContent.privacy[kind]);
  const form = useEntryForm<Record<Kind, string>>({
    initial: Object.fromEntries(kinds.map((kind) => [kind, daysOf(kind)])) as Record<Kind, string>,
    save: async (values, _version, base) => {
      const changed = kinds.filter((kind) => values[kind].trim() !== base[kind]);
      const wrong = changed.filter((kind) => !isDays(values[kind]));
      if (wrong.length > 0) throw invalid(wrong);
      const next = changed.map((kind) => ({
        path: pathOf(kind),
        value: Number(values[kind]),
        version: saved.get(pathOf(kind))?.version ?? 0,
      }));
      // What somebody else has saved meanwhile is refused once and shown; a second save means it.
      if (next.length > 0) await saveSiteEdits(next).finally(reload);
    },
    onSaved: () => showSuccess("Periods saved"),
  });
  return (
    <FormFrame form={form} labels={labels} submit={{ label: "Save Periods", glyph: check }}>
      <h2 className={styles.heading}>How long data is kept</h2>
      <p className={styles.lead}>
        In days, counted from arrival; 0 keeps for good. What is older is erased by itself within a day, without a
        trash. Confirmed subscriptions stay until they leave. The privacy page tells visitors the same.
      </p>
      {kinds.map((kind) => (
        <TextField
          key={kind}
          className={styles.days}
          label={labels[kind]}
          name={kind}
          inputMode="numeric"
          autoComplete="off"
          value={form.values[kind]}
          onChange={(event) => form.set(kind, event.target.value)}
          error={form.problem(kind) ?? form.problem(pathOf(kind))}
        />
      ))}
    </FormFrame>
  );
}

const isDays = (typed: string) => /^\d{1,5}$/.test(typed.trim()) && Number(typed) <= mostDays;

function invalid(wrong: Kind[]): AppError {
  const message = `A period is a whole number of days from 0 to ${mostDays.toLocaleString("en-GB")}.`;
  return new AppError("invalid", message, { errors: wrong.map((field) => ({ field, message })) });
}
