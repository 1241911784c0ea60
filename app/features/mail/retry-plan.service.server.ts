const second = 1_000;
const hour = 3_600 * second;

/** A mail is retried for three days. */
export const giveUpMs = 72 * hour;

export const longestPauseMs = 4 * hour;

/** 10 s, 20 s, 40 s … up to four hours. */
export const pauseMs = (attempts: number): number =>
  Math.min(10 * second * 2 ** Math.min(attempts - 1, 20), longestPauseMs);

/** The number of attempts that takes three days. Attempts decide rather than the date, since a clock can jump. */
export const maxAttempts = attemptsWithin(giveUpMs);

function attemptsWithin(ms: number): number {
  let attempts = 1;
  for (let waited = 0; waited < ms; attempts++) waited += pauseMs(attempts);
  return attempts;
}

/**
 * While the mail server is down, one mail probes it: first after 5 s, then at growing intervals of at most a minute.
 */
export const nextProbeMs = (lastMs: number): number => Math.min(Math.max(lastMs * 2, 5 * second), 60 * second);
