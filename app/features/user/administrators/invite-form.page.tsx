import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { CopyField } from "#app/ui/admin/control/copy-field.tsx";
import { RouteButton } from "#app/ui/admin/control/route-button.tsx";
import { useEntryForm } from "#app/ui/admin/form/entry-form.ts";
import { type FormFields, valuesOf } from "#app/ui/admin/form/fields.ts";
import { Form } from "#app/ui/admin/form/form.tsx";
import { handedOver } from "#app/ui/admin/list/handed-over.ts";
import { Pane } from "#app/ui/admin/screen/pane.tsx";
import { Screen } from "#app/ui/admin/screen/screen.tsx";
import { Button } from "#app/ui/button.tsx";
import { back, plus } from "#app/ui/glyphs.ts";
import { fullAddress, invite } from "./administrator.queries.ts";

const fields = {
  fullName: { kind: "text", label: "Full name" },
  email: { kind: "email", label: "Email", hint: "They log in with it." },
} as const satisfies FormFields;

interface Made {
  fullName: string;
  address: string;
  mailedTo: string | undefined;
}

export default function InviteFormPage() {
  const [made, setMade] = useState<Made>();
  return (
    <Screen
      heading="Invite"
      title="Invite an administrator"
      subline="They can do here what you can, and choose their own password."
      isNarrow
      action={<RouteButton to="/account/people" label="People" kind="line" glyph={back} />}
    >
      {made ? <LinkPane {...made} onAnother={() => setMade(undefined)} /> : <InviteForm onMade={setMade} />}
    </Screen>
  );
}

function LinkPane({ fullName, address, mailedTo, onAnother }: Made & { onAnother: () => void }) {
  return (
    <Pane
      id="link"
      heading={`Invitation for ${fullName}`}
      lead={`${handedOver(mailedTo)} It works once, for 7 days, and is shown this once.`}
    >
      <CopyField label="Link" value={address} takesFocus />
      <div>
        <Button kind="line" label="Invite another" glyph={plus} onClick={onAnother} />
      </div>
    </Pane>
  );
}

function InviteForm({ onMade }: { onMade: (made: Made) => void }) {
  const client = useQueryClient();
  const form = useEntryForm({
    initial: valuesOf(fields),
    save: invite,
    onSaved: ({ fullName, path, mailedTo }) => {
      client.invalidateQueries({ queryKey: ["user", "invitations"] });
      onMade({ fullName, address: fullAddress(path), mailedTo });
    },
  });
  return <Form form={form} fields={fields} submit={{ label: "Make Link", glyph: plus }} />;
}
