import { useState } from "react";
import { isEmail } from "#app/shared/contact/email.ts";
import { useSending } from "#app/ui/admin/control/use-sending.ts";
import { useDraftValues } from "#app/ui/admin/draft/use-draft-values.ts";
import { SmallForm } from "#app/ui/admin/form/small-form.tsx";
import { Pane } from "#app/ui/admin/screen/pane.tsx";
import { mail } from "#app/ui/glyphs.ts";
import { Alert, Notice } from "#app/ui/notice.tsx";
import { TextField } from "#app/ui/text-field.tsx";

interface Outcome {
  isSent: boolean;
  to: string;
  answer: string;
}

/** Sends a mail that bypasses the outbox, to show whether the mail server works now. */
export function TestPane({ send }: { send: (to: string) => Promise<Outcome> }) {
  const draft = useDraftValues("/admin/mail#test", { to: "" });
  const { to } = draft.values;
  const [outcome, setOutcome] = useState<Outcome>();
  const [round, setRound] = useState(0);
  const sending = useSending(
    () => {
      setOutcome(undefined);
      return send(to);
    },
    (reply) => {
      if (reply.isSent) draft.drop();
      setOutcome(reply);
      setRound((now) => now + 1);
    },
    ["to"],
  );
  return (
    <Pane id="test" heading="Test mail" lead="Sends one mail now and tells what the mail server answers.">
      <SmallForm
        sending={sending}
        submit={{ label: "Send Test Mail", glyph: mail }}
        isIncomplete={to.trim() !== "" && !isEmail(to)}
      >
        <TextField
          label="To"
          name="to"
          type="email"
          hint="Leave it empty to write to your notification address."
          value={to}
          onChange={(event) => draft.set({ to: event.target.value })}
          error={sending.problem("to")}
        />
      </SmallForm>
      <div>
        <Notice
          text={outcome?.isSent ? `Sent to ${outcome.to}. ${outcome.answer}` : null}
          round={round}
          onHide={() => setOutcome(undefined)}
        />
        <Alert text={outcome && !outcome.isSent ? `Not sent to ${outcome.to}. ${outcome.answer}.` : null} />
      </div>
    </Pane>
  );
}
