import { drawn, type Frame, type Words } from "#app/features/mail/email-layout.service.server.ts";
import type { Address, Email } from "#app/platform/mailer.ts";
import { timeIn } from "#app/shared/day.ts";

/** A link for one person, as its mail tells. */
export interface MailedLink {
  to: Address;
  /** Who made it; undefined: somebody who has been removed. */
  madeBy: Address | undefined;
  /** Path of the link, with its token. */
  path: string;
  /** ISO 8601, UTC. */
  expiresAt: string;
}

/** Invites somebody to the back office. */
export function invitationMail({ to, madeBy, path, expiresAt }: MailedLink, frame: Frame): Email {
  const { company } = frame;
  return mailOf(to, madeBy, frame, {
    heading: `${madeBy?.name ?? company.name} invites you to the back office of ${company.name}`,
    blocks: [
      {
        kind: "text",
        text: `You will log in as ${to.address}, with a password that you choose behind this link. It works once, until ${timeIn(company.timeZone, expiresAt)}.`,
      },
      { kind: "button", label: "Join the back office", href: `${frame.publicUrl}${path}` },
      { kind: "small", text: "If you do not know what this is about, you need do nothing." },
    ],
  });
}

/** Lets somebody set a new password. */
export function resetLinkMail({ to, madeBy, path, expiresAt }: MailedLink, frame: Frame): Email {
  const { company } = frame;
  return mailOf(to, madeBy, frame, {
    heading: `A new password for ${company.name}`,
    blocks: [
      {
        kind: "text",
        text: `${madeBy?.name ?? "An administrator"} has made this link for you to set a new password. It works once, until ${timeIn(company.timeZone, expiresAt)}, and ends all your sessions.`,
      },
      { kind: "button", label: "Set a new password", href: `${frame.publicUrl}${path}` },
      { kind: "small", text: "If you did not ask for it, do not use it, and tell whoever made it." },
    ],
  });
}

const mailOf = (to: Address, madeBy: Address | undefined, frame: Frame, words: Words): Email => ({
  to,
  replyTo: madeBy ?? frame.publicAddress,
  subject: words.heading,
  autoSubmitted: "auto-generated",
  ...drawn(words, frame.company),
});
