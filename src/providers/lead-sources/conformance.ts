import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readSettings } from '#platform/config.ts';
import { createEgress } from '#platform/egress.ts';
import {
  type Fault,
  type ProviderAnswer,
  type ProviderRequest,
  type ProviderServer,
  startProviderServer,
} from '#tests/support/provider-server.ts';
import { OFFLINE_WORLD } from '#tests/support/source-world.ts';
import {
  type LeadSource,
  type SourceDefinition,
  SourceError,
  type SourcePage,
  type SourceSearch,
  type SourceWorld,
} from './port.ts';

type Options = {
  source: () => LeadSource;
  /** Finds at least two pages. */
  query: string;
};

const NOW = new Date('2027-01-14T09:00:00Z');

export function buildSearch(given: Partial<SourceSearch> = {}): SourceSearch {
  return {
    query: 'herbal tea',
    queries: ['herbal tea'],
    limit: 20,
    signal: new AbortController().signal,
    now: NOW,
    budgetUsd: 5,
    places: { names: [], countries: [] },
    keepCursor: () => Promise.resolve(),
    ...given,
  };
}

/** What every lead source keeps to, whichever service is behind it. Run by the test of each adapter. */
export function describeLeadSource(name: string, { source, query }: Options): void {
  /** The first `most` pages behind `cursor`. */
  async function read(
    most: number,
    cursor?: string,
    signal = new AbortController().signal,
  ): Promise<SourcePage[]> {
    const pages: SourcePage[] = [];
    for await (const page of source().search(buildSearch({ query, queries: [query], cursor, signal }))) {
      pages.push(page);
      if (pages.length === most) break;
    }
    return pages;
  }

  const idsOf = (pages: readonly SourcePage[]): string[] =>
    pages.flatMap(({ posts }) => posts.map(({ id }) => id));

  describe(`${name} as a lead source`, () => {
    it('gives pages of posts with words, an author and a time that is not in the future', async () => {
      const posts = (await read(2)).flatMap((page) => page.posts);
      expect(posts.length).toBeGreaterThan(1);
      for (const post of posts) {
        expect(post.id).not.toBe('');
        expect(post.text.trim()).not.toBe('');
        expect(post.author.name.trim() + post.author.handle.trim()).not.toBe('');
        expect(post.author.country ?? 'GB').toMatch(/^[A-Z]{2}$/);
        expect(post.postedAt?.getTime() ?? 0).toBeLessThanOrEqual(NOW.getTime());
        expect(post.url ?? 'https://').toMatch(/^https?:/);
      }
    });

    it('counts what it read and, where it knows, how much there is', async () => {
      for (const page of await read(3)) {
        expect(page.read).toBeGreaterThanOrEqual(page.posts.length);
        if (page.total !== null) expect(page.total).toBeGreaterThanOrEqual(page.read);
      }
    });

    it('gives the same people in the same order when it is asked again', async () => {
      expect(idsOf(await read(2))).toEqual(idsOf(await read(2)));
    });

    it('goes on behind a cursor without repeating or leaving out anybody', async () => {
      const [first, second] = await read(2);
      expect(first?.cursor).toEqual(expect.any(String));
      const [goneOn] = await read(1, first?.cursor ?? undefined);
      expect(idsOf(goneOn ? [goneOn] : [])).toEqual(idsOf(second ? [second] : []));
      expect(goneOn?.cursor).toBe(second?.cursor);
    });

    it('stops when it is told to', async () => {
      const stop = new AbortController();
      stop.abort();
      const pages = await read(1_000, undefined, stop.signal).catch(() => []);
      expect(pages.length).toBeLessThanOrEqual(1);
    });
  });
}

type RemoteOptions = {
  definition: SourceDefinition;
  /** Settings that turn the source on, with the provider at `url`. */
  settings: (url: string) => Record<string, string>;
  /** The provider; finds at least two pages. */
  answer: (request: ProviderRequest, url: string) => ProviderAnswer;
  /** Requests that may be made twice; those of GET unless told, none with null. */
  isRepeatable?: ((request: ProviderRequest) => boolean) | null;
  /** The provider answers something else than JSON, in which anything is readable. */
  readsAnything?: boolean;
  inbox?: SourceWorld['inbox'];
};

/** So long a test of what does not answer waits for it, and one in which it answers, however busy the machine is. */
const SOON_MS = 300;
const LONG_MS = 10_000;

/** What every source that asks a service keeps to, shown against a server that speaks the service's protocol. */
export function describeRemoteSource(
  name: string,
  {
    definition,
    settings,
    answer,
    isRepeatable = ({ method }) => method === 'GET',
    readsAnything = false,
    inbox = OFFLINE_WORLD.inbox,
  }: RemoteOptions,
): { server: () => ProviderServer; connect: () => LeadSource } {
  let server: ProviderServer;
  const rests: number[] = [];

  const connect = (timeoutMs = SOON_MS): LeadSource => {
    const world: SourceWorld = {
      settings: readSettings(settings(server.url)),
      egress: createEgress({ trusted: [server.url], timeoutMs }),
      inbox,
      wait: (ms) => {
        rests.push(ms);
        return new Promise((resolve) => {
          setTimeout(resolve, 5);
        });
      },
    };
    const search = definition.connect(world);
    if (!search) throw new Error(`${name} is off`);
    return { ...definition, isConfigured: true, search };
  };

  const readAll = async (timeoutMs?: number): Promise<SourcePage[]> => {
    const pages: SourcePage[] = [];
    for await (const page of connect(timeoutMs).search(buildSearch())) {
      pages.push(page);
      if (page.cursor === null || pages.length === 3) break;
    }
    return pages;
  };
  const failure = (timeoutMs?: number): Promise<unknown> =>
    readAll(timeoutMs).then(
      () => 'nothing failed',
      (error: unknown) => error,
    );
  /** The fault for the first `times` requests of the kind. */
  const failFirst = (fault: Fault, times: number, kind = (_request: ProviderRequest) => true): void => {
    let left = times;
    server.fault = (request) => {
      if (!kind(request) || left === 0) return undefined;
      left -= 1;
      return fault;
    };
  };

  beforeAll(async () => {
    server = await startProviderServer(answer);
  });
  afterEach(() => {
    server.fault = undefined;
    server.requests.splice(0);
    rests.splice(0);
  });
  afterAll(() => server.close());

  describeLeadSource(name, { source: connect, query: 'herbal tea' });

  describe(`${name}, when its service fails`, () => {
    it.each([
      [400, /did not take the search/],
      [401, /key/],
      [402, /credit/],
      [403, /plan|key|credit|monthly|approved/],
      [404, /address|actor/],
    ])('ends at a %i and asks no second time', async (status, words) => {
      server.fault = () => ({ status, body: { error: 'no' } });
      const error = await failure();
      expect(error).toBeInstanceOf(SourceError);
      expect((error as Error).message).toMatch(words);
      expect(server.requests).toHaveLength(1);
      expect(rests).toEqual([]);
    });

    it('R5 waits as long as a 429 wishes and goes on', async () => {
      failFirst({ status: 429, headers: { 'retry-after': '7' }, body: '' }, 1);
      expect(await readAll()).not.toHaveLength(0);
      expect(rests[0]).toBeGreaterThanOrEqual(7_000);
      expect(rests[0]).toBeLessThan(8_000);
    });

    it('R5 understands a 429 with a date, and says so where the wait is too long', async () => {
      const at = new Date(Date.now() + 90 * 60_000).toUTCString();
      server.fault = () => ({ status: 429, headers: { 'retry-after': at }, body: '' });
      expect(((await failure()) as Error).message).toMatch(/asked us to wait (?:89|90|91) minutes/);
      expect(server.requests).toHaveLength(1);
    });

    describe.skipIf(isRepeatable === null)('on a call that may be made twice', () => {
      const mayRepeat = (request: ProviderRequest): boolean => isRepeatable?.(request) ?? false;

      it('R5 tries a 503 again, later each time, and goes on', async () => {
        failFirst({ status: 503, body: '' }, 2, mayRepeat);
        expect(await readAll()).not.toHaveLength(0);
        expect(rests.slice(0, 2)).toHaveLength(2);
        expect(rests[0]).toBeGreaterThanOrEqual(300);
        expect(rests[1]).toBeGreaterThan(rests[0] ?? 0);
      });

      it('R5 gives up on a 500 after three attempts', async () => {
        server.fault = (request) => (mayRepeat(request) ? { status: 500, body: '' } : undefined);
        expect(((await failure()) as Error).message).toMatch(/does not work at the moment \(500\)/);
        expect(server.requests.filter(mayRepeat)).toHaveLength(3);
      });
    });

    it('R5 makes a call that may not be made twice only once', async () => {
      const mayNot = (request: ProviderRequest): boolean => !isRepeatable?.(request);
      await readAll();
      if (!server.requests.some(mayNot)) return;
      for (const fault of [{ status: 500, body: '' }, 'hang', 'cut'] as const) {
        server.requests.splice(0);
        server.fault = (request) => (mayNot(request) ? fault : undefined);
        expect(await failure()).toBeInstanceOf(SourceError);
        expect(server.requests.filter(mayNot)).toHaveLength(1);
      }
    });

    it.each<[Fault, RegExp, number]>([
      ['hang', /did not answer in time/, SOON_MS],
      ['drip', /did not answer in time/, SOON_MS],
      ['cut', /could not be reached/, LONG_MS],
      ...(readsAnything ? [] : ([['garbage', /could not read/, LONG_MS]] as [Fault, RegExp, number][])),
    ])('R5 ends at an answer that does not come whole: %s', async (fault, words, timeoutMs) => {
      server.fault = () => fault;
      expect(((await failure(timeoutMs)) as Error).message).toMatch(words);
    });
  });

  return { server: () => server, connect };
}
