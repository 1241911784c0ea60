/** The closed list of expected failures and the HTTP status each one answers with (spec/reading: Errors). Apart from AppError, so that no page carries it. */
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

/** What travels on the wire when a call fails. */
export interface ErrorBody {
  code: ErrorCode;
  message: string;
  errors: FieldError[];
  /** The current entry, with `stale` only: the editor sees both versions and chooses. */
  data?: unknown;
}

interface Extra {
  errors?: FieldError[];
  retryAfterSeconds?: number;
  allow?: string[];
  data?: unknown;
  cause?: unknown;
}

/** An expected failure with a sentence fit for the screen. Anything else that is thrown is `unexpected` and answers with no text of its own. */
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
