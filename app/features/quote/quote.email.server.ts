import { type Company, emailHtml, emailText, type Words } from "#app/features/mail/email-layout.service.server.ts";
import type { Address, Email } from "#app/platform/mailer.ts";
import { leadReference } from "#app/shared/lead-reference.ts";
import type { Quote } from "./quote.contract.ts";
import type { Reply } from "./quote-event.repository.server.ts";

interface Frame {
  company: Company;
  office: Address;
  publicUrl: string;
}

/** Notification of a new lead to the company. Replies go to the visitor. */
export function quoteNotice(quote: Quote, { company, office, publicUrl }: Frame): Email {
  const { slug, fullName, email, phoneNumber, message, source } = quote;
  const what = source === "contact" ? "New message" : "New quote request";
  const facts: [string, string][] = [
    ["Reference", leadReference(slug)],
    ["Name", fullName],
    ["Email", email],
    ...(phoneNumber ? [["Phone", phoneNumber] as [string, string]] : []),
  ];
  const words: Words = {
    heading: `${what} from ${fullName}`,
    blocks: [
      { kind: "facts", facts },
      { kind: "quoted", text: message },
      { kind: "button", label: "Open the message", href: `${publicUrl}/admin/quote/${slug}` },
      { kind: "small", text: `Answer this mail to write to ${fullName}.` },
    ],
  };
  return {
    to: office,
    replyTo: { name: fullName, address: email },
    subject: words.heading,
    autoSubmitted: "auto-generated",
    ...drawn(words, company),
  };
}

/**
 * Confirmation to the visitor. The address is unconfirmed and may be a stranger's, so the mail contains only our own
 * text and a reference, nothing that was typed into the form.
 */
export function quoteReceipt(
  { slug, email }: Pick<Quote, "slug" | "email">,
  thanks: string,
  { company, office }: Frame,
): Email {
  const words: Words = {
    heading: "We have your message",
    blocks: [
      { kind: "text", text: thanks },
      { kind: "facts", facts: [["Reference", leadReference(slug)]] },
      { kind: "text", text: "Answer this mail to add something; the reference tells us which message is yours." },
      {
        kind: "small",
        text: "You get this mail because your address was given in a form on our site. If it was not you, you need do nothing.",
      },
    ],
  };
  return {
    to: { name: "", address: email },
    replyTo: office,
    subject: `${company.name}: we have your message (${leadReference(slug)})`,
    autoSubmitted: "auto-replied",
    ...drawn(words, company),
  };
}

/** A reply to the visitor written by staff, followed by the original message. */
export function quoteReply({ slug, fullName, email, message, text }: Reply, { company, office }: Frame): Email {
  const words: Words = {
    heading: `Your message to ${company.name}`,
    blocks: [
      { kind: "text", text },
      { kind: "facts", facts: [["Reference", leadReference(slug)]] },
      { kind: "quoted", text: message },
    ],
  };
  return {
    to: { name: fullName, address: email },
    replyTo: office,
    subject: `Re: your message to ${company.name} (${leadReference(slug)})`,
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

const drawn = (words: Words, company: Company) => ({
  text: emailText(words, company),
  html: emailHtml(words, company),
});
