/** The calendar day at a moment, as YYYY-MM-DD. Without a time zone: the reader's. */
export function dayIn(timeZone: string | undefined, at: Date): string {
  // Swedish dates are written so.
  return new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeZone }).format(at);
}
