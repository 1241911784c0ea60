/** The mails that visitors get. */
export const mail = {
  /** Whether a visitor is told by mail that the message has arrived. */
  receipt: true,
  receiptText:
    "Thank you for writing to us. A person reads every message; we answer with questions first, then with a scope and a price.",
  newsletterText: "Case studies and open roles, a few times a year. Leave with one click, from every mail.",
};
