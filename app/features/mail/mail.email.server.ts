import { drawn, type Frame, type Words } from "#app/features/mail/email-layout.service.server.ts";
import type { Email } from "#app/platform/mailer.ts";

export function testEmail(to: Email["to"], { company, publicUrl }: Frame): Email {
  const words: Words = {
    heading: "Mail works",
    blocks: [
      {
        kind: "text",
        text: `This test mail was sent from the back office of ${company.name}. New messages from the site will be announced in the same way.`,
      },
      { kind: "button", label: "Open the inbox", href: `${publicUrl}/admin/quote` },
    ],
  };
  return {
    to,
    subject: `${company.name}: test mail`,
    autoSubmitted: "auto-generated",
    ...drawn(words, company),
  };
}
