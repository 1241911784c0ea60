const second = 1_000;
const hour = 3_600 * second;

/** A mail is tried for three days. */
export const giveUpMs = 72 * hour;

export const longestPauseMs = 4 * hour;

/** 10 s, 20 s, 40 s … at most four hours. */
export const pauseMs = (attempts: number): number =>
  Math.min(10 * second * 2 ** Math.min(attempts - 1, 20), longestPauseMs);

/** So many tries take three days. Tries and not the date decide, since a clock can jump. */
export const mostAttempts = attemptsWithin(giveUpMs);

function attemptsWithin(ms: number): number {
  let attempts = 1;
  for (let waited = 0; waited < ms; attempts++) waited += pauseMs(attempts);
  return attempts;
}

/** While the mail server is away one mail asks for it: after 5 s, and each time later, at most once a minute. */
export const nextProbeMs = (lastMs: number): number => Math.min(Math.max(lastMs * 2, 5 * second), 60 * second);
