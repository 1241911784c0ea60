/** The calendar year at a moment in a time zone. An unknown zone falls back to Asia/Karachi. */
export function yearIn(timeZone: string, at: Date): number {
  return Number(partsIn(timeZone, at).year);
}

/**
 * The moment at which the next calendar year begins in the time zone; until then a cached page shows the right year.
 */
export const nextNewYearIn = (timeZone: string, at: Date): Date =>
  momentOf(timeZone, Date.UTC(yearIn(timeZone, at) + 1, 0, 1));

/** The moment at which a day (YYYY-MM-DD) is over in the time zone. */
export const endOfDayIn = (timeZone: string, day: string): Date =>
  momentOf(timeZone, Date.parse(`${day}T00:00:00Z`) + 24 * 60 * 60_000);

const zones = new Map<string, string>();

/** A time zone's name with its offsets of winter and summer, true all year: "Central European Time (UTC+1 or +2)". */
export function zoneName(timeZone: string): string {
  const name = zones.get(timeZone) ?? nameOf(formatFor(timeZone).resolvedOptions().timeZone);
  zones.set(timeZone, name);
  return name;
}

function nameOf(timeZone: string): string {
  const part = (timeZoneName: "longGeneric" | "shortOffset", month: number) =>
    new Intl.DateTimeFormat("en", { timeZone, timeZoneName })
      .formatToParts(Date.UTC(2026, month))
      .find(({ type }) => type === "timeZoneName")?.value ?? "";
  const offsets = [0, 6].map((month) => part("shortOffset", month).replace("GMT", "").replace("-", "\u2212"));
  return `${part("longGeneric", 0)} (UTC${[...new Set(offsets)].sort().join(" or ")})`;
}

/** When clocks in the time zone show what those of UTC show at `shownMs`, or pass over it. */
function momentOf(timeZone: string, shownMs: number): Date {
  const offsetAt = (ms: number) => {
    const { year, month, day, hour, minute } = partsIn(timeZone, new Date(ms));
    return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute)) - ms;
  };
  // Twice: clocks may have been changed between the two moments.
  const ms = shownMs - offsetAt(shownMs - offsetAt(shownMs));
  // They differ where clocks are put forward over it.
  return new Date(Math.max(ms, shownMs - offsetAt(ms)));
}

function partsIn(timeZone: string, at: Date): Record<string, string> {
  return Object.fromEntries(
    formatFor(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Formatters are cached because creating one takes longer than rendering part of a page. */
function formatFor(timeZone: string): Intl.DateTimeFormat {
  const made = formats.get(timeZone) ?? makeFormat(timeZone);
  formats.set(timeZone, made);
  return made;
}

function makeFormat(timeZone: string): Intl.DateTimeFormat {
  const fields = {
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    hourCycle: "h23",
  } as const;
  try {
    return new Intl.DateTimeFormat("en", { ...fields, timeZone });
  } catch {
    return new Intl.DateTimeFormat("en", { ...fields, timeZone: "Asia/Karachi" });
  }
}
