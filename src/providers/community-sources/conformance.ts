import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readSettings } from '#platform/config.ts';
import { createEgress } from '#platform/egress.ts';
import { SourceError } from '#providers/lead-sources/port.ts';
import {
  type ProviderAnswer,
  type ProviderRequest,
  type ProviderServer,
  startProviderServer,
} from '#tests/support/provider-server.ts';
import type { MirrorDefinition, MirrorPage, MirrorReader, MirrorRequest } from './port.ts';
import { connectCommunitySource } from './registry.ts';

export const NOW = new Date('2027-01-14T09:00:00Z');

type Case = {
  definition: MirrorDefinition;
  /** Settings that point it at a server on this machine. */
  settings: (url: string) => Record<string, string>;
  place: (url: string) => string;
  /** The platform, answering as its own servers do; one post claims to be from 2099. */
  answer: (request: ProviderRequest) => ProviderAnswer;
  /** A secret of the settings that must never stand in an error. */
  secret?: string;
};

/** What holds for every platform that is mirrored. */
export function describeCommunitySource(name: string, { definition, ...given }: Case) {
  let server: ProviderServer;
  let reader: MirrorReader;
  const waits: number[] = [];

  const read = (request: Partial<MirrorRequest> = {}): Promise<MirrorPage> =>
    reader.read({
      place: given.place(server.url),
      cursor: null,
      since: null,
      now: NOW,
      signal: AbortSignal.timeout(20_000),
      ...request,
    });

  const failureOf = async (): Promise<SourceError> => {
    const error = await read().then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(SourceError);
    const failure = error as SourceError;
    if (given.secret) expect(`${failure.message} ${String(failure.stack)}`).not.toContain(given.secret);
    return failure;
  };

  beforeAll(async () => {
    server = await startProviderServer(given.answer);
    const settings = readSettings(given.settings(server.url));
    const source = connectCommunitySource(definition, {
      settings,
      egress: createEgress({ trusted: [server.url], timeoutMs: 500 }),
      outside: createEgress({ trusted: [server.url], timeoutMs: 500 }),
      wait: (ms) => {
        waits.push(ms);
        return Promise.resolve();
      },
    });
    if (!source.reader) throw new Error(`${name} is off`);
    reader = source.reader;
  });
  beforeEach(() => {
    server.fault = undefined;
    server.requests.length = 0;
    waits.length = 0;
  });
  afterAll(() => server.close());

  describe(`${name}, as every mirrored platform`, () => {
    it('reads from the newest to the end, in pages that hold no post of the future', async () => {
      const ids: string[] = [];
      let cursor: string | null = null;
      do {
        const page: MirrorPage = await read({ cursor });
        ids.push(...page.posts.map(({ id }) => id));
        for (const { postedAt, text, authorName } of page.posts) {
          expect(postedAt?.getTime() ?? 0).toBeLessThanOrEqual(NOW.getTime());
          expect(text).not.toMatch(/<script|\0/);
          expect(authorName).not.toBe('');
        }
        cursor = page.cursor;
      } while (cursor !== null);
      expect(ids.length).toBeGreaterThan(1);
      expect(new Set(ids).size).toBe(ids.length);
    });

    it('waits as long as it is asked to, and then goes on', async () => {
      let refusals = 1;
      server.fault = () => {
        refusals -= 1;
        return refusals >= 0 ? { status: 429, headers: { 'retry-after': '2' }, body: {} } : undefined;
      };
      expect((await read()).posts.length).toBeGreaterThan(0);
      expect(waits[0]).toBeGreaterThanOrEqual(2_000);
    });

    it('says in words that a revoked key is refused, and does not try again', async () => {
      server.fault = () => ({ status: 401, body: { message: '401: Unauthorized' } });
      expect(await failureOf()).toMatchObject({ retryable: false });
      expect(server.requests).toHaveLength(1);
    });

    it.each(['garbage', 'cut', 'hang'] as const)(
      'fails in words on an answer that is a %s',
      async (fault) => {
        server.fault = () => fault;
        expect((await failureOf()).message).toMatch(/^\S+ (?:gave|could not|did not)/);
      },
    );

    it('is off and says what it needs where its settings are missing', () => {
      const off = connectCommunitySource(definition, {
        settings: readSettings({}),
        egress: createEgress(),
        outside: createEgress(),
        wait: () => Promise.resolve(),
      });
      expect(off.reader === undefined).toBe(definition.needs.length > 0);
    });
  });

  return { server: () => server, reader: () => reader, read };
}
