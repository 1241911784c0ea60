/** Prefix of the names of scheduled backups. */
export const scheduledPrefix = "jorna-";

const pattern = /^jorna-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar$/;

/** Contains the UTC time, so that names sort by creation time. */
export const scheduledName = (time: Date): string =>
  `${scheduledPrefix}${time.toISOString().slice(0, 19).replaceAll(":", "-")}Z.tar`;

/** Whether a schedule made this file, and may delete it. */
export const isScheduledName = (name: string): boolean => pattern.test(name);
