import { z } from 'zod';

type Problem = Parameters<z.core.$ZodErrorMap>[0];

const KINDS = new Map<string, string>(
  Object.entries({
    string: 'A text.',
    number: 'A number.',
    int: 'A whole number.',
    boolean: 'true or false.',
    array: 'A list.',
    object: 'An object.',
    record: 'An object.',
    date: 'A date.',
  }),
);

const FORMATS = new Map<string, string>(
  Object.entries({
    email: 'An email address.',
    url: 'A web address.',
    uuid: 'An id.',
    date: 'A day, for example 2026-01-31.',
    datetime: 'A time, for example 2026-01-31T08:00:00Z.',
  }),
);

/** What to write instead, for a schema that does not say it better itself. Programs and people read it alike. */
function plainProblem(problem: Problem): string {
  switch (problem.code) {
    case 'invalid_type':
      return problem.input === undefined
        ? 'Missing.'
        : (KINDS.get(problem.expected) ?? 'Not of the expected kind.');
    case 'invalid_value':
      return `${problem.values.length === 1 ? 'Only' : 'One of'} ${problem.values.map(String).join(', ')}.`;
    case 'too_big':
      return `${problem.inclusive === false ? 'Less than' : 'At most'} ${amount(problem.origin, problem.maximum)}.`;
    case 'too_small':
      return `${problem.inclusive === false ? 'More than' : 'At least'} ${amount(problem.origin, problem.minimum)}.`;
    case 'invalid_format':
      return FORMATS.get(problem.format) ?? 'Not written as expected.';
    case 'not_multiple_of':
      return `A multiple of ${problem.divisor}.`;
    case 'unrecognized_keys':
      return `Not known here: ${problem.keys.join(', ')}.`;
    default:
      return 'Not of the expected kind.';
  }
}

function amount(origin: string, limit: number | bigint | Date): string {
  if (limit instanceof Date) return limit.toISOString();
  const count = limit.toLocaleString('en-US');
  if (origin === 'string') return `${count} ${count === '1' ? 'character' : 'characters'}`;
  return origin === 'array' || origin === 'set' ? `${count} in the list` : count;
}

/** Every schema of the contract speaks so, on the server and in forms. */
export function speakPlainly(): void {
  z.config({ localeError: plainProblem });
}
