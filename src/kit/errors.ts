import { z } from 'zod';

const ERROR_CODES = [
  'invalid_input',
  'unauthenticated',
  'forbidden',
  'not_found',
  'conflict',
  'too_large',
  'unsupported_media_type',
  'refused',
  'rate_limited',
  'internal',
  'unavailable',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/**
 * The closed list of failures the product knows, each with its HTTP status.
 * The comment says what the caller can do about it.
 */
export const ERROR_STATUS = {
  /** Correct the named fields and send again. */
  invalid_input: 400,
  /** Sign in (or pass the gate) and send again. */
  unauthenticated: 401,
  /** Somebody with a higher role has to do it. */
  forbidden: 403,
  /** It never existed or is gone. */
  not_found: 404,
  /** Somebody else changed it, or it exists already: load again and decide. */
  conflict: 409,
  /** The body is larger than the limit named in the message. */
  too_large: 413,
  /** The body is of a type that this call does not take. */
  unsupported_media_type: 415,
  /** The state does not allow it; the message says what would. */
  refused: 422,
  /** Wait as long as Retry-After says. */
  rate_limited: 429,
  /** Our fault; the reference finds it in the log. */
  internal: 500,
  /** A provider or the database does not answer; try again. */
  unavailable: 503,
} as const satisfies Record<ErrorCode, number>;

export type FieldErrors = Record<string, string>;

/** The body of every failed call. `message` is written for people. */
export const ErrorBody = z.object({
  code: z.enum(ERROR_CODES),
  message: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  /** A stable key for programs, where one code has several causes. */
  reason: z.string().optional(),
  /** What has taken the place of what was asked for. */
  successorId: z.string().optional(),
  requestId: z.string().optional(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

type AppErrorOptions = {
  fields?: FieldErrors;
  reason?: string;
  successorId?: string;
  /** Only failures marked retryable are ever tried again by us. */
  retryable?: boolean;
  retryAfterSeconds?: number;
  cause?: unknown;
};

/** An unexpected or refused outcome that ends the request. Mapped to HTTP once, in `platform/http`. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly fields: FieldErrors | undefined;
  readonly reason: string | undefined;
  readonly successorId: string | undefined;
  readonly retryable: boolean;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    this.fields = options.fields;
    this.reason = options.reason;
    this.successorId = options.successorId;
    this.retryable = options.retryable ?? false;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

/** One message per field, keyed by its dotted path, in the words of the schema. */
export function fieldErrors(error: z.ZodError): FieldErrors {
  const fields: FieldErrors = {};
  for (const issue of error.issues) {
    const path = issue.path.join('.') || 'body';
    fields[path] ??= issue.message;
  }
  return fields;
}
