import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Expired, RetentionPeriods } from "#app/features/data-subject/data-subject.contract.ts";
import { readExpired } from "#app/features/data-subject/data-subject.queries.ts";
import { isShorterPeriod } from "#app/features/site-content/defaults/privacy.ts";
import { contentSections } from "#app/features/site-content/defaults/sections.ts";
import type { SiteConflict, SiteEdit } from "#app/features/site-content/site-content.contract.ts";
import { saveSiteEdits } from "#app/features/site-content/site-content.queries.ts";
import { AppError } from "#app/shared/app-error.ts";
import { asciiDigits } from "#app/shared/text/digits.ts";
import { ConfirmDialog } from "#app/ui/admin/dialog/confirm-dialog.tsx";
import { useEntryForm } from "#app/ui/admin/form/entry-form.ts";
import { changesOf, type FormFields, numberOf, type ValuesOf } from "#app/ui/admin/form/fields.ts";
import { Form } from "#app/ui/admin/form/form.tsx";
import { showSuccess } from "#app/ui/admin/notice/toast.tsx";
import { check, trash } from "#app/ui/glyphs.ts";
import styles from "./retention-form.module.css";

const fields = {
  "privacy.keepQuotesDays": { kind: "number", inputName: "keepQuotesDays", label: "Messages" },
  "privacy.keepSpamDays": { kind: "number", inputName: "keepSpamDays", label: "Spam" },
  "privacy.keepSubscriptionsDays": {
    kind: "number",
    inputName: "keepSubscriptionsDays",
    label: "Unconfirmed and unsubscribed addresses",
  },
} as const satisfies FormFields;
type Values = ValuesOf<typeof fields>;
/** Of the periods that were changed, by path. */
type Versions = Record<string, number>;

const maxDays = 36_500;

/** Retention periods in days. They are texts of the site, and the privacy page shows them too. */
export function RetentionForm({ edits }: { edits: SiteEdit[] }) {
  const client = useQueryClient();
  const reload = () => client.invalidateQueries({ queryKey: ["site"] });
  const { asked, confirm } = useConfirmation<Expired>();
  const form = useEntryForm<Values, Versions>({
    initial: daysOf(edits),
    version: versionsOf(edits),
    save: async (values, versions = {}, base) => {
      const changed = Object.entries(changesOf(values, base)).map(
        ([path, typed]) => [path, asciiDigits(typed)] as const,
      );
      const wrong = changed.filter(([, typed]) => !isDays(typed));
      if (wrong.length > 0) throw invalid(wrong.map(([path]) => path));
      const next = changed.map(([path, typed]) => ({
        path,
        value: numberOf(typed) as number,
        version: versions[path] ?? 0,
      }));
      const shorter = changed.filter(([path, typed]) =>
        isShorterPeriod(Number(base[path as keyof Values]), Number(typed)),
      );
      if (shorter.length > 0 && !(await confirm(await readExpired(periodsOf(shorter)))))
        throw new AppError("invalid", "Nothing was saved.");
      if (next.length > 0) await saveSiteEdits(next, undefined, shorter.length > 0).finally(reload);
    },
    newer: (conflicts: SiteConflict[], { values, version }) => ({
      values: { ...values, ...daysOf(conflicts, Object.keys(versionsOf(conflicts))) },
      version: { ...version, ...versionsOf(conflicts) },
    }),
    onSaved: () => showSuccess("Periods saved"),
    upgradeDraft: ({ values, base, ...draft }) => ({ ...draft, values: byPath(values), base: base && byPath(base) }),
  });
  return (
    <>
      <Form
        form={form}
        fields={fields}
        submit={{ label: "Save Periods", glyph: check }}
        lead={
          <>
            <h2 className="pane-heading">How long data is kept</h2>
            <p className={styles.lead}>
              In days, counted from arrival, or from when a message was marked as spam or an address left; 0 keeps for
              good. What is older is erased automatically within a day, without a trash. Confirmed subscriptions stay
              until they leave. The privacy page tells visitors the same.
            </p>
          </>
        }
      />
      <ConfirmDialog
        title="Keep data for a shorter time?"
        keep="Leave as it is"
        label="Save and erase"
        glyph={trash}
        onClose={() => asked?.answer(false)}
        onConfirm={() => asked?.answer(true)}
      >
        {asked && `${consequenceOf(asked.subject)} This cannot be undone.`}
      </ConfirmDialog>
    </>
  );
}

/** What shorter periods erase, as a sentence. */
function consequenceOf({ quotes, spam, subscriptions }: Expired): string {
  const what = [
    counted(quotes, "message", "messages"),
    counted(spam, "message marked as spam", "messages marked as spam"),
    counted(subscriptions, "unconfirmed or unsubscribed address", "unconfirmed or unsubscribed addresses"),
  ].filter((each) => each !== undefined);
  if (what.length === 0)
    return "Nothing is older than that today. Whatever gets older is erased for good within a day.";
  const isOne = quotes + spam + subscriptions === 1;
  return `${list.format(what)} ${isOne ? "is" : "are"} older than that and will be erased for good within a day.`;
}

const list = new Intl.ListFormat("en-GB");

const counted = (count: number, one: string, many: string): string | undefined =>
  count === 0 ? undefined : `${count.toLocaleString("en-GB")} ${count === 1 ? one : many}`;

/** Asks a question about `T` in the middle of a save. */
function useConfirmation<T>() {
  const [asked, setAsked] = useState<{ subject: T; answer: (isYes: boolean) => void }>();
  const confirm = (subject: T) =>
    new Promise<boolean>((answer) => setAsked({ subject, answer })).finally(() => setAsked(undefined));
  return { asked, confirm };
}

/** The call's names of the periods. */
const periods = {
  "privacy.keepQuotesDays": "quotes",
  "privacy.keepSpamDays": "spam",
  "privacy.keepSubscriptionsDays": "subscriptions",
} as const satisfies Record<keyof Values, keyof RetentionPeriods>;

const periodsOf = (changed: (readonly [path: string, typed: string])[]): Partial<RetentionPeriods> =>
  Object.fromEntries(changed.map(([path, typed]) => [periods[path as keyof Values], Number(typed)]));

/** In days, by path. */
function daysOf(saved: readonly SiteConflict[], paths: readonly string[] = Object.keys(fields)): Values {
  const known = new Map(saved.map(({ path, value }) => [path, value]));
  const declared = contentSections.flatMap((section) => section.fields).filter(({ path }) => paths.includes(path));
  return Object.fromEntries(
    declared.map(({ path, fallback }) => [path, String(known.get(path) ?? fallback)]),
  ) as Values;
}

const versionsOf = (saved: readonly SiteConflict[]): Versions =>
  Object.fromEntries(saved.filter(({ path }) => path in fields).map(({ path, version }) => [path, version]));

/** Drafts of earlier releases name the settings without their section. */
const byPath = (values: Values) =>
  Object.fromEntries(
    Object.entries(values).map(([key, typed]) => [key.includes(".") ? key : `privacy.${key}`, typed]),
  ) as Values;

const isDays = (typed: string) => /^\d{1,5}$/.test(typed.trim()) && Number(typed) <= maxDays;

function invalid(paths: string[]): AppError {
  const message = `A period is a whole number of days from 0 to ${maxDays.toLocaleString("en-GB")}.`;
  return new AppError("invalid", message, { errors: paths.map((field) => ({ field, message })) });
}
