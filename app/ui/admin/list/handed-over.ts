/**
 * Says whether a link for one person is on its way by mail, or has to be passed on. `mailedTo`: the address; undefined
 * where no mail is sent.
 */
export const handedOver = (mailedTo: string | undefined): string =>
  mailedTo === undefined
    ? "No mail is sent: pass this link on through a channel you trust."
    : `It goes to ${mailedTo} by mail. The link is also here, in case that mail does not arrive.`;
