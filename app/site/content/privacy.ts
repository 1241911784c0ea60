/** What the site keeps of its visitors. `{quotes}`, `{newsletter}` and `{email}` are filled in from the settings. */
export const privacy = {
  heading: "What we keep, / and for how [long]",
  lead: "As little as the work needs. No tracking, no third parties, no cookies that follow you.",
  quotesKept: "We keep them until you ask us to erase them.",
  quotesErased: "They are erased after {days}.",
  addressesKept: "An address that has left stays on our list of those not to write to, until you ask us to erase it.",
  addressesErased: "An address that was never confirmed or has left is erased after {days}.",
  sections: [
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
      text: "A message that cannot be sent waits in your browser, where you can see, send or discard it. If you choose light or dark colours, a cookie remembers the choice. Nothing else is stored, and no other company's files are loaded.",
    },
    {
      title: "On our server",
      text: "Your network address is held in memory for up to ten minutes, to keep floods of messages away. It is not written down.",
    },
    {
      title: "Your say",
      text: "Ask us at {email} what we keep of you, or to erase it. We erase it everywhere at once; back-up copies follow when they are replaced.",
    },
  ],
  /** Days after which messages are erased by themselves; 0 keeps them. */
  keepQuotesDays: 0,
  keepSpamDays: 0,
  /** Of addresses that were never confirmed or have left. */
  keepSubscriptionsDays: 0,
};

export const newsletter = {
  confirmHeading: "One press, / and you are [in]",
  confirmText: "Press the button to get our newsletter at the address that this link was sent to.",
  confirmedHeading: "You are [in]",
  confirmedText: "Your subscription is confirmed. Every mail has a link by which you leave with one click.",
  leaveHeading: "Leaving the / [newsletter]?",
  leaveText: "Press the button, and no more news goes to the address that this link was sent to.",
  leftHeading: "You have [left]",
  leftText: "No more news goes to this address. If it was a slip, one press brings you back.",
  goneHeading: "This link does not / hold any [more]",
  goneText:
    "The address has been deleted, or the link is not complete. You can subscribe again at the foot of any page.",
};
