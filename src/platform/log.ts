import { pino } from 'pino';

export type Log = pino.Logger;

/**
 * Structured log to standard output. Bodies, headers and query strings are never handed to it; the redaction
 * list is the second line of defence for a field that slips in.
 */
export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: [
        'password',
        'token',
        'secret',
        'email',
        'to',
        'subject',
        'body',
        'authorization',
        'cookie',
        '*.password',
        '*.token',
        '*.secret',
        '*.email',
        '*.to',
        '*.subject',
        '*.body',
        '*.authorization',
        '*.cookie',
      ],
      censor: '[withheld]',
    },
    serializers: { err: loggedError },
  });
}

/**
 * Name, code and stack of an error. Database errors carry row contents in `detail` and `where`, and statements
 * carry parameters, so only what is known to be harmless is kept.
 */
function loggedError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: 'not an Error was thrown' };
  const cause = error.cause instanceof Error ? loggedError(error.cause) : undefined;
  const isQuery = error.name === 'DrizzleQueryError' || error.message.startsWith('Failed query');
  const frames = (error.stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at '));
  return {
    name: error.name,
    message: isQuery ? 'query failed' : error.message,
    ...('code' in error ? { code: error.code } : {}),
    stack: frames.join('\n'),
    ...(cause ? { cause } : {}),
  };
}
