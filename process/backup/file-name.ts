const pattern = /^jorna-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar$/;

/** Contains the UTC time, so that names sort by creation time. */
export const scheduledName = (time: Date): string =>
  `jorna-${time.toISOString().slice(0, 19).replaceAll(":", "-")}Z.tar`;

/** Whether a schedule made this file, and may delete it. */
export const isScheduledName = (name: string): boolean => pattern.test(name);

/** Clocks of instances differ; times further ahead were set by a clock that has since been set back, and tell nothing. */
export const horizonMs = 10 * 60_000;

/**
 * @returns the scheduled backups among these files beyond the newest `keep`. Those dated ahead count as the oldest: they
 * would otherwise take the places of all that are made until then.
 */
export function surplusBackups(names: string[], keep: number, now: Date): string[] {
  const latest = scheduledName(new Date(now.getTime() + horizonMs));
  const made = names.filter(isScheduledName).sort();
  return [...made.filter((name) => name > latest), ...made.filter((name) => name <= latest)].slice(0, -keep);
}
