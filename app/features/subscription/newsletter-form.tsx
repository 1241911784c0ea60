import { isEmail, mayBeEmail } from "#app/shared/email.ts";
import { sender } from "#app/shared/send.ts";
import { Button } from "#app/ui/button.tsx";
import { Alert, Notice } from "#app/ui/notice.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { type Refusal, useForm } from "#app/ui/use-form.ts";
import styles from "./newsletter-form.module.css";
import type { SubscriptionApi } from "./subscription.contract.ts";

const call = sender<SubscriptionApi>();

const fields = ["email"] as const;

/** One address and one button, in the footer of every page. */
export function NewsletterForm({ refusal }: { refusal?: Refusal }) {
  const form = useForm({
    name: "subscription",
    fields,
    refusal,
    success: "Thank you for subscribing!",
    failure: "The address was not saved. It is still here; try again in a minute.",
    check: ({ email }) => ({ email: isEmail(email) ? undefined : "Enter a full email address, like name@company.com" }),
    send: (body, key) => call("POST", "/subscription/subscribe", { body, headers: { "Idempotency-Key": key } }),
  });
  return (
    <form className={styles.form} method="post" action="/send/subscription" {...form.props}>
      <div className={styles.line}>
        <TextField
          {...form.field("email")}
          className={styles.field}
          label="Email"
          hideLabel
          type="email"
          autoComplete="email"
          placeholder="Your email"
          required
        />
        <Button
          className={styles.button}
          type="submit"
          label="Subscribe"
          glyph={null}
          disabled={form.isAwake && !mayBeEmail(form.values.email) && !form.isBusy}
          busy={form.isBusy}
        />
      </div>
      <Alert text={form.alert} />
      <Notice {...form.notice} />
    </form>
  );
}
