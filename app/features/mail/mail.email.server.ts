import { type Company, letterHtml, letterText, type Words } from "#app/platform/letter.server.ts";
import type { Letter } from "#app/platform/mailer.ts";

/** Shows that mail works. */
export function testLetter(to: string, { company, publicUrl }: { company: Company; publicUrl: string }): Letter {
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
    to: { name: "", address: to },
    subject: `${company.name}: test mail`,
    autoSubmitted: "auto-generated",
    text: letterText(words, company),
    html: letterHtml(words, company),
  };
}
