import { AppError } from "#app/shared/app-error.ts";

interface Rule {
  /** Maximum number within `windowMs`. */
  most: number;
  windowMs: number;
  message: string;
}

const minute = 60_000;

/** The API's documented limits (spec/reading: Limits), counted per process. */
const rules = {
  /** Public posts, per client address and form. */
  visitorPost: {
    most: 10,
    windowMs: 10 * minute,
    message: "Too many messages from this address. Your text is still here; try again in a few minutes.",
  },
  /** The same above that limit, each with a proof of work. */
  visitorWork: {
    most: 60,
    windowMs: 10 * minute,
    message: "Too many messages from this address. Your text is still here; try again in a few minutes.",
  },
  /** Login attempts, per client address. */
  loginByAddress: {
    most: 10,
    windowMs: minute,
    message: "Too many attempts to log in from this address. Wait a minute and try again.",
  },
  /**
   * Login attempts per account from addresses that have not logged in to it recently: slows down strangers, not the
   * owner.
   */
  loginByAccount: {
    most: 100,
    windowMs: 60 * minute,
    message: "Too many attempts to log in. Try again later, or from a device that has logged in before.",
  },
  /**
   * One-time codes tried per account after a correct password; addresses that have logged in before are counted
   * separately.
   */
  codeByAccount: { most: 20, windowMs: 60 * minute, message: "Too many codes tried. Wait a while and try again." },
  /** Confirmations of the current password, per session: a stolen token must not help to guess the password. */
  passwordBySession: {
    most: 10,
    windowMs: 10 * minute,
    message: "Too many attempts. Wait a while, or log out and in again.",
  },
  /** Lookups of invitation and reset links, per client address. */
  linkByAddress: {
    most: 60,
    windowMs: 10 * minute,
    message: "Too many attempts from this address. Wait a few minutes and try again.",
  },
} satisfies Record<string, Rule>;

export type RuleName = keyof typeof rules;

export interface RateLimits {
  /**
   * Counts one request.
   * @returns the count within the window, or 0 without limits
   * @throws AppError `too_many` with the seconds to wait if the limit was already reached
   */
  take(rule: RuleName, key: string): number;
}

/** Beyond this many keys the oldest are evicted, so that a flood of addresses uses bounded memory. */
const mostKeys = 50_000;

/**
 * Sliding windows on a monotonic clock, so that a wall-clock jump cannot lock anyone out. `isOn` false: no limits, for
 * load tests.
 */
export function createRateLimits(isOn: boolean, monotonicMs: () => number = () => performance.now()): RateLimits {
  const taken = new Map<string, number[]>();

  function recent(rule: Rule, id: string): number[] {
    const since = monotonicMs() - rule.windowMs;
    return (taken.get(id) ?? []).filter((at) => at > since);
  }

  function refuseIfFull(rule: Rule, times: number[]): void {
    const first = times[times.length - rule.most];
    if (first === undefined) return;
    const retryAfterSeconds = Math.max(1, Math.ceil((first + rule.windowMs - monotonicMs()) / 1000));
    throw new AppError("too_many", rule.message, { retryAfterSeconds });
  }

  function take(name: RuleName, key: string): number {
    if (!isOn) return 0;
    const id = `${name} ${key}`;
    const times = recent(rules[name], id);
    refuseIfFull(rules[name], times);
    taken.delete(id);
    taken.set(id, [...times, monotonicMs()]);
    if (taken.size > mostKeys)
      for (const oldest of taken.keys()) {
        taken.delete(oldest);
        break;
      }
    return times.length + 1;
  }

  return { take };
}
