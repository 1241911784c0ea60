import { type FormEvent, useRef, useState } from "react";
import { endedSession } from "#app/browser/login-data.ts";
import { AppError } from "#app/shared/app-error.ts";
import { isEmail } from "#app/shared/contact/email.ts";
import { isStrongPassword, passwordMessage } from "#app/shared/password.ts";
import { isVisible } from "#app/shared/text/visible.ts";
import { PasswordField } from "#app/ui/admin/control/password-field.tsx";
import { FormError } from "#app/ui/admin/form/form-error.tsx";
import { Button } from "#app/ui/button.tsx";
import { Alert } from "#app/ui/notice.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import styles from "./auth-layout.module.css";
import { AuthLayout } from "./auth-layout.tsx";
import { logIn } from "./login.queries.ts";

const emailMessage = "It should be a valid email address!";

export default function LoginPage() {
  return (
    <AuthLayout title="Log in">
      <LoginForm />
    </AuthLayout>
  );
}

function LoginForm() {
  const form = useLogin();
  const { values, set, left, leave } = form;
  const [ended] = useState(endedSession);
  return (
    <form className={styles.fields} noValidate onSubmit={form.submit} ref={form.element}>
      <h1 className={styles.heading}>
        Log in to the <br />
        back office
      </h1>
      {ended && (
        <p className={styles.ended} role="status">
          Your session has ended. Log in again to go on.
          {ended.hasDrafts && " What you typed and did not save is kept on this device."}
        </p>
      )}
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        required
        value={values.email}
        onChange={(event) => set("email", event.target.value)}
        onBlur={() => leave("email")}
        error={left.email && !isEmail(values.email) ? emailMessage : null}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        value={values.password}
        onChange={(password) => set("password", password)}
        onBlur={() => leave("password")}
        error={left.password && !isStrongPassword(values.password) ? passwordMessage : null}
      />
      {form.needsCode && (
        <TextField
          label="Code"
          name="code"
          hint="From your authenticator app, or one of your recovery codes"
          autoComplete="one-time-code"
          autoFocus
          value={values.code}
          onChange={(event) => set("code", event.target.value)}
        />
      )}
      <div>
        <Button
          type="submit"
          kind="ink"
          label="Log in"
          disabled={!form.isReady}
          busy={form.isSending}
          busyLabel="Checking"
        />
      </div>
      <FormError message={form.isEmailRefused ? "Correct the email address." : null} isAtFields />
      <Alert text={form.message} />
      <p className="small muted">
        Lost your password, or the phone with its codes? A colleague makes you a link under People, or the command
        “admin reset” on the server prints one.
      </p>
    </form>
  );
}

/** The form's values, which fields were left (and may now show errors), and the server's response. */
function useLogin() {
  const [values, setValues] = useState({ email: "", password: "", code: "" });
  const [left, setLeft] = useState({ email: false, password: false });
  const [needsCode, setNeedsCode] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
  const [isEmailRefused, setEmailRefused] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const [isSending, setSending] = useState(false);
  const isReady = isVisible(values.email) && values.password !== "" && (!needsCode || isVisible(values.code));

  async function submit(event: FormEvent) {
    event.preventDefault();
    setLeft({ email: true, password: true });
    if (!isReady || isSending) return;
    setEmailRefused(!isEmail(values.email));
    if (!isEmail(values.email)) return element.current?.querySelector<HTMLElement>("[name=email]")?.focus();
    setSending(true);
    setMessage(null);
    try {
      await logIn({
        email: values.email.trim(),
        password: values.password,
        ...(needsCode && { code: values.code.trim() }),
      });
    } catch (error) {
      refuse(error);
      setSending(false);
    }
  }

  function refuse(error: unknown) {
    console.error("Login failed", error);
    if (error instanceof AppError && error.code === "second_factor_required" && !needsCode) return setNeedsCode(true);
    setMessage(error instanceof Error ? error.message : "Logging in failed. Try again.");
  }

  function set(name: keyof typeof values, value: string) {
    setEmailRefused(false);
    setValues((current) => ({ ...current, [name]: value }));
  }

  return {
    element,
    values,
    set,
    isEmailRefused,
    left,
    leave: (name: keyof typeof left) =>
      setLeft((current) => ({ ...current, [name]: current[name] || values[name] !== "" })),
    needsCode,
    message,
    isSending,
    isReady,
    submit,
  };
}
