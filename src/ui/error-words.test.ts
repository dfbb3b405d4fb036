import { expect, it } from 'vitest';
import { z } from 'zod';
import { ApiError } from './calls/call-api.ts';
import { errorWords } from './error-words.ts';

function failure(status: number, text: string): ApiError {
  return new ApiError({ status, statusText: 'x', text, path: '/api/leads' });
}

it('says what the server says, with the reference that finds it in the log', () => {
  const body = { code: 'conflict', message: 'A group of this name exists.', requestId: '7f3a21c0-aaaa-bbbb' };
  const words = errorWords(failure(409, JSON.stringify(body)), new Date(2027, 0, 14, 10, 42));
  expect(words).toEqual({
    text: 'A group of this name exists.',
    reference: 'Reference 7f3a21c0-aaaa, 10:42',
  });
});

it('has words of its own where something else answered', () => {
  expect(errorWords(failure(502, '<html>Bad Gateway</html>'))).toEqual({
    text: 'The server does not answer just now. Nothing you entered is lost.',
    reference: null,
  });
  expect(errorWords(failure(418, 'teapot')).text).toContain('on our side');
});

it('tells a part of the app that is gone from a server that does not answer', () => {
  for (const message of [
    'Failed to fetch dynamically imported module: https://yarrow.test/assets/crm-screen-1.js',
    'error loading dynamically imported module: https://yarrow.test/assets/crm-screen-1.js',
    'Importing a module script failed.',
  ]) {
    expect(errorWords(new TypeError(message)).text).toContain('before an update');
  }
});

it('tells no answer from an answer that cannot be read', () => {
  expect(errorWords(new TypeError('fetch failed')).text).toContain('did not answer');
  expect(errorWords(z.string().safeParse(1).error).text).toContain('could not be read');
  expect(errorWords(new SyntaxError('Unexpected token')).text).toContain('could not be read');
  expect(errorWords('anything').text).toContain('on our side');
});
