import { heading, line, list, number, text } from "./site-text.ts";

/**
 * What the site stores about its visitors. `{quotes}`, `{newsletter}` and `{email}` are filled in from the settings.
 */
export const privacy = {
  heading: heading("What we keep, / and for how [long]"),
  lead: text("As little as the work needs. No tracking, no third parties, no cookies that follow you."),
  quotesKept: line("We keep them until you ask us to erase them.", { label: "Messages, where they are kept" }),
  quotesErased: line("They are erased after {days}.", { label: "Messages, where they are erased" }),
  addressesKept: line(
    "An address that has left stays on our list of those not to write to, until you ask us to erase it.",
    { label: "Addresses, where they are kept" },
  ),
  addressesErased: line("An address that was never confirmed or has left is erased after {days}.", {
    label: "Addresses, where they are erased",
  }),
  sections: list(
    "Section",
    [
      {
        title: "When you write to us",
        text: "Your name, your e-mail address, your phone number if you give one, your message and the time it arrived. We use them to answer you, and for nothing else. {quotes}",
      },
      {
        title: "The newsletter",
        text: "Your e-mail address, and when you confirmed it. Every mail has a link by which you leave with one click. {newsletter}",
      },
      {
        title: "On your device",
        text: "What you type into a form stays in your browser until you have sent it or close the tab. A message that cannot be sent waits there, where you can see, send or discard it. If you choose light or dark colours, a cookie remembers the choice. Nothing else is stored, and no other company’s files are loaded.",
      },
      {
        title: "On our server",
        text: "Your network address, or a code made from it, is held for less than half an hour, to keep floods of messages away. Then it is forgotten.",
      },
      {
        title: "Your say",
        text: "Ask us at {email} what we keep of you, or to erase it. We erase it everywhere at once; back-up copies follow when they are replaced.",
      },
    ],
    ({ title, text: words }) => ({ title: line(title), text: text(words) }),
  ),
  /** Days after which messages are erased automatically; 0 keeps them. */
  keepQuotesDays: number(0, { label: "Days after which messages are erased (0: never)" }),
  keepSpamDays: number(0, { label: "Days after which spam is erased (0: never)" }),
  /** For email addresses that were never confirmed or have unsubscribed. */
  keepSubscriptionsDays: number(0, {
    label: "Days after which addresses are erased that were never confirmed or have left (0: never)",
  }),
};

/** The paths of the periods after which visitors' data is erased for good. */
export const retentionPaths: readonly string[] = [
  "privacy.keepQuotesDays",
  "privacy.keepSpamDays",
  "privacy.keepSubscriptionsDays",
];

/** In days; zero keeps for good. */
export const isShorterPeriod = (before: number, after: number): boolean =>
  after !== 0 && (before === 0 || after < before);

export const newsletter = {
  confirmHeading: heading("One press, / and you are [in]"),
  confirmText: text("Press the button to get our newsletter at the address that this link was sent to."),
  confirmedHeading: heading("You are [in]"),
  confirmedText: text("Your subscription is confirmed. Every mail has a link by which you leave with one click."),
  leaveHeading: heading("Leaving the / [newsletter]?"),
  leaveText: text("Press the button, and no more news goes to the address that this link was sent to."),
  leftHeading: heading("You have [left]"),
  leftText: text("No more news goes to this address. If it was a slip, one press brings you back."),
  goneHeading: heading("This link does not / hold any [more]"),
  goneText: text(
    "The address has been deleted, or the link is not complete. You can subscribe again at the foot of any page.",
  ),
};
