import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, getJson } from './call-api.ts';
import { expectSignedOut, isUnauthorized, watchForSignedOut } from './signed-out.ts';

const shown: unknown[] = [];
vi.mock('../toast.ts', () => ({ toast: (input: unknown) => shown.push(input) }));

let visited: string[];
let stop: () => void;

function answer(status: number, body: unknown): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  vi.stubGlobal('fetch', async () => new Response(text, { status }));
}

beforeEach(() => {
  vi.useFakeTimers();
  shown.length = 0;
  visited = [];
  stop = watchForSignedOut((url) => visited.push(url));
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const UNAUTHORIZED = { code: 'unauthenticated', message: 'Unauthorized: sign in to go on.' };

describe('a 401 answer whose message matches Unauthorized', () => {
  // S6-12
  it('sends the browser to /api/login after 500 ms', async () => {
    answer(401, UNAUTHORIZED);
    await expect(getJson('/api/leads')).rejects.toThrow('401: ');
    await vi.advanceTimersByTimeAsync(499);
    expect(visited).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(visited).toEqual(['/api/login']);
  });

  // S8-46
  it('shows that one is logged out until the browser goes, once for all calls that fail', async () => {
    answer(401, UNAUTHORIZED);
    await Promise.allSettled([getJson('/api/leads'), getJson('/api/campaigns'), getJson('/api/usage')]);
    await vi.advanceTimersByTimeAsync(500);
    expect(shown).toEqual([
      {
        title: 'Unauthorized',
        description: 'You are logged out. Logging in again...',
        variant: 'destructive',
        isLast: true,
      },
    ]);
    expect(visited).toEqual(['/api/login']);
  });
});

it('says nothing to somebody who leaves by their own wish, until that fails', async () => {
  answer(401, UNAUTHORIZED);
  expectSignedOut(true);
  await expect(getJson('/api/leads')).rejects.toThrow('401: ');
  await vi.advanceTimersByTimeAsync(500);
  expect([shown, visited]).toEqual([[], []]);
  expectSignedOut(false);
  await expect(getJson('/api/leads')).rejects.toThrow('401: ');
  await vi.advanceTimersByTimeAsync(500);
  expect(visited).toEqual(['/api/login']);
});

describe('other answers', () => {
  it.each([
    ['the question who is signed in', '/api/auth/user', 401, UNAUTHORIZED],
    ['a wrong password', '/api/access', 401, { code: 'unauthenticated', message: 'Incorrect password.' }],
    ['a refusal', '/api/users', 403, { code: 'forbidden', message: 'Unauthorized for members.' }],
  ])('%s send nobody away', async (_name, url, status, body) => {
    answer(status, body);
    await expect(getJson(url)).rejects.toBeInstanceOf(ApiError);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(shown).toEqual([]);
    expect(visited).toEqual([]);
  });

  it('only a message that begins with 401 matches', () => {
    const error = (status: number, text: string) => new ApiError({ status, statusText: '', text, path: '/' });
    expect(isUnauthorized(error(401, 'Unauthorized'))).toBe(true);
    expect(isUnauthorized(error(500, '401: Unauthorized'))).toBe(false);
  });
});
