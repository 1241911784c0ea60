/** Unanswered leads are counted up to this number: beyond it, more make no difference. */
export const mostCounted = 1_000;

/** Such a count for display, as "12" or "999+". */
export const formatLeadCount = (count: number): string =>
  count >= mostCounted ? `${(mostCounted - 1).toLocaleString("en-GB")}+` : count.toLocaleString("en-GB");
