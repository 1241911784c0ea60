import { drawn, type Frame, type Words } from "#app/features/mail/email-layout.service.server.ts";
import type { Email } from "#app/platform/mailer.ts";

interface Confirmation {
  email: string;
  token: string;
}

/** Asks the owner of the mailbox to confirm the subscription. */
export function subscriptionConfirm(
  { email, token }: Confirmation,
  about: string,
  { company, publicAddress, publicUrl }: Frame,
): Email {
  const words: Words = {
    heading: "Please confirm your subscription",
    blocks: [
      { kind: "text", text: `Somebody, most likely you, asked for the newsletter of ${company.name} at this address.` },
      { kind: "button", label: "Confirm subscription", href: `${publicUrl}/newsletter/confirm/${token}` },
      { kind: "text", text: about },
      { kind: "small", text: "If it was not you, do nothing: without a confirmation nothing is sent." },
    ],
  };
  return {
    to: { name: "", address: email },
    replyTo: publicAddress,
    subject: `${company.name}: please confirm your subscription`,
    autoSubmitted: "auto-generated",
    headers: unsubscribeHeaders(publicUrl, token),
    ...drawn(words, company),
  };
}

/** RFC 2369 and RFC 8058: the email client's own unsubscribe button, without visiting the site. */
function unsubscribeHeaders(publicUrl: string, token: string): Record<string, string> {
  return {
    "List-Unsubscribe": `<${unsubscribeUrl(publicUrl, token)}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
}

export const unsubscribeUrl = (publicUrl: string, token: string) => `${publicUrl}/newsletter/unsubscribe/${token}`;
