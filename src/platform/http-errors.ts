import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, type ErrorBody, type ErrorCode } from '#kit/errors.ts';
import { tokenIn } from './admission.ts';
import { databaseFailure } from './db.ts';
import type { JsonAnswer } from './http-answer.ts';
import type { Log } from './log.ts';
import { isOpenAiPath, openAiError } from './openai-error.ts';

/** The one place where a failure becomes an answer. */
export function registerErrorHandling(fastify: FastifyInstance, log: Log): void {
  fastify.setErrorHandler((error, request, reply) => {
    const failure = toAppError(error);
    if (failure.status >= 500) {
      log.error({ err: error, requestId: request.id, route: request.routeOptions.url }, 'request failed');
    }
    if (failure.retryAfterSeconds !== undefined) reply.header('retry-after', failure.retryAfterSeconds);
    const challenge = challengeOf(failure, request);
    if (challenge !== undefined) reply.header('www-authenticate', challenge);
    if (failure.status === 401 && request.headers['sec-fetch-mode'] === 'navigate') {
      return reply.code(401).type('text/html; charset=utf-8').send(TO_FRONT_PAGE);
    }
    if (isOpenAiPath(request.routeOptions.url)) return reply.code(failure.status).send(openAiError(failure));
    return reply.code(failure.status).send(bodyOf(failure, request));
  });
}

/** What a refused API token gets (RFC 6750, 3); none for other callers. */
function challengeOf(
  { status, reason }: AppError,
  { headers, routeOptions }: FastifyRequest,
): string | undefined {
  // Clients of the Model Context Protocol learn from it that they need a token.
  if (tokenIn(headers) === undefined)
    return status === 401 && routeOptions.url === '/mcp' ? 'Bearer' : undefined;
  if (status === 401) return 'Bearer error="invalid_token"';
  return reason === 'insufficient_scope' ? 'Bearer error="insufficient_scope"' : undefined;
}

/** A failure as an answer that can be kept. */
export function failureAnswer(error: unknown, request: FastifyRequest): JsonAnswer {
  const failure = toAppError(error);
  return { status: failure.status, headers: {}, body: JSON.stringify(bodyOf(failure, request)) };
}

function bodyOf(
  { code, message, fields, reason, successorId }: AppError,
  request: FastifyRequest,
): ErrorBody {
  return {
    code,
    message,
    ...(fields ? { fields } : {}),
    ...(reason ? { reason } : {}),
    ...(successorId ? { successorId } : {}),
    requestId: request.id,
  };
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
  too_large: 'The request is too large.',
  unsupported_media_type: 'Send the body as JSON (Content-Type: application/json).',
  rate_limited: 'Too many calls. Wait a minute and try again.',
};

export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  switch (databaseFailure(error)) {
    case 'unreachable':
      return new AppError('unavailable', 'The database does not answer. Try again in a moment.', {
        retryable: true,
        retryAfterSeconds: 1,
        cause: error,
      });
    case 'undone':
      return new AppError('unavailable', 'The database is busy and has taken this back. Try again.', {
        retryable: true,
        retryAfterSeconds: 1,
        cause: error,
      });
    case 'unsure':
      return new AppError(
        'unavailable',
        'The connection to the database broke while this was being stored. Load again and look whether it was before you repeat it.',
        { cause: error },
      );
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
  const statusCode = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) {
    const code = BY_STATUS[statusCode] ?? 'invalid_input';
    return new AppError(code, WORDS[code] ?? 'The request could not be read.', { cause: error });
  }
  return new AppError('internal', 'Something failed on our side. Try again.', { cause: error });
}
