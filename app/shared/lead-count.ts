/** Counting unanswered leads stops here: larger numbers make no difference. */
export const maxCounted = 1_000;

/** Formats such a count: "12" or "999+". */
export const formatLeadCount = (count: number): string =>
  count >= maxCounted ? `${(maxCounted - 1).toLocaleString("en-GB")}+` : count.toLocaleString("en-GB");
