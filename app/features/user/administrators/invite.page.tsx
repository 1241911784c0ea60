import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router";
import { storedUser } from "#app/browser/login-data.ts";
import { isVisible } from "#app/shared/text/visible.ts";
import { NewPasswordField } from "#app/ui/admin/control/new-password-field.tsx";
import { useSending } from "#app/ui/admin/control/use-sending.ts";
import { SmallForm } from "#app/ui/admin/form/small-form.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import styles from "../login/auth-layout.module.css";
import { AuthLayout } from "../login/auth-layout.tsx";
import { EndedLink, hasEnded, LinkStates } from "../login/link-states.tsx";
import { acceptInvitation, invitationOf } from "./administrator.queries.ts";

export default function InvitePage() {
  const { token = "" } = useParams();
  const { data, error, refetch } = useQuery(invitationOf(token));
  return (
    <AuthLayout title="Invitation">
      {data ? (
        <AcceptForm token={token} email={data.email} invitedName={data.fullName} />
      ) : (
        <LinkStates heading="Your invitation" error={error} onRetry={refetch} />
      )}
    </AuthLayout>
  );
}

function AcceptForm({ token, email, invitedName }: { token: string; email: string; invitedName: string }) {
  const [fullName, setFullName] = useState(invitedName);
  const [password, setPassword] = useState("");
  const sending = useSending(
    () => acceptInvitation({ token, password, fullName }),
    () => undefined,
    ["fullName", "password"],
  );
  const other = storedUser();
  if (hasEnded(sending.error)) return <EndedLink error={sending.error} />;
  return (
    <div className={styles.fields}>
      <h1 className={styles.heading}>
        Join the <br />
        back office
      </h1>
      <p>
        You will log in as <b>{email}</b>, with a password that you choose here.
        {other && (
          <>
            {" "}
            This browser is logged in as <b>{other.email}</b>; joining ends that.
          </>
        )}
      </p>
      <SmallForm sending={sending} submit={{ label: "Join" }} isIncomplete={password === "" || !isVisible(fullName)}>
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <TextField
          label="Full name"
          name="fullName"
          autoComplete="name"
          value={fullName}
          onChange={(event) => setFullName(event.target.value)}
          error={sending.problem("fullName")}
        />
        <NewPasswordField
          label="Password"
          name="password"
          value={password}
          onChange={setPassword}
          error={sending.problem("password")}
        />
      </SmallForm>
    </div>
  );
}
