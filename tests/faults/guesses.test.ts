import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Agent } from '#features/agents/contract.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { ADMIN, GATE_PASSWORD } from '../support/client.ts';

/** TEST_SCALE=2500 makes it 100,000 at each. */
const GUESSES = 40 * Number(process.env.TEST_SCALE ?? 1);
const AT_ONCE = 20;
/** As many networks as somebody can rent for an afternoon. */
const ADDRESSES = 250;

type Guess = { path: string; body: unknown; headers?: Record<string, string> };
type Door = { name: string; guess: (index: number) => Guess };

// R16
describe('guesses from many addresses', () => {
  let app: TestApp;
  let doors: Door[];
  /** Near misses and what lists of stolen passwords hold: never the right one. */
  const near = (secret: string, index: number): string => {
    const at = index % secret.length;
    const other = secret[at] === 'x' ? 'y' : 'x';
    return index % 3 === 0 ? `password${index}` : secret.slice(0, at) + other + secret.slice(at + 1);
  };

  beforeAll(async () => {
    app = await startTestApp({ worker: false, env: { TRUST_PROXY: '1' } });
    const admin = await app.as('admin');
    const { id, apiKey } = await admin.post<Agent>('/api/chatbot/experts', {
      name: 'Ada',
      expertise: 'Tea',
      personality: 'empathetic',
    });
    const { secretKey } = await admin.post<{ secretKey: string }>(`/api/chatbot/experts/${id}/secret-key`);
    const gate = await app.visitor().call('POST', '/api/access', { body: { password: GATE_PASSWORD } });
    const cookie = gate.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    doors = [
      {
        name: 'the gate',
        guess: (index) => ({ path: '/api/access', body: { password: near(GATE_PASSWORD, index) } }),
      },
      {
        name: 'sign-in',
        guess: (index) => ({
          path: '/api/auth/sign-in/email',
          body: { email: ADMIN.email, password: near(ADMIN.password, index) },
          headers: { cookie },
        }),
      },
      {
        name: 'the secret key of an agent',
        guess: (index) => ({
          path: `/api/agents/chat/${apiKey}`,
          body: { message: 'Hello' },
          headers: { authorization: `Bearer ${near(secretKey, index)}` },
        }),
      },
    ];
  });
  afterAll(() => app.close());

  /** All guesses at one door, a few at once; how often each status was answered. */
  const guessAt = async (door: number): Promise<Map<number, number>> => {
    const counts = new Map<number, number>();
    let next = 0;
    const guesser = async (): Promise<void> => {
      for (let index = next++; index < GUESSES; index = next++) {
        const { path, body, headers = {} } = doors[door]?.guess(index) ?? { path: '/', body: null };
        const address = `198.51.${Math.floor((index % ADDRESSES) / 100)}.${(index % ADDRESSES) % 100}`;
        const response = await app.visitor().call('POST', path, {
          body,
          headers: { 'x-forwarded-for': address, ...headers },
        });
        await response.arrayBuffer();
        counts.set(response.status, (counts.get(response.status) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, guesser));
    process.stdout.write(`${doors[door]?.name}: ${JSON.stringify(Object.fromEntries(counts))}\n`);
    return counts;
  };
  const answers: Map<number, number>[] = [];

  it.each([0, 1, 2])(
    'are never taken (door %i of gate, sign-in and key)',
    async (door) => {
      const counts = await guessAt(door);
      answers[door] = counts;
      // 503: more at once than the machine can judge; it says so and judges none of them.
      expect([...counts.keys()].filter((status) => ![401, 429, 503].includes(status))).toEqual([]);
      expect(counts.get(401) ?? 0).toBeGreaterThan(0);
    },
    Math.max(60_000, GUESSES * 20),
  );

  // At the gate 500 an hour from everybody, at sign-in 100 an hour for one person, an hour's calls per address and key.
  it.skipIf(GUESSES < 50_000).each([0, 1, 2])(
    'are soon not even looked at where there are many (door %i of gate, sign-in and key)',
    (door) => {
      expect(answers[door]?.get(429) ?? 0).toBeGreaterThan(GUESSES / 2);
    },
  );

  it('leave nothing in the database that opens a door', async () => {
    const { rows } = await app.app.db.$client.query(
      `select to_jsonb(experts) || jsonb_build_object('grants', (select jsonb_agg(to_jsonb(g)) from gate_grants g),
        'accounts', (select jsonb_agg(to_jsonb(a)) from accounts a)) as row from experts`,
    );
    const stored = JSON.stringify(rows);
    expect(stored).not.toContain(GATE_PASSWORD);
    expect(stored).not.toContain(ADMIN.password);
    expect(stored).not.toMatch(/sk_[\w-]{43}/);
  });
});
