import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ALL_ENDPOINTS } from '#app/contract.ts';
import { SCOPES } from '#features/access/rules-scopes.ts';
import type { EndpointDefinition } from '#kit/endpoint.ts';
import { rowsOf, sql } from '#platform/db.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { TestClient } from '../support/client.ts';

const CALLS = 10_000;
const AT_ONCE = 20;

const deep = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

/** Values as they stand in JSON text, so that even what `JSON.stringify` would never write can be sent. */
const HOSTILE_VALUES = [
  'null',
  'true',
  '-1',
  '0',
  '1e308',
  '9007199254740993',
  '1.5',
  '""',
  '" "',
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\udfff tail"',
  '[]',
  '{}',
  '[null]',
  '[[[[]]]]',
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{}}}',
  '"%00"',
  '"../../../etc/passwd"',
  '"\'; drop table leads; --"',
  '"{{constructor.constructor(1)()}}"',
  '"\\u202e"',
  '"<script>alert(1)</script>"',
  `"${'x'.repeat(30_000)}"`,
  '"2026-02-30T25:61:00Z"',
  '"00000000-0000-0000-0000-000000000000"',
  '["twitter","twitter"]',
  '"javascript:alert(1)"',
  '"http://[::1"',
  deep(200),
  '"\\uFFFF"',
  '"NaN"',
  '1e999',
];
const HOSTILE_BODIES = [
  '',
  '{',
  '{"a":',
  '[',
  'null',
  '"text"',
  '0',
  '[]',
  '{"a":1}}',
  '{"a":\u0000}',
  deep(10_000),
  `[${'['.repeat(9_999)}${']'.repeat(9_999)}]`,
  '{"__proto__":null}',
  '\ufeff{}',
  '{"name":"x"',
  'undefined',
  `{"name":"${'y'.repeat(200_000)}"}`,
];
const HOSTILE_TYPES = [
  'application/json',
  'application/json',
  'application/json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/xml',
  'application/json; charset=utf-7',
  '',
];
const HOSTILE_PARTS = [
  '%00',
  '%ff',
  '..%2f..',
  "'",
  '%E0%A4%A',
  '-1',
  'null',
  'x'.repeat(399),
  '%F0%9F%92%A9',
  '00000000-0000-0000-0000-000000000000',
  '__proto__',
];

/** Deterministic, so that a failure comes back (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

// R10
describe('malformed requests', () => {
  let running: TestApp;
  let admin: TestClient;
  let token: string;

  beforeAll(async () => {
    running = await startTestApp({ worker: false, env: { API_TOKEN_CALLS_PER_MINUTE: '100000' } });
    admin = await running.as('admin');
    const given = { name: 'Malformed', kind: 'workspace', role: 'admin', scopes: SCOPES };
    ({ token } = await admin.post<{ token: string }>('/api/tokens', given));
  });
  afterAll(() => running.close());

  it(`answers ${CALLS} malformed requests over all routes without one 5xx and goes on serving`, async () => {
    const random = randomFrom(20_261_121);
    const pick = <T>(from: readonly T[]): T => {
      const value = from[Math.floor(random() * from.length)];
      if (value === undefined) throw new Error('nothing to pick from');
      return value;
    };
    // These two would end the session that the others need; the stream never ends.
    const targets = ALL_ENDPOINTS.filter(
      ({ method, path }) =>
        !['DELETE /api/access', 'GET /api/logout', 'GET /api/live', 'DELETE /api/settings/demo'].includes(
          `${method} ${path}`,
        ),
    );
    const failures: string[] = [];
    let sent = 0;
    const group = await admin.post<{ id: string }>('/api/lead-groups', { name: 'Untouched' });
    await admin.post('/api/leads', { name: 'Dana Whitlow', groupId: group.id, legalGround: 'consent' });
    const people = () =>
      rowsOf(running.app.db, sql`select leads::text, (select count(*) from lead_runs) as runs from leads`);
    const before = await people();

    const sendOne = async (): Promise<void> => {
      const endpoint = pick(targets);
      const path = hostilePath(endpoint, pick);
      const hasBody = endpoint.method !== 'GET';
      const body = hasBody
        ? random() < 0.3
          ? pick(HOSTILE_BODIES)
          : hostileObject(endpoint, pick, random)
        : undefined;
      const contentType = pick(HOSTILE_TYPES);
      const response = await admin
        .call(endpoint.method, path, {
          ...(body === undefined ? {} : { body }),
          headers: {
            ...(contentType ? { 'content-type': contentType } : {}),
            // One in three by API token.
            ...(sent % 3 === 0 ? { authorization: `Bearer ${token}` } : {}),
          },
        })
        .catch((error: unknown) => error);
      if (!(response instanceof Response))
        failures.push(`${endpoint.method} ${path}: no answer (${String(response)})`);
      else {
        await response.arrayBuffer();
        if (response.status >= 500)
          failures.push(`${endpoint.method} ${path} ${body?.slice(0, 200) ?? ''}: ${response.status}`);
      }
    };
    const lane = async (): Promise<void> => {
      while (sent < CALLS) {
        sent += 1;
        await sendOne();
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));

    expect(failures.slice(0, 20)).toEqual([]);
    expect(await people(), 'no lead was added, changed or searched for').toEqual(before);
    expect((await running.visitor().call('GET', '/readyz')).status).toBe(200);
  }, 180_000);
});

type Pick = <T>(from: readonly T[]) => T;

function hostilePath(endpoint: EndpointDefinition, pick: Pick): string {
  const path = endpoint.path.replace(/:\w+/g, () => pick([...HOSTILE_PARTS, crypto.randomUUID()]));
  const names = endpoint.query instanceof z.ZodObject ? Object.keys(endpoint.query.shape) : [];
  const query = names.map(
    (name) => `${name}=${pick([...HOSTILE_PARTS, '', '1e9', '-aiScore;drop', '%22%7B'])}`,
  );
  return query.length > 0 ? `${path}?${query.join('&')}` : path;
}

function hostileObject(endpoint: EndpointDefinition, pick: Pick, random: () => number): string {
  const names = endpoint.body instanceof z.ZodObject ? Object.keys(endpoint.body.shape) : ['name'];
  const entries = names
    .filter(() => random() < 0.8)
    .map((name) => `${JSON.stringify(name)}:${pick(HOSTILE_VALUES)}`);
  if (random() < 0.1) entries.push('"isAdmin":true', '"__proto__":{}');
  return `{${entries.join(',')}}`;
}
