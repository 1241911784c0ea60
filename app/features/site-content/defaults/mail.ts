import { onOff, text } from "./site-text.ts";

/** The mails that visitors get. */
export const mail = {
  /** Whether a visitor is told by mail that the message has arrived. */
  receipt: onOff(true, { label: "Tell visitors by mail that their message has arrived" }),
  receiptText: text(
    "Thank you for writing to us. A person reads every message; we answer with questions first, then with a scope and a price.",
    { label: "Thanks in that mail" },
  ),
  newsletterText: text("Case studies and open roles, a few times a year. Leave with one click, from every mail.", {
    label: "What the newsletter is, in the mail that asks for confirmation",
  }),
};
