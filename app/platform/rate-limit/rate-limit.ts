import { AppError } from "#app/shared/app-error.ts";

interface Rule {
  /** Maximum number within `windowMs`. */
  most: number;
  windowMs: number;
  message: string;
}

const minute = 60_000;

/** The API's documented limits. */
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
  /** Requests with links for approval, per client address: a page with its frame is two. */
  approvalByAddress: {
    most: 240,
    windowMs: 10 * minute,
    message: "Too many requests from this address. Wait a few minutes and try again.",
  },
  /** Answers, per link. */
  approvalAnswer: {
    most: 30,
    windowMs: 10 * minute,
    message: "Too many answers in a short time. Your text is still here; try again in a few minutes.",
  },
} satisfies Record<string, Rule>;

export interface Counted {
  /** Attempts within the window, including this one. */
  count: number;
  /** Milliseconds until the next attempt is allowed; absent if this one was. */
  waitMs?: number;
}

export type RuleName = keyof typeof rules;

export interface RateLimits {
  /**
   * Counts one request.
   * @returns the count within the window, or 0 without limits
   * @throws AppError `too_many` with the seconds to wait if the limit was already reached
   */
  take(rule: RuleName, key: string): Promise<number>;
  /** Takes back the latest count: the request has proved to be none of those that the limit is for. */
  giveBack(rule: RuleName, key: string): Promise<void>;
  /** Forgets attempts whose window has passed, and with them the addresses that made them. */
  forgetEnded(): Promise<void>;
}

interface Options {
  /** False: no limits, for load tests. */
  isOn: boolean;
  monotonicMs?: () => number;
  shared?: SharedLimits | undefined;
}

/** Counts for all instances of the site. */
export interface SharedLimits {
  /** @returns nothing if only this process can count */
  take(key: string, most: number, windowMs: number): Promise<Counted | undefined>;
  giveBack(key: string): Promise<void>;
  forgetEnded(): Promise<void>;
}

/**
 * Beyond this many keys of a rule its oldest are evicted, so that a flood of addresses uses bounded memory. Of the same
 * rule alone: requests that cost nothing must not lift an account's limit.
 */
const maxKeys = 50_000;

/**
 * Sliding windows, shared by all instances if `shared` is given, otherwise on a monotonic clock, so that a wall-clock
 * jump cannot lock anyone out.
 */
export function createRateLimits({ isOn, monotonicMs = () => performance.now(), shared }: Options): RateLimits {
  const takenBy = new Map(Object.keys(rules).map((name) => [name, new Map<string, number[]>()]));
  const takenOf = (name: RuleName) => takenBy.get(name) as Map<string, number[]>;

  function takeHere(name: RuleName, key: string): Counted {
    const { most, windowMs } = rules[name];
    const taken = takenOf(name);
    const nowMs = monotonicMs();
    const times = (taken.get(key) ?? []).filter((at) => at > nowMs - windowMs);
    const first = times[times.length - most];
    if (first !== undefined) return { count: times.length, waitMs: first + windowMs - nowMs };
    taken.delete(key);
    taken.set(key, [...times, nowMs]);
    if (taken.size > maxKeys)
      for (const oldest of taken.keys()) {
        taken.delete(oldest);
        break;
      }
    return { count: times.length + 1 };
  }

  return {
    async take(name, key) {
      if (!isOn) return 0;
      const rule = rules[name];
      const counted = await shared?.take(`${name} ${key}`, rule.most, rule.windowMs);
      const { count, waitMs } = counted ?? takeHere(name, key);
      if (waitMs === undefined) return count;
      throw new AppError("too_many", rule.message, { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) });
    },
    async giveBack(name, key) {
      takenOf(name).get(key)?.pop();
      if (isOn) await shared?.giveBack(`${name} ${key}`);
    },
    async forgetEnded() {
      for (const [name, taken] of takenBy)
        for (const [key, times] of taken)
          if ((times.at(-1) ?? 0) <= monotonicMs() - rules[name as RuleName].windowMs) taken.delete(key);
      await shared?.forgetEnded();
    },
  };
}
