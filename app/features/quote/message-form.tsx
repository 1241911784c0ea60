import type { ReactNode } from "react";
import { deliver } from "#app/browser/unsent-messages.ts";
import { leadReference } from "#app/shared/lead-reference.ts";
import { limits } from "#app/shared/limits.ts";
import type { VisitorSignals } from "#app/shared/visitor-signals.ts";
import { Button } from "#app/ui/button.tsx";
import { emailError } from "#app/ui/site/email-error.ts";
import type { useForm } from "#app/ui/site/use-form.ts";
import { TextField } from "#app/ui/text-field.tsx";
import type { QuoteInput } from "./quote.contract.ts";
import type { Letter } from "./sent-sheet.tsx";

// Shared by the quote panel and the contact form, which send the same noun to the same inbox.

/** The key makes a repeated message arrive only once. What cannot be sent now is kept as an unsent message. */
export const sendMessage = (body: QuoteInput, key: string, signals: VisitorSignals) =>
  deliver("/quote/new", body, key, signals);

export const messageWords = {
  // Exact text from spec §8.
  success: () => "Your message has been sent successfully.",
  failure: "The message was not sent. Your text is still here; try again in a minute.",
};

/** Validation errors of the fields that both forms have. Text that is too long is reported, never cut. */
export function checkMessage({ fullName, email, message }: Record<"fullName" | "email" | "message", string>) {
  return {
    fullName: tooLong(fullName, limits.name),
    email: emailError(email),
    message: tooLong(message, limits.message),
  };
}

export function tooLong(value: string, most: number): string | undefined {
  if (value.length <= most) return undefined;
  const figure = (count: number) => count.toLocaleString("en-GB");
  return `Shorten this to ${figure(most)} characters; it has ${figure(value.length)}`;
}

/** What has been sent, as the finished sheet shows it: with its reference once the server has answered. */
export function letterOf<V extends Letter>(sent: { values: V; reply: unknown } | null): Letter | null {
  const { slug } = (sent?.reply as { data?: { slug?: string } } | undefined)?.data ?? {};
  return sent && { ...sent.values, ...(slug && { reference: leadReference(slug) }) };
}

type MessageForm = ReturnType<typeof useForm<"fullName" | "email" | "message">>;

export function NameField({ field }: Pick<MessageForm, "field">) {
  return (
    <TextField
      {...field("fullName")}
      label="Full name"
      autoComplete="name"
      placeholder="As you like to be called"
      required
    />
  );
}

export function EmailField({ field }: Pick<MessageForm, "field">) {
  return (
    <TextField
      {...field("email")}
      label="Email"
      type="email"
      autoComplete="email"
      placeholder="name@company.com"
      required
    />
  );
}

/**
 * Before hydration the button is enabled, so that the form works without scripts; afterwards it waits until the form is
 * filled in.
 */
export function SendButton({
  form,
  isReady,
  hint,
}: {
  form: Pick<MessageForm, "isHydrated" | "isBusy">;
  isReady: boolean;
  hint?: ReactNode;
}) {
  return (
    <>
      <Button
        type="submit"
        // The page's first script has disabled it while a field is empty.
        suppressHydrationWarning
        label="Send Message"
        disabled={form.isHydrated && !isReady && !form.isBusy}
        busy={form.isBusy}
      />
      {hint}
    </>
  );
}
