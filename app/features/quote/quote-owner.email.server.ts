import { type Block, drawn, type Frame, type Words } from "#app/features/mail/email-layout.service.server.ts";
import type { Address, Email } from "#app/platform/mailer.ts";
import { leadReference } from "#app/shared/lead-reference.ts";
import { conversation, inSubject, leadBlocks } from "./quote.email.server.ts";
import type { Assignment, BulkAssignment } from "./quote-owner.repository.server.ts";

interface Given {
  owner: Address;
  /** Undefined: somebody who has been removed. */
  giver: Address | undefined;
}

/** Tells the new owner of a lead who gave it to them. */
export function quoteOwner({ quote }: Assignment, given: Given, { company, publicUrl }: Frame): Email {
  const { slug, fullName, nextStep, nextStepOn } = quote;
  const words: Words = {
    heading: said(given, `the message of ${fullName}`),
    blocks: [
      ...leadBlocks(quote, { company, publicUrl }, [["Next step", [nextStep, nextStepOn].filter(Boolean).join(", ")]]),
      ...answerTo(given),
    ],
  };
  return {
    ...frameOf(given),
    subject: `Assigned to you: ${inSubject(fullName)} (${leadReference(slug)})`,
    references: [conversation(slug, publicUrl)],
    ...drawn(words, company),
  };
}

/** As `quoteOwner`, for all leads that were given at once. */
export function quotesOwner(
  { count, first, ownerId }: BulkAssignment,
  given: Given,
  { company, publicUrl }: Frame,
): Email {
  const what = count === 1 ? "1 message" : `${count.toLocaleString("en-GB")} messages`;
  const more = count - first.length;
  const words: Words = {
    heading: said(given, what),
    blocks: [
      { kind: "facts", facts: first.map(({ slug, fullName }) => [leadReference(slug), fullName]) },
      ...(more > 0 ? [{ kind: "text" as const, text: `And ${more.toLocaleString("en-GB")} more.` }] : []),
      { kind: "button", label: "Open your messages", href: `${publicUrl}/admin/quote?owner=${ownerId}` },
      ...answerTo(given),
    ],
  };
  return { ...frameOf(given), subject: `Assigned to you: ${what}`, ...drawn(words, company) };
}

const said = ({ giver }: Given, what: string): string =>
  giver ? `${giver.name} has assigned ${what} to you` : `You are now the owner of ${what}`;

const answerTo = ({ giver }: Given): Block[] =>
  giver ? [{ kind: "small", text: `Answer this mail to write to ${giver.name}, not to the visitor.` }] : [];

const frameOf = ({ owner, giver }: Given) => ({
  to: owner,
  ...(giver && { replyTo: giver }),
  autoSubmitted: "auto-generated" as const,
});
