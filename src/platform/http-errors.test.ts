import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import type { ErrorBody } from '#kit/errors.ts';
import { failureAnswer } from './http-errors.ts';

it.each([
  ['ECONNREFUSED', 503, 'The database does not answer. Try again in a moment.'],
  ['57P01', 503, 'The database does not answer. Try again in a moment.'],
  ['40P01', 503, 'The database is busy and has taken this back. Try again.'],
  ['57014', 503, 'The database is busy and has taken this back. Try again.'],
  ['23505', 409, 'This exists already.'],
])('a failure %s of the database is told as what it is', (code, status, message) => {
  const error = new Error('query', { cause: Object.assign(new Error(code), { code }) });
  const answer = failureAnswer(error, { id: 'r' } as FastifyRequest);
  const body = JSON.parse(answer.body ?? '') as ErrorBody;
  expect([answer.status, body.message]).toEqual([status, message]);
});
