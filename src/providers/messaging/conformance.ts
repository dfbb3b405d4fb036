import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createEgress, type Egress } from '#platform/egress.ts';
import {
  type Fault,
  type ProviderAnswer,
  type ProviderRequest,
  type ProviderServer,
  startProviderServer,
} from '#tests/support/provider-server.ts';
import type { DirectMessage, Messenger } from './port.ts';

type Options = {
  create: (egress: Egress, url: string) => Messenger;
  /** The platform, as its documents describe it. */
  answer: (request: ProviderRequest, url: string) => ProviderAnswer;
  /** The call that sends, and the words in it. */
  sentText: (request: ProviderRequest) => string | undefined;
  /** Somebody who takes messages. */
  to: string;
};

export function buildMessage(change: Partial<DirectMessage> = {}): DirectMessage {
  return {
    id: crypto.randomUUID(),
    to: 'ann',
    text: 'The evening class begins on Monday.',
    footer: '',
    isWindowOpen: true,
    beginBy: Date.now() + 10_000,
    ...change,
  };
}

/** What every messenger keeps to, shown against a server that speaks the platform's protocol. */
export function describeMessenger(
  name: string,
  { create, answer, sentText, to }: Options,
): { server: () => ProviderServer; connect: () => Messenger } {
  let server: ProviderServer;
  const egress = (): Egress => createEgress({ trusted: [server.url], timeoutMs: 300 });
  const connect = (): Messenger => create(egress(), server.url);
  const sends = (): string[] => server.requests.flatMap((request) => sentText(request) ?? []);
  const failSending = (fault: Fault): void => {
    server.fault = (request) => (sentText(request) === undefined ? undefined : fault);
  };

  beforeAll(async () => {
    server = await startProviderServer(answer);
  });
  afterEach(() => {
    server.fault = undefined;
    server.requests.splice(0);
  });
  afterAll(() => server.close());

  describe(`${name} as a messenger`, () => {
    it('is ready, and sends nothing to find that out', async () => {
      expect(await connect().verify()).toEqual({ isReady: true });
      expect(sends()).toEqual([]);
    });

    it('sends a message once and learns its id', async () => {
      const result = await connect().send(buildMessage({ to }));
      expect(result).toMatchObject({ outcome: 'accepted', reference: expect.stringMatching(/./) });
      expect(sends()).toEqual(['The evening class begins on Monday.']);
    });

    it('begins nothing that is late', async () => {
      const result = await connect().send(buildMessage({ to, beginBy: Date.now() - 1 }));
      expect(result).toMatchObject({ outcome: 'not_begun', cause: 'late' });
      expect(sends()).toEqual([]);
    });

    it('says that it is not let in (401)', async () => {
      server.fault = () => ({
        status: 401,
        body: { error: 'AuthenticationRequired', title: 'Unauthorized' },
      });
      const refused = { cause: 'login_refused' };
      expect(await connect().send(buildMessage({ to }))).toMatchObject({ outcome: 'not_begun', ...refused });
      expect(await connect().verify()).toMatchObject({ isReady: false, ...refused });
    });

    it('gives a message back that came too soon (429), with the rest that is asked for', async () => {
      failSending({ status: 429, headers: { 'retry-after': '7' }, body: {} });
      expect(await connect().send(buildMessage({ to }))).toMatchObject({
        outcome: 'not_begun',
        cause: 'throttled',
        retryAfterMs: 7_000,
      });
      expect(sends()).toHaveLength(1);
    });

    it.each<[string, Fault]>([
      ['a 502', { status: 502, body: '<html>Bad gateway' }],
      ['an answer that is no JSON', 'garbage'],
      ['an answer that is cut off', 'cut'],
      ['an answer that drips', 'drip'],
      ['silence', 'hang'],
      ['an answer in another shape', { status: 200, body: { fine: true } }],
    ])('does not know what became of a message after %s, and asks no second time', async (_what, fault) => {
      failSending(fault);
      expect(await connect().send(buildMessage({ to }))).toMatchObject({ outcome: 'unknown' });
      expect(sends()).toHaveLength(1);
    });

    it('begins nothing while the platform is away', async () => {
      const gone = create(egress(), 'http://127.0.0.1:9');
      const away = createEgress({ trusted: ['http://127.0.0.1:9'], timeoutMs: 300 });
      for (const messenger of [gone, create(away, 'http://127.0.0.1:9')]) {
        expect(await messenger.send(buildMessage({ to }))).toMatchObject({
          outcome: 'not_begun',
          cause: 'unreachable',
        });
        expect(await messenger.verify()).toMatchObject({ isReady: false, cause: 'unreachable' });
      }
    });
  });
  return { server: () => server, connect };
}
