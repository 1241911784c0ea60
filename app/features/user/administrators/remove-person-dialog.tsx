import { useState } from "react";
import { SelectField } from "#app/ui/admin/control/select-field.tsx";
import { useSending } from "#app/ui/admin/control/use-sending.ts";
import { Dialog } from "#app/ui/admin/dialog/dialog.tsx";
import { SmallForm } from "#app/ui/admin/form/small-form.tsx";
import { Button } from "#app/ui/button.tsx";
import type { Administrator } from "./administrator.contract.ts";

interface RemovePersonDialogProps {
  /** Undefined: closed. */
  person: Administrator | undefined;
  /** Who can take over the leads. */
  others: Administrator[];
  remove: (person: Administrator, leadsTo: number | undefined) => Promise<unknown>;
  onRemoved: (person: Administrator) => void;
  onClose: () => void;
}

/** Asks before a person can no longer log in, and who takes over their open leads. */
export function RemovePersonDialog({ person, onClose, ...rest }: RemovePersonDialogProps) {
  const title = person?.isYou ? "Remove yourself?" : `Remove ${person?.fullName}?`;
  return (
    <Dialog isOpen={person !== undefined} title={title} onClose={onClose}>
      {person && <RemovalForm key={person.id} {...rest} person={person} onClose={onClose} />}
    </Dialog>
  );
}

function RemovalForm(props: RemovePersonDialogProps & { person: Administrator }) {
  const { person, others, remove, onRemoved, onClose } = props;
  const { fullName, isYou, openLeads } = person;
  const [chosen, setLeadsTo] = useState("");
  // That person may have been removed meanwhile.
  const leadsTo = others.some(({ id }) => String(id) === chosen) ? chosen : "";
  const sending = useSending(
    () => remove(person, leadsTo ? Number(leadsTo) : undefined),
    () => onRemoved(person),
    ["leadsTo"],
  );
  return (
    <>
      <p className="muted">
        {isYou ? "You" : fullName} can no longer log in here then, and {isYou ? "are" : "is"} logged out everywhere. The
        invitations and reset links that {isYou ? "you" : "they"} made end.
        {openLeads > 0 && ` ${isYou ? "You" : "They"} own ${leadsIn(openLeads)}.`}
      </p>
      <SmallForm
        sending={sending}
        submit={{ label: "Remove", isDanger: true }}
        isIncomplete={false}
        beside={<Button kind="line" label="Cancel" onClick={onClose} />}
      >
        {openLeads > 0 && (
          <SelectField
            label={`Assign ${leadsIn(openLeads)} to`}
            name="leadsTo"
            hint="The history of each lead says so, and the new owner gets one mail, if mail is set up."
            options={[
              { value: "", label: "Nobody" },
              ...others.map(({ id, fullName, email }) => ({ value: String(id), label: fullName || email })),
            ]}
            value={leadsTo}
            error={sending.problem("leadsTo")}
            onChange={(event) => setLeadsTo(event.target.value)}
          />
        )}
      </SmallForm>
    </>
  );
}

const leadsIn = (count: number): string =>
  count === 1 ? "1 open lead" : `${count.toLocaleString("en-GB")} open leads`;
