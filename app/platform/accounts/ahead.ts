/**
 * Whether a stored time lies further ahead than `lifetimeMs`: it was set by a clock that was wrong and has been set back
 * since. A login or link of that time would live on until the wrong date, and so counts as expired. Clocks of
 * instances may differ by less.
 */
export const isFarAhead = (time: string, now: Date, lifetimeMs: number): boolean =>
  Date.parse(time) - now.getTime() > lifetimeMs;
