/**
 * All expected failures and their HTTP status codes. Separate from AppError, so that client
 * bundles do not include it.
 */
export const statusOf = {
  malformed: 400,
  unauthorized: 401,
  second_factor_required: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  gone: 410,
  stale: 412,
  too_large: 413,
  unsupported: 415,
  invalid: 422,
  too_many: 429,
  unavailable: 503,
  unexpected: 500,
} as const;

export type ErrorCode = keyof typeof statusOf;

export interface FieldError {
  field: string;
  message: string;
}

export interface ErrorBody {
  code: ErrorCode;
  message: string;
  errors: FieldError[];
  /** The current entry, with `stale` only: lets the editor compare both versions. */
  data?: unknown;
}

interface Extra {
  errors?: FieldError[];
  /** The same call may succeed after this time. Sent as Retry-After; the back office offers Retry. */
  retryAfterSeconds?: number;
  allow?: string[];
  data?: unknown;
  cause?: unknown;
}

/**
 * An expected failure with a message fit for display. Any other error is reported as `unexpected`, without its message.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly errors: FieldError[];
  readonly retryAfterSeconds: number | undefined;
  readonly allow: string[] | undefined;
  readonly data: unknown;

  constructor(code: ErrorCode, message: string, extra: Extra = {}) {
    super(message, extra.cause === undefined ? undefined : { cause: extra.cause });
    this.name = "AppError";
    this.code = code;
    this.errors = extra.errors ?? [];
    this.retryAfterSeconds = extra.retryAfterSeconds;
    this.allow = extra.allow;
    this.data = extra.data;
  }
}

/** A failure that a form shows at this field, there in the words of `advice`. */
export const refusedAt = (
  field: string,
  message: string,
  { code = "invalid", advice = message, cause }: { code?: ErrorCode; advice?: string; cause?: unknown } = {},
): AppError => new AppError(code, message, { errors: [{ field, message: advice }], cause });
