import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router";
import { storedUser } from "#app/browser/login-data.ts";
import { NewPasswordField } from "#app/ui/admin/control/new-password-field.tsx";
import { useSending } from "#app/ui/admin/control/use-sending.ts";
import { SmallForm } from "#app/ui/admin/form/small-form.tsx";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { check } from "#app/ui/glyphs.ts";
import { resetOf, resetPassword } from "../administrators/administrator.queries.ts";
import styles from "../login/auth-layout.module.css";
import { AuthLayout } from "../login/auth-layout.tsx";
import { EndedLink, hasEnded, LinkStates } from "../login/link-states.tsx";
import { logOut } from "../user.queries.ts";

export default function ResetPage() {
  const { token = "" } = useParams();
  const [isDone, setDone] = useState(false);
  const { data, error, refetch } = useQuery(resetOf(token));
  return (
    <AuthLayout title="New password">
      {isDone ? (
        <Done />
      ) : data ? (
        <ResetForm token={token} {...data} onDone={() => setDone(true)} />
      ) : (
        <LinkStates heading="A new password" error={error} onRetry={refetch} />
      )}
    </AuthLayout>
  );
}

interface ResetFormProps {
  token: string;
  email: string;
  dropsSecondFactor: boolean;
  onDone: () => void;
}

function ResetForm({ token, email, dropsSecondFactor, onDone }: ResetFormProps) {
  const [newPassword, setNewPassword] = useState("");
  const sending = useSending(() => resetPassword({ token, newPassword }), onDone, ["newPassword"]);
  if (hasEnded(sending.error)) return <EndedLink error={sending.error} />;
  return (
    <div className={styles.fields}>
      <h1 className={styles.heading}>
        Set a new <br />
        password
      </h1>
      <p>
        For <b>{email}</b>. Every session of this account ends.
        {dropsSecondFactor && " The second factor is switched off."}
      </p>
      <SmallForm sending={sending} submit={{ label: "Save Password", glyph: check }} isIncomplete={newPassword === ""}>
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <NewPasswordField
          label="New password"
          name="newPassword"
          value={newPassword}
          onChange={setNewPassword}
          error={sending.problem("newPassword")}
        />
      </SmallForm>
    </div>
  );
}

function Done() {
  // Somebody else's login, such as that of the colleague who made the link, would open in place of the login screen.
  const other = storedUser();
  return (
    <div className={styles.fields}>
      <h1 className={styles.heading}>
        Password <br />
        changed
      </h1>
      <p role="status">
        {other ? (
          <>
            This browser is still logged in as <b>{other.email}</b>. Log out there to log in with the new one.
          </>
        ) : (
          "Log in with the new one."
        )}
      </p>
      <div>
        {other ? (
          <Button kind="ink" label="Log out" onClick={logOut} />
        ) : (
          <LinkButton href="/admin/login" kind="ink" label="Log in" />
        )}
      </div>
    </div>
  );
}
