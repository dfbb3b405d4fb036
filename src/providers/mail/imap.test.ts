import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startImapServer, type TestImapServer } from '#tests/support/imap-server.ts';
import { createImapReader } from './imap.ts';
import type { InboxState } from './port.ts';

let server: TestImapServer;

beforeAll(async () => {
  server = await startImapServer();
});
afterAll(() => server.close());

describe('an inbox that is watched', () => {
  const watchedBy = (port: number) =>
    createImapReader({
      host: '127.0.0.1',
      port,
      security: 'none',
      username: 'mia',
      password: 'secret',
      addressOf: (host) => Promise.resolve(host),
    });

  it('tells of a mail when it comes, and ends with the connection or when it is told to', async () => {
    const telling = await startImapServer({ isTelling: true });
    const stop = new AbortController();
    let news = 0;
    const watch = () => watchedBy(telling.port).watch({ onNews: () => (news += 1), signal: stop.signal });
    const first = watch();
    await expect.poll(() => telling.waiting()).toBe(1);
    expect(news, 'what came before').toBe(1);
    telling.deliver('Subject: One\n\nHello');
    await expect.poll(() => news).toBe(2);
    telling.cutOff();
    expect(['ended', 'failed']).toContain((await first).outcome);
    const second = watch();
    await expect.poll(() => telling.waiting()).toBe(1);
    stop.abort();
    expect(await second).toEqual({ outcome: 'ended' });
    await telling.close();
  });

  it('says so where a server does not tell, or does not let us in', async () => {
    const { signal } = new AbortController();
    const wanted = { onNews: () => undefined, signal };
    expect(await watchedBy(server.port).watch(wanted)).toEqual({ outcome: 'unsupported' });
    expect(await watchedBy(1).watch(wanted)).toMatchObject({ outcome: 'failed' });
  });
});

it('takes large mails in portions, each once', async () => {
  const words = 'x'.repeat(70);
  for (let number = 1; number <= 22; number += 1)
    server.deliver([`Subject: ${number}`, '', ...Array.from({ length: 14_000 }, () => words)].join('\n'));
  const reader = createImapReader({
    host: '127.0.0.1',
    port: server.port,
    security: 'none',
    username: 'mia',
    password: 'secret',
    addressOf: (host) => Promise.resolve(host),
  });
  const looks: string[][] = [];
  let state: InboxState | undefined;
  for (let look = 0; look < 3; look += 1) {
    const result = await reader.read({ state, since: new Date(0), limit: 200 });
    if (result.outcome === 'failed') throw new Error(result.reason);
    state = result.state;
    looks.push(
      result.mails.map(({ raw }) => /Subject: (\d+)/.exec(Buffer.from(raw).toString('latin1'))?.[1] ?? ''),
    );
  }
  expect(looks.map((subjects) => subjects.length)).toEqual([12, 10, 0]);
  expect(looks.flat()).toEqual(Array.from({ length: 22 }, (_none, index) => String(index + 1)));
});
