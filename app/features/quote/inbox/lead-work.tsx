import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { isVisible } from "#app/shared/text/visible.ts";
import { DateField } from "#app/ui/admin/control/date-field.tsx";
import { SelectField } from "#app/ui/admin/control/select-field.tsx";
import { useDraftText } from "#app/ui/admin/draft/use-draft-text.ts";
import { useSaveShortcut } from "#app/ui/admin/form/save-shortcut.ts";
import { WarningLine } from "#app/ui/admin/notice/warning-line.tsx";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import type { Lead, LeadStatus } from "../quote.contract.ts";
import { leadOptions, statusNames } from "../quote.queries.ts";
import styles from "./lead-pane.module.css";
import type { QuoteActions } from "./use-quote-actions.tsx";

interface LeadPartProps {
  lead: Lead;
  actions: QuoteActions;
}

/** The lead's status, owner and next step. */
export function LeadWork({ lead, actions }: LeadPartProps) {
  const { slug, status, owner } = lead;
  const options = useQuery(leadOptions()).data;
  const owners = options?.owners ?? (owner ? [owner] : []);
  const shownStatus = useChoice(status, (to) => actions.choose(slug, { status: to as LeadStatus }));
  const shownOwner = useChoice(String(owner?.id ?? ""), (to) =>
    actions.choose(slug, { ownerId: to ? Number(to) : null }),
  );
  return (
    <section className={`stack gap-14 ${styles.part}`} aria-label="Progress">
      <div className={styles.choices}>
        <SelectField
          label="Status"
          value={shownStatus.value}
          options={Object.entries(statusNames).map(([value, label]) => ({ value, label }))}
          onChange={(event) => shownStatus.choose(event.target.value)}
        />
        <SelectField
          label="Owner"
          value={shownOwner.value}
          options={[
            { value: "", label: "Nobody" },
            ...owners.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={(event) => shownOwner.choose(event.target.value)}
        />
      </div>
      <NextStep lead={lead} actions={actions} />
    </section>
  );
}

/** A choice that is shown while it is being saved. If that fails, what is saved is shown again. */
function useChoice(saved: string, save: (value: string) => Promise<void>) {
  const [chosen, setChosen] = useState<string>();
  const count = useRef(0);
  async function choose(value: string) {
    const mine = ++count.current;
    setChosen(value);
    await save(value);
    if (mine === count.current) setChosen(undefined);
  }
  return { value: chosen ?? saved, choose };
}

type Step = Required<Pick<Lead, "nextStep" | "nextStepOn">>;

const textOf = ({ nextStep, nextStepOn }: Step): string => [nextStep, nextStepOn].filter(Boolean).join(", ");

/** A next step that somebody else has set since one began to type is named before it is replaced. */
function NextStep({ lead: { slug, nextStep = "", nextStepOn = "" }, actions }: LeadPartProps) {
  const form = useRef<HTMLFormElement>(null);
  const saved: Step = { nextStep, nextStepOn };
  const draft = useDraftText(`/admin/quote/${slug}#step`);
  const typed = draft.text ? (JSON.parse(draft.text) as Step & { seen?: Step }) : { ...saved, seen: saved };
  const setTyped = (values: typeof typed) => draft.set(JSON.stringify(values));
  useSaveShortcut(form);
  const isChanged = (isVisible(typed.nextStep) ? typed.nextStep : "") !== nextStep || typed.nextStepOn !== nextStepOn;
  const isReplacing = isChanged && typed.seen !== undefined && textOf(typed.seen) !== textOf(saved);
  useEffect(() => {
    if (draft.text && !isChanged) draft.drop();
  });
  const change = { nextStep: typed.nextStep, nextStepOn: typed.nextStepOn, nextStepSeen: saved };
  const isSaving = actions.isChanging(slug, change);
  function save(event: FormEvent) {
    event.preventDefault();
    if (isChanged) void actions.change(slug, change);
  }
  return (
    <form ref={form} className={styles.step} onSubmit={save}>
      <TextField
        label="Next step"
        placeholder="Call, send an offer"
        value={typed.nextStep}
        // What was added meanwhile would seem to replace somebody else's.
        readOnly={isSaving}
        onChange={(event) => setTyped({ ...typed, nextStep: event.target.value })}
      />
      <DateField
        label="On"
        value={typed.nextStepOn}
        readOnly={isSaving}
        onChange={(event) => setTyped({ ...typed, nextStepOn: event.target.value })}
      />
      <Button type="submit" kind="line" label="Save" disabled={!isChanged} busy={isSaving} busyLabel="Saving" />
      {isReplacing && (
        <WarningLine>
          {nextStep || nextStepOn
            ? `Meanwhile “${textOf(saved)}” was set. Save replaces it.`
            : "Meanwhile the next step was removed. Save sets yours."}
        </WarningLine>
      )}
    </form>
  );
}
