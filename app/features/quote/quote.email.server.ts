import {
  type Block,
  type Company,
  drawn,
  type Frame,
  type Words,
} from "#app/features/mail/email-layout.service.server.ts";
import { type Email, isAsciiMailbox } from "#app/platform/mailer.ts";
import { leadReference } from "#app/shared/lead-reference.ts";
import { beginningOf } from "#app/shared/text/beginning.ts";
import type { Quote } from "./quote.contract.ts";
import { fieldOf, filledFields, type MessageValues } from "./quote.form.ts";
import type { Reply } from "./quote-event.repository.server.ts";

type Arrived = Pick<Quote, "slug" | "createdAt">;

/** When a lead arrived, as a fact. */
const receivedAt = ({ createdAt }: Arrived, { timeZone }: Frame["company"]): [string, string] => [
  "Received",
  new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "long", timeZone }).format(new Date(createdAt)),
];

/**
 * A Message-ID that no mail has: what all mails about a lead refer to, so that mail programs show them as one
 * conversation, whichever of them is answered.
 */
export const conversation = (slug: string, publicUrl: string): string =>
  `<${leadReference(slug).toLowerCase()}@${new URL(publicUrl).hostname}>`;

/** Names that long are cut in a subject, which holds the reference behind them. */
export const inSubject = (name: string): string => beginningOf(name, 80);

/** A lead as the office's mails show it: its facts, its message, and the way to it. `more`: further facts. */
export function leadBlocks(
  quote: MessageValues & Arrived,
  { company, publicUrl }: Pick<Frame, "company" | "publicUrl">,
  more: [string, string][] = [],
): Block[] {
  const facts: [string, string][] = [
    ["Reference", leadReference(quote.slug)],
    receivedAt(quote, company),
    ...filledFields(quote, "text", "email", "phone").map(([name, value]): [string, string] => [
      fieldOf(name).label,
      value,
    ]),
    ...more,
  ];
  return [
    { kind: "facts", facts: facts.filter(([, value]) => value !== "") },
    { kind: "quoted", text: quote.message },
    { kind: "button", label: "Open the message", href: `${publicUrl}/admin/quote/${quote.slug}` },
  ];
}

/** Notification of a new lead to the company. Replies go to the visitor. */
export function quoteNotice(quote: Quote, { company, office, publicUrl }: Frame): Email {
  const { slug, fullName, email, source } = quote;
  const what = source === "contact" ? "New message" : "New quote request";
  const words: Words = {
    heading: `${what} from ${fullName}`,
    blocks: [
      ...leadBlocks(quote, { company, publicUrl }),
      {
        kind: "small",
        text: isAsciiMailbox(email)
          ? `Answer this mail to write to ${fullName.trim()}.`
          : `To answer, write to ${email}: not every mail server takes this address as that of an answer.`,
      },
    ],
  };
  return {
    to: office,
    replyTo: { name: fullName, address: email },
    subject: `${what} from ${inSubject(fullName)} (${leadReference(slug)})`,
    references: [conversation(slug, publicUrl)],
    autoSubmitted: "auto-generated",
    ...drawn(words, company),
  };
}

/**
 * Confirmation to the visitor. The address is unconfirmed and may be a stranger's, so the mail contains only our own
 * text and a reference, nothing that was typed into the form.
 */
export function quoteReceipt(
  quote: Arrived & Pick<Quote, "email">,
  thanks: string,
  { company, publicAddress, publicUrl }: Frame,
): Email {
  const { slug, email } = quote;
  const words: Words = {
    heading: "We have your message",
    blocks: [
      { kind: "text", text: thanks },
      { kind: "facts", facts: [["Reference", leadReference(slug)], receivedAt(quote, company)] },
      { kind: "text", text: "Answer this mail to add something; the reference tells us which message is yours." },
      {
        kind: "small",
        text: "You get this mail because your address was given in a form on our site. If it was not you, you need do nothing.",
      },
    ],
  };
  return {
    to: { name: "", address: email },
    replyTo: publicAddress,
    subject: subjectToVisitor(slug, company),
    references: [conversation(slug, publicUrl)],
    autoSubmitted: "auto-replied",
    ...drawn(words, company),
  };
}

/** Mail programs also compare the subjects of a conversation. */
const subjectToVisitor = (slug: string, { name }: Company): string =>
  `Your message to ${inSubject(name)} (${leadReference(slug)})`;

/**
 * A reply to the visitor written by staff, followed by the original message. `earlier`: the Message-IDs of the mails
 * before it.
 */
export function quoteReply(reply: Reply, earlier: string[], { company, publicAddress, publicUrl }: Frame): Email {
  const { slug, fullName, email, message, text } = reply;
  const words: Words = {
    heading: `Your message to ${company.name}`,
    blocks: [
      { kind: "text", text },
      { kind: "facts", facts: [["Reference", leadReference(slug)], receivedAt(reply, company)] },
      { kind: "quoted", text: message },
    ],
  };
  return {
    to: { name: fullName, address: email },
    replyTo: publicAddress,
    subject: `Re: ${subjectToVisitor(slug, company)}`,
    references: [conversation(slug, publicUrl), ...earlier],
    ...drawn(words, company),
  };
}

/**
 * Notification to the company, at most once a day: how many suspected messages need review. No other mail was sent
 * about them.
 */
export function heldBackNotice(count: number, { company, office, publicUrl }: Frame): Email {
  const messages = count === 1 ? "1 message is" : `${count.toLocaleString("en-GB")} messages are`;
  const words: Words = {
    heading: `${messages} held back as suspected spam`,
    blocks: [
      {
        kind: "text",
        text: "No mail was sent about them, neither to you nor to their senders. They are marked in the inbox; “Not spam” sends the mails after all.",
      },
      { kind: "button", label: "Look at them", href: `${publicUrl}/admin/quote?show=spam` },
    ],
  };
  return { to: office, subject: words.heading, autoSubmitted: "auto-generated", ...drawn(words, company) };
}
