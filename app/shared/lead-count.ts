/** Counting unanswered leads stops here: larger numbers make no difference. */
export const maxCounted = 1_000;

/** Formats such a count, or one that stops at `most`: "12" or "999+". */
export const formatLeadCount = (count: number, most = maxCounted): string =>
  count >= most ? `${(most - 1).toLocaleString("en-GB")}+` : count.toLocaleString("en-GB");
