import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { endpoint, IdParams, Nothing, PageQuery } from '#kit/endpoint.ts';
import { errorText } from '../error-words.ts';
import {
  ApiError,
  callApi,
  callPage,
  getJson,
  infiniteQueryOf,
  mayBeDone,
  onApiError,
  queryKeyOf,
  queryOf,
  urlOfKey,
} from './call-api.ts';

const Group = z.object({ id: z.string(), name: z.string() });
const listMembers = endpoint({
  method: 'GET',
  path: '/api/communities/:id/members',
  access: 'viewer',
  summary: 'Members',
  params: z.object({ id: z.string() }),
  query: PageQuery.extend({ q: z.string().optional(), tag: z.array(z.string()).optional() }),
  response: z.array(Group),
  paged: true,
});
const createGroup = endpoint({
  method: 'POST',
  path: '/api/lead-groups',
  access: 'member',
  summary: 'Create',
  body: z.object({ name: z.string() }),
  response: Group,
  status: 201,
});
const deleteGroup = endpoint({
  method: 'DELETE',
  path: '/api/lead-groups/:id',
  access: 'member',
  summary: 'Delete',
  params: IdParams,
  response: Nothing,
  status: 204,
});

type Call = { url: string; init: RequestInit; headers: Headers };

/** Answers every call with the same response and remembers the calls. */
function answer(body: string | null, init: ResponseInit = {}): Call[] {
  const calls: Call[] = [];
  vi.stubGlobal('fetch', async (url: string, sent: RequestInit) => {
    calls.push({ url, init: sent, headers: new Headers(sent.headers) });
    return new Response(body, init);
  });
  return calls;
}

async function failureOf(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error('no ApiError was thrown');
  return error;
}

afterEach(() => vi.unstubAllGlobals());

describe('a call', () => {
  // S7-01
  it('sends its payload as JSON, with credentials', async () => {
    const [group] = [{ id: '7', name: 'Evening blends' }];
    const calls = answer(JSON.stringify(group), { status: 201 });

    expect(await callApi(createGroup, { body: { name: 'Evening blends' } })).toEqual(group);

    expect(calls).toHaveLength(1);
    expect(calls[0]?.url).toBe('/api/lead-groups');
    expect(calls[0]?.init).toMatchObject({
      method: 'POST',
      credentials: 'same-origin',
      body: '{"name":"Evening blends"}',
    });
    expect(calls[0]?.headers.get('Content-Type')).toBe('application/json');
  });

  // S7-01
  it('goes with credentials when it carries nothing', async () => {
    const calls = answer('[]');
    await callApi(listMembers, { params: { id: '7' } });
    expect(calls[0]?.init).toMatchObject({ method: 'GET', credentials: 'same-origin' });
    expect(calls[0]?.headers.has('Content-Type')).toBe(false);
  });

  it('gives each change a key of its own, so that it happens once, and keeps the key of a repeat', async () => {
    const calls = answer(null, { status: 204 });
    const id = crypto.randomUUID();
    await callApi(deleteGroup, { params: { id } });
    await callApi(deleteGroup, { params: { id } });
    await callApi(deleteGroup, { params: { id } }, { idempotencyKey: 'the-first-try' });
    const keys = calls.map((call) => call.headers.get('Idempotency-Key'));
    expect(keys[0]).toMatch(/^[\da-f-]{36}$/);
    expect(keys[1]).not.toBe(keys[0]);
    expect(keys[2]).toBe('the-first-try');
  });

  it('repeats a change that nothing answered under its key, until it is answered', async () => {
    const keys: (string | null)[] = [];
    let deed: () => Response = () => {
      throw new TypeError('Failed to fetch');
    };
    vi.stubGlobal('fetch', async (_url: string, sent: RequestInit) => {
      keys.push(new Headers(sent.headers).get('Idempotency-Key'));
      return deed();
    });
    const create = (name: string) => callApi(createGroup, { body: { name } }).catch(() => undefined);
    await create('Evening blends');
    await create('Morning blends');
    deed = () => new Response('<h1>Bad gateway</h1>', { status: 502 });
    await create('Evening blends');
    expect(keys[1], 'another body is another deed').not.toBe(keys[0]);
    expect(keys[2]).toBe(keys[0]);

    deed = () => new Response('{"id":"7","name":"Evening blends"}', { status: 201 });
    await create('Evening blends');
    expect(keys[3], 'a gateway is no answer').toBe(keys[0]);
    await create('Evening blends');
    expect(keys[4], 'a second one of that name is meant').not.toBe(keys[0]);

    deed = () => {
      throw new TypeError('Failed to fetch');
    };
    const lost = await callApi(createGroup, { body: { name: 'Late blends' } }).catch(
      (error: unknown) => error,
    );
    expect(errorText(lost)).toContain('does not do it twice');
    const unread = await callApi(listMembers, { params: { id: '7' } }).catch((error: unknown) => error);
    expect(errorText(unread)).toBe('The server did not answer. Nothing you entered is lost.');
  });

  const failing = (status: number, headers: Record<string, string> = {}) =>
    new Response(`{"code":"unavailable","message":"Status ${status}.","requestId":"r"}`, { status, headers });

  /** The keys of the same change, asked for once for each of these answers. */
  async function keysOf(name: string, answers: readonly (Response | null)[]): Promise<(string | null)[]> {
    const keys: (string | null)[] = [];
    const rest = [...answers];
    vi.stubGlobal('fetch', async (_url: string, sent: RequestInit) => {
      keys.push(new Headers(sent.headers).get('Idempotency-Key'));
      const next = rest.shift();
      if (!next) throw new TypeError('Failed to fetch');
      return next;
    });
    while (rest.length > 0) await callApi(createGroup, { body: { name } }).catch(() => undefined);
    return keys;
  }

  it.each([
    ['409 while the first is at work', 409, { 'retry-after': '5' }],
    ['401', 401, {}],
    ['408', 408, {}],
    ['425', 425, {}],
    ['429', 429, { 'retry-after': '1' }],
    ['500 with a body', 500, {}],
    ['503 with a body', 503, {}],
  ])(
    'keeps the key of a lost change past an answer that says nothing of it: %s',
    async (title, status, headers) => {
      const keys = await keysOf(`Lost, then ${title}`, [null, failing(status, headers), null]);
      expect(keys[1]).toBe(keys[0]);
      expect(keys[2]).toBe(keys[0]);
    },
  );

  it('keeps the key of a change whose first answer is a failure of the server', async () => {
    const keys = await keysOf('Unsure blends', [failing(503), null]);
    expect(keys[1]).toBe(keys[0]);
  });

  it('says that a change may have been made as long as its key is kept', async () => {
    const ask = (name: string, respond: () => Response) => {
      vi.stubGlobal('fetch', async () => respond());
      return callApi(createGroup, { body: { name } }).catch(mayBeDone);
    };
    expect(await ask('Perhaps blends', () => failing(500))).toBe(true);
    expect(await ask('Perhaps blends', () => failing(429))).toBe(true);
    expect(await ask('Perhaps blends', () => failing(422))).toBe(false);
    expect(await ask('Other blends', () => failing(429))).toBe(false);
  });

  it.each([400, 403, 404, 409, 422])('takes a new key after a refusal that is final: %i', async (status) => {
    const keys = await keysOf(`Lost, then refused ${status}`, [null, failing(status), null]);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  it('keeps no key once something else was done to the same thing', async () => {
    const keys: (string | null)[] = [];
    let isLost = true;
    vi.stubGlobal('fetch', async (_url: string, sent: RequestInit) => {
      keys.push(new Headers(sent.headers).get('Idempotency-Key'));
      if (isLost) throw new TypeError('Failed to fetch');
      return new Response(null, { status: 204 });
    });
    const deed = (name: string, id: string) =>
      callApi(
        endpoint({
          method: 'POST',
          path: `/api/campaigns/:id/${name}`,
          access: 'member',
          summary: name,
          params: IdParams,
          response: Nothing,
          status: 204,
        }),
        { params: { id } },
      ).catch(() => undefined);
    const [one, other] = [crypto.randomUUID(), crypto.randomUUID()];
    await deed('pause', one);
    isLost = false;
    await deed('resume', other);
    isLost = true;
    await deed('pause', one);
    expect(keys[2]).toBe(keys[0]);
    isLost = false;
    await deed('resume', one);
    await deed('pause', one);
    expect(keys[4], 'it is paused anew').not.toBe(keys[0]);
  });

  it('makes anew what was removed at its own address since', async () => {
    const keys: (string | null)[] = [];
    let isLost = true;
    vi.stubGlobal('fetch', async (_url: string, sent: RequestInit) => {
      keys.push(new Headers(sent.headers).get('Idempotency-Key'));
      if (isLost) throw new TypeError('Failed to fetch');
      return new Response(null, { status: 204 });
    });
    const create = () => callApi(createGroup, { body: { name: 'Undone blends' } }).catch(() => undefined);
    await create();
    await create();
    expect(keys[1]).toBe(keys[0]);
    isLost = false;
    await callApi(deleteGroup, { params: { id: crypto.randomUUID() } });
    await create();
    expect(keys[3]).not.toBe(keys[0]);
  });

  it('reads answers through the schema of the contract', async () => {
    answer('{"id":"7","name":"Evening blends","secret":"x"}', { status: 201 });
    expect(await callApi(createGroup, { body: { name: 'x' } })).toEqual({ id: '7', name: 'Evening blends' });
    answer('{"id":7}', { status: 201 });
    await expect(callApi(createGroup, { body: { name: 'x' } })).rejects.toBeInstanceOf(z.ZodError);
  });
});

describe('the key of a query', () => {
  // S7-02
  it('joins its segments with slashes into a GET URL and parses the answer as JSON', async () => {
    const calls = answer('[{"id":"1","name":"Ada"}]');
    const key = queryKeyOf(listMembers, { params: { id: '7' } });
    expect(key).toEqual(['/api/communities', '7', 'members']);
    expect(await getJson(urlOfKey(key))).toEqual([{ id: '1', name: 'Ada' }]);
    expect(calls[0]).toMatchObject({ url: '/api/communities/7/members', init: { method: 'GET' } });
  });

  // S7-02
  it('ends with an object for the query string', () => {
    const query = { q: 'a b&c', limit: 20, cursor: undefined, tag: ['x', 'y'] };
    const key = queryKeyOf(listMembers, { params: { id: '7/8' }, query });
    expect(key).toEqual(['/api/communities', '7%2F8', 'members', { q: 'a b&c', limit: 20, tag: ['x', 'y'] }]);
    expect(urlOfKey(key)).toBe('/api/communities/7%2F8/members?q=a+b%26c&limit=20&tag=x&tag=y');
  });

  it('tells a list that comes page by page from the same list whole', () => {
    const input = { params: { id: '7' } };
    expect(queryOf(listMembers, input).queryKey).not.toEqual(infiniteQueryOf(listMembers, input).queryKey);
  });

  it('names the parameter that is missing', () => {
    expect(() => urlOfKey(queryKeyOf(listMembers, { params: { id: '' } }))).not.toThrow();
    expect(() => queryKeyOf(deleteGroup, JSON.parse('{"params":{}}'))).toThrow(
      '/api/lead-groups/:id needs the parameter id',
    );
  });
});

describe('a list', () => {
  it('reads the next cursor and the total from the headers', async () => {
    const headers = {
      Link: '</api/communities/7/members?limit=1&cursor=b%3D2>; rel="next"',
      'X-Total-Count': '41',
    };
    answer('[{"id":"1","name":"Ada"}]', { headers });
    expect(await callPage(listMembers, { params: { id: '7' }, query: { limit: 1 } })).toEqual({
      items: [{ id: '1', name: 'Ada' }],
      nextCursor: 'b=2',
      total: 41,
    });
  });

  it('ends where there is no next page', async () => {
    answer('[]', { headers: { 'X-Total-Count': '0' } });
    expect(await callPage(listMembers, { params: { id: '7' } })).toEqual({
      items: [],
      nextCursor: null,
      total: 0,
    });
  });
});

describe('an answer that is not OK', () => {
  // S7-66
  it('is raised as an error of the status code, a colon, a space and the text of the body', async () => {
    answer('taken', { status: 409, statusText: 'Conflict' });
    const error = await failureOf(callApi(createGroup, { body: { name: 'x' } }));
    expect(error.message).toBe('409: taken');
    expect(error.status).toBe(409);
  });

  // S7-66
  it('keeps the whole body in the message and the human words beside it', async () => {
    const body = JSON.stringify({
      code: 'conflict',
      message: 'A group of this name exists.',
      fields: { name: 'Taken' },
    });
    answer(body, { status: 409 });
    const error = await failureOf(callApi(createGroup, { body: { name: 'x' } }));
    expect(error.message).toBe(`409: ${body}`);
    expect(error.humanMessage).toBe('A group of this name exists.');
    expect(error.body?.fields).toEqual({ name: 'Taken' });
  });

  // S7-67
  it('with an empty body is raised as the status code, a colon, a space and the status text', async () => {
    answer('', { status: 404, statusText: 'Not Found' });
    expect((await failureOf(callApi(createGroup, { body: { name: 'x' } }))).message).toBe('404: Not Found');
  });

  // S7-03
  it('a 401 is an error like any other', async () => {
    answer('Unauthorized', { status: 401 });
    expect((await failureOf(getJson('/api/communities'))).message).toBe('401: Unauthorized');
  });

  it('does not show the page of a proxy to people', async () => {
    answer('<html><h1>Bad Gateway</h1></html>', { status: 502, statusText: 'Bad Gateway' });
    const error = await failureOf(getJson('/api/communities'));
    expect(error.humanMessage).toBe('Bad Gateway');
    expect(error.body).toBeUndefined();
  });

  it('is told to those who listen, until they stop', async () => {
    answer('no', { status: 500 });
    const told: string[] = [];
    const stop = onApiError((error) => told.push(error.path));
    await failureOf(getJson('/api/leads?q=tea'));
    stop();
    await failureOf(getJson('/api/leads'));
    expect(told).toEqual(['/api/leads']);
  });
});
