import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { CopyField } from "#app/ui/admin/copy-field.tsx";
import { useEntryForm } from "#app/ui/admin/entry-form.ts";
import { FormFrame } from "#app/ui/admin/form-frame.tsx";
import { Pane } from "#app/ui/admin/pane.tsx";
import { RouteButton } from "#app/ui/admin/route-button.tsx";
import { Screen } from "#app/ui/admin/screen.tsx";
import { Button } from "#app/ui/button.tsx";
import { back, plus } from "#app/ui/glyphs.ts";
import { TextField } from "#app/ui/text-field.tsx";
import { fullAddress, invite } from "./administrator.queries.ts";

const blank = { fullName: "", email: "" };
const labels = { fullName: "Full name", email: "Email" };

interface Made {
  fullName: string;
  address: string;
}

export default function InviteFormPage() {
  const [made, setMade] = useState<Made>();
  return (
    <Screen
      heading="Invite"
      title="Invite an administrator"
      subline="They can do here what you can, and choose their own password."
      isNarrow
      action={<RouteButton to="/account/people" label="People" kind="line" size="office" glyph={back} />}
    >
      {made ? <LinkPane {...made} onAnother={() => setMade(undefined)} /> : <InviteForm onMade={setMade} />}
    </Screen>
  );
}

function LinkPane({ fullName, address, onAnother }: Made & { onAnother: () => void }) {
  return (
    <Pane
      id="link"
      heading={`Invitation for ${fullName}`}
      lead="Hand this link over by a way that you trust: no mail leaves from here. It works once, for 7 days, and is shown this once."
    >
      <CopyField label="Link" value={address} takesFocus />
      <div>
        <Button kind="line" size="office" label="Invite another" glyph={plus} onClick={onAnother} />
      </div>
    </Pane>
  );
}

function InviteForm({ onMade }: { onMade: (made: Made) => void }) {
  const client = useQueryClient();
  const made = useRef<Made>(undefined);
  const form = useEntryForm({
    initial: blank,
    save: async (values) => {
      const { fullName, path } = await invite(values);
      made.current = { fullName, address: fullAddress(path) };
    },
    onSaved: () => {
      client.invalidateQueries({ queryKey: ["user", "invitations"] });
      if (made.current) onMade(made.current);
    },
  });
  const { values, set, problem } = form;
  return (
    <FormFrame form={form} labels={labels} submit={{ label: "Make Link", glyph: plus }}>
      <TextField
        label="Full name"
        name="fullName"
        autoComplete="off"
        value={values.fullName}
        onChange={(event) => set("fullName", event.target.value)}
        error={problem("fullName")}
      />
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="off"
        hint="They log in with it."
        value={values.email}
        onChange={(event) => set("email", event.target.value)}
        error={problem("email")}
      />
    </FormFrame>
  );
}
