import { expect, it } from 'vitest';
import { ALL_ENDPOINTS } from '#app/contract.ts';
import { needsSession, SCOPES, scopeOf } from './rules-scopes.ts';

const forPeople = ALL_ENDPOINTS.filter(({ access }) => ['viewer', 'member', 'admin'].includes(access));
const nameOf = ({ method, path }: (typeof ALL_ENDPOINTS)[number]): string => `${method} ${path}`;

it('each endpoint for people has one scope, or needs a session on purpose', () => {
  const without = forPeople.filter((endpoint) => scopeOf(endpoint) === undefined && !needsSession(endpoint));
  expect(without.map(nameOf)).toEqual([]);
});

it('sign-in, people, invitations, tokens and the live stream need a session', () => {
  const closed = ALL_ENDPOINTS.filter(({ path }) =>
    /^\/api\/(auth|users|invitations|tokens|live)\b/.test(path),
  );
  expect(closed.length).toBeGreaterThan(20);
  expect(closed.filter((endpoint) => scopeOf(endpoint) !== undefined).map(nameOf)).toEqual([]);
});

it('endpoints without a person behind them take no token', () => {
  const open = ALL_ENDPOINTS.filter((endpoint) => !forPeople.includes(endpoint));
  expect(open.filter((endpoint) => scopeOf(endpoint) !== undefined).map(nameOf)).toEqual([]);
});

it('a read scope opens nothing that changes data', () => {
  const changing = forPeople.filter(({ method }) => method !== 'GET');
  expect(changing.filter((endpoint) => scopeOf(endpoint)?.endsWith(':read')).map(nameOf)).toEqual([
    'POST /api/compliance/check',
    'POST /api/campaigns/preview',
    'POST /api/campaigns/preflight',
  ]);
  const reading = forPeople.filter(({ method }) => method === 'GET');
  expect(reading.filter((endpoint) => scopeOf(endpoint)?.endsWith(':write')).map(nameOf)).toEqual([]);
});

it('each scope opens an endpoint', () => {
  const used = new Set(ALL_ENDPOINTS.map(scopeOf));
  expect(SCOPES.filter((scope) => !used.has(scope))).toEqual([]);
});
