import { deliver } from "#app/browser/unsent-messages.ts";
import { mayBeEmail, mayBeEmailPattern } from "#app/shared/contact/email.ts";
import { Button } from "#app/ui/button.tsx";
import { Alert, Notice } from "#app/ui/notice.tsx";
import { emailError } from "#app/ui/site/email-error.ts";
import { Honeypot } from "#app/ui/site/honeypot.tsx";
import { type Refusal, useForm } from "#app/ui/site/use-form.ts";
import { TextField } from "#app/ui/text-field.tsx";
import styles from "./newsletter-form.site.module.css";
import type { Subscribed } from "./subscription.contract.ts";

const fields = ["email"] as const;

// Any answer means that the address is stored.
const thanks = (reply?: unknown) =>
  (reply as { data?: Subscribed } | undefined)?.data?.isAsked
    ? "Thank you for subscribing! Please confirm from the e-mail we just sent."
    : "Thank you for subscribing!";

/** One email field and one button, in the footer of every page. */
export function NewsletterForm({ refusal }: { refusal?: Refusal }) {
  const form = useForm({
    name: "subscription",
    fields,
    refusal,
    success: thanks,
    failure: "The address was not saved. It is still here; try again in a minute.",
    check: ({ email }) => ({ email: emailError(email) }),
    send: (body, key, signals) => deliver("/subscription/subscribe", body, key, signals),
  });
  return (
    <>
      <form
        id="newsletter-form"
        aria-label="Newsletter"
        className={styles.form}
        method="post"
        action="/send/subscription"
        {...form.props}
      >
        <div className={`wraps ${styles.line}`}>
          <TextField
            {...form.field("email")}
            className={styles.field}
            label="Email"
            hideLabel
            type="email"
            autoComplete="email"
            placeholder="Your email"
            pattern={mayBeEmailPattern}
            required
          />
          <Button
            className={styles.button}
            type="submit"
            suppressHydrationWarning
            label="Subscribe"
            glyph={null}
            disabled={form.isHydrated && !mayBeEmail(form.values.email) && !form.isBusy}
            busy={form.isBusy}
          />
        </div>
        <Alert {...form.alert} />
        <Notice {...form.notice} />
      </form>
      <Honeypot form="newsletter-form" />
    </>
  );
}
