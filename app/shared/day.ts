/** The calendar day at a moment, as YYYY-MM-DD. Without a time zone: the reader's. */
export function dayIn(timeZone: string | undefined, at: Date): string {
  // Swedish dates are written so.
  return new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeZone }).format(at);
}

/** A time with its zone, which may not be the client's: "20 Nov 2026, 14:02 CET". `at`: ISO 8601. */
export const timeIn = (timeZone: string, at: string) =>
  new Intl.DateTimeFormat("en-GB", {
    ...{ day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" },
    ...{ timeZone, timeZoneName: "short" },
  }).format(new Date(at));
