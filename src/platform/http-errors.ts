import type { FastifyError, FastifyInstance } from 'fastify';
import { AppError, type ErrorBody, type ErrorCode } from '#kit/errors.ts';
import { databaseFailure } from './db.ts';
import type { Log } from './log.ts';

/** The one place where a failure becomes an answer. */
export function registerErrorHandling(fastify: FastifyInstance, log: Log): void {
  fastify.setErrorHandler((error: FastifyError, request, reply) => {
    const failure = toAppError(error);
    if (failure.status >= 500) {
      log.error({ err: error, requestId: request.id, route: request.routeOptions.url }, 'request failed');
    }
    if (failure.retryAfterSeconds !== undefined) reply.header('retry-after', failure.retryAfterSeconds);
    if (failure.status === 401 && request.headers['sec-fetch-mode'] === 'navigate') {
      return reply.code(401).type('text/html; charset=utf-8').send(TO_FRONT_PAGE);
    }
    const body: ErrorBody = {
      code: failure.code,
      message: failure.message,
      ...(failure.fields ? { fields: failure.fields } : {}),
      ...(failure.reason ? { reason: failure.reason } : {}),
      requestId: request.id,
    };
    return reply.code(failure.status).send(body);
  });
}

/** For a person, not a program: an old tab or a link led here without a grant. The front page asks for it. */
const TO_FRONT_PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="refresh" content="0; url=/"><title>Yarrow</title></head>
<body><p>Unauthorized. <a href="/">Go to the front page</a></p></body></html>
`;

const BY_STATUS: Record<number, ErrorCode> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  413: 'too_large',
  415: 'unsupported_media_type',
  429: 'rate_limited',
};

const WORDS: Partial<Record<ErrorCode, string>> = {
  invalid_input: 'The request could not be read.',
  too_large: 'The request is larger than 1 MB.',
  unsupported_media_type: 'Send the body as JSON (Content-Type: application/json).',
  rate_limited: 'Too many calls. Wait a minute and try again.',
};

function toAppError(error: FastifyError): AppError {
  if (error instanceof AppError) return error;
  switch (databaseFailure(error)) {
    case 'unreachable':
      return new AppError('unavailable', 'The database does not answer. Nothing was changed; try again.', {
        retryable: true,
        retryAfterSeconds: 1,
        cause: error,
      });
    case 'full':
      return new AppError('unavailable', 'The disk of the database is full. Nothing was changed.', {
        retryable: true,
        retryAfterSeconds: 30,
        cause: error,
      });
    case 'duplicate':
      return new AppError('conflict', 'This exists already.', { cause: error });
    case 'missing_reference':
      return new AppError('conflict', 'Something this refers to is gone. Load again.', { cause: error });
    case 'bad_text':
    case 'out_of_range':
      return new AppError('invalid_input', 'A value cannot be stored.', { cause: error });
    case undefined:
  }
  const { statusCode } = error;
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    const code = BY_STATUS[statusCode] ?? 'invalid_input';
    return new AppError(code, WORDS[code] ?? 'The request could not be read.', { cause: error });
  }
  return new AppError('internal', 'Something failed on our side. Try again.', { cause: error });
}
