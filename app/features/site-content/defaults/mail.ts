import { line, list, onOff, text } from "./site-text.ts";

const replies = [
  {
    title: "Thanks, and a call",
    words:
      "Hello {visitor},\n\nthank you for your message. I would like to understand what you need before we say anything about time or price. When could we talk for half an hour this week?",
  },
  {
    title: "A few questions first",
    words:
      "Hello {visitor},\n\nthank you for writing to us. Three things would help us to answer well: who will use it, what has to be there on the first day, and when you need it.",
  },
  {
    title: "Not for us",
    words:
      "Hello {visitor},\n\nthank you for thinking of us. This is not work that we do well, so we would rather say so today. I wish you good luck with it.",
  },
];

/** Emails to visitors. */
export const mail = {
  /** Whether visitors get an email confirming that their message has arrived. */
  receipt: onOff(true, { label: "Tell visitors by mail that their message has arrived" }),
  receiptText: text(
    "Thank you for writing to us. A person reads every message; we answer with questions first, then with a scope and a price.",
    { label: "Thanks in that mail" },
  ),
  /** Reply templates for leads, with placeholders {visitor} and {reference}. */
  replies: list("Reply template", replies, ({ title, words }) => ({
    title: line(title, { label: "Title" }),
    text: text(words, { label: "Text" }),
  })),
  newsletterText: text("Case studies and open roles, a few times a year. Leave with one click, from every mail.", {
    label: "What the newsletter is, in the mail that asks for confirmation",
  }),
};
