import { lazy, Suspense, useState } from "react";
import { isVisible } from "#app/shared/text/visible.ts";
import { ActionButton } from "#app/ui/admin/control/action-button.tsx";
import { CopyField } from "#app/ui/admin/control/copy-field.tsx";
import { PasswordField } from "#app/ui/admin/control/password-field.tsx";
import { useSending } from "#app/ui/admin/control/use-sending.ts";
import { SmallForm } from "#app/ui/admin/form/small-form.tsx";
import { check } from "#app/ui/glyphs.ts";
import { TextField } from "#app/ui/text-field.tsx";
import type { PasswordAndCode, SecondFactorSecret } from "./second-factor.contract.ts";
import styles from "./second-factor-pane.module.css";

const QrCode = lazy(async () => ({ default: (await import("#app/ui/admin/control/qr-code.tsx")).QrCode }));

interface StepProps<In, Out> {
  send: (input: In) => Promise<Out>;
  onDone: (reply: Out) => void;
  onCancel: () => void;
}

const Cancel = ({ onCancel }: { onCancel: () => void }) => <ActionButton label="Cancel" onClick={onCancel} />;

/** The app takes the secret by camera, by link on the same phone, or typed in; its first code proves that it has it. */
export function ScanSecret({
  secret,
  address,
  send,
  onDone,
  onCancel,
}: StepProps<string, string[]> & SecondFactorSecret) {
  const [code, setCode] = useState("");
  const sending = useSending(() => send(code), onDone, ["code"]);
  return (
    <div className="stack gap-16">
      <p>Scan this with an authenticator app, such as the one built into your phone or password manager.</p>
      <Suspense fallback={<div className={styles.qr} />}>
        <QrCode text={address} label="QR code for the authenticator app" />
      </Suspense>
      <a className="tap link" href={address}>
        Open the app on this device
      </a>
      <CopyField label="Or type this key" value={secret} shown={secret.replace(/.{4}(?!$)/g, "$& ")} />
      <SmallForm
        takesFocus
        sending={sending}
        submit={{ label: "Switch On", glyph: check }}
        isIncomplete={!isVisible(code)}
        beside={<Cancel onCancel={onCancel} />}
      >
        <TextField
          label="Code"
          name="code"
          hint="The six digits that the app shows now."
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          onChange={(event) => setCode(event.target.value)}
          error={sending.problem("code")}
        />
      </SmallForm>
    </div>
  );
}

export function AskBoth<Out>({ label, send, onDone, onCancel }: StepProps<PasswordAndCode, Out> & { label: string }) {
  const [values, setValues] = useState({ currentPassword: "", code: "" });
  const sending = useSending(() => send(values), onDone, ["currentPassword", "code"]);
  return (
    <SmallForm
      takesFocus
      sending={sending}
      submit={{ label, glyph: check }}
      isIncomplete={values.currentPassword === "" || !isVisible(values.code)}
      beside={<Cancel onCancel={onCancel} />}
    >
      <PasswordField
        label="Current password"
        name="factorPassword"
        autoComplete="current-password"
        value={values.currentPassword}
        onChange={(currentPassword) => setValues({ ...values, currentPassword })}
        error={sending.problem("currentPassword")}
      />
      <TextField
        label="Code"
        name="code"
        hint="From your authenticator app, or one of your recovery codes."
        autoComplete="one-time-code"
        value={values.code}
        onChange={(event) => setValues({ ...values, code: event.target.value })}
        error={sending.problem("code")}
      />
    </SmallForm>
  );
}
