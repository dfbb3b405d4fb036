import { afterEach, describe, expect, it } from 'vitest';
import { type Script, startMailServer, startScriptedServer } from '#tests/support/mail-server.ts';
import { describeMailTransport, testMail } from './conformance.ts';
import { isPracticeAddress, type MailTransport } from './port.ts';
import { createSmtpTransport } from './smtp.ts';

const FAST = { connections: 4, connectTimeoutMs: 1_000, replyTimeoutMs: 300, finalReplyTimeoutMs: 300 };

const opened: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

async function against(
  script: Script,
): Promise<{ transport: MailTransport; server: Awaited<ReturnType<typeof startScriptedServer>> }> {
  const server = await startScriptedServer(script);
  const transport = createSmtpTransport({ server: server.url, ...FAST });
  opened.push(transport, server);
  return { transport, server };
}

describeMailTransport('SMTP', async () => {
  const server = await startMailServer();
  const transport = createSmtpTransport({ server: server.url, connections: 4 });
  return {
    transport,
    arrivalsOf: async ({ id }) => server.received.map(({ raw }) => raw).filter((raw) => raw.includes(id)),
    close: async () => {
      await transport.close();
      await server.close();
    },
  };
});

describe.each([{ isPipelining: false }, { isPipelining: true }])('SMTP with %o', (base) => {
  it('repeats what a server said as far as it can be stored', async () => {
    const { transport } = await against({
      ...base,
      rcpt: () => `550 no\u0000body ${'\u{1f33f}'.repeat(900)}`,
    });
    const result = await transport.send(testMail({ envelopeTo: 'ann@clinic.test' }));
    const response = result.outcome === 'rejected' ? result.response : '';
    expect([response.slice(0, 12), response.length, response.isWellFormed()]).toEqual([
      '550 nobody \ud83c',
      1_000,
      true,
    ]);
  });

  it('says for now or for good, and at what, and goes on over the same connection', async () => {
    const { transport, server } = await against({
      ...base,
      mail: (address) => (address.startsWith('nobody') ? '550 5.7.1 sender refused' : undefined),
      rcpt: (address) => {
        if (address.startsWith('gone')) return '550 5.1.1 no such user';
        return address.startsWith('later') ? '451 4.7.1 greylisted' : undefined;
      },
      end: (to) => (to.startsWith('spam') ? '554 5.7.0 looks like spam' : undefined),
    });
    const send = (envelopeTo: string, envelopeFrom = 'mia@sender.test') =>
      transport.send(testMail({ envelopeTo, envelopeFrom }));
    expect(await send('ann@clinic.test', 'nobody@sender.test')).toMatchObject({
      isPermanent: true,
      refusedAt: 'sender',
    });
    expect(await send('gone@clinic.test')).toMatchObject({
      isPermanent: true,
      refusedAt: 'recipient',
      response: '550 5.1.1 no such user',
    });
    expect(await send('later@clinic.test')).toMatchObject({ isPermanent: false, refusedAt: 'recipient' });
    expect(await send('spam@clinic.test')).toMatchObject({ isPermanent: true, refusedAt: 'content' });
    expect(await send('ann@clinic.test')).toMatchObject({ outcome: 'accepted' });
    expect(server.accepted).toEqual(['ann@clinic.test']);
    expect(server.heard.filter(({ command }) => command.startsWith('EHLO'))).toHaveLength(1);
  });

  it('does not know what became of a mail whose answer never came', async () => {
    const { transport } = await against({
      ...base,
      end: (to) => (to.startsWith('drop') ? 'drop' : 'silence'),
    });
    expect(await transport.send(testMail({ envelopeTo: 'drop@clinic.test' }))).toMatchObject({
      outcome: 'unknown',
    });
    expect(await transport.send(testMail({ envelopeTo: 'hang@clinic.test' }))).toMatchObject({
      outcome: 'unknown',
    });
  });

  it('does not know either when the connection breaks in the middle of the text', async () => {
    const { transport } = await against({ ...base, middle: () => 'drop' });
    expect(await transport.send(testMail())).toMatchObject({ outcome: 'unknown' });
  });

  it('may try again when the connection breaks before the text', async () => {
    const { transport } = await against({ ...base, rcpt: () => 'drop' });
    expect(await transport.send(testMail())).toMatchObject({ outcome: 'rejected', isPermanent: false });
  });

  it('takes 421 as "not now" and opens a new connection', async () => {
    let calls = 0;
    const { transport } = await against({
      ...base,
      mail: () => {
        calls += 1;
        return calls === 1 ? '421 4.7.0 too many messages' : undefined;
      },
    });
    expect(await transport.send(testMail())).toMatchObject({
      isPermanent: false,
      response: '421 4.7.0 too many messages',
    });
    expect(await transport.send(testMail())).toMatchObject({ outcome: 'accepted' });
  });

  it('reports a server that never answers a command', async () => {
    const { transport } = await against({ ...base, mail: () => 'silence' });
    expect(await transport.send(testMail())).toMatchObject({ outcome: 'not_begun', cause: 'unreachable' });
  });
});

describe('SMTP', () => {
  it('begins nothing when the server is not there, is busy or stays silent', async () => {
    const nowhere = createSmtpTransport({ server: 'smtp://127.0.0.1:1', ...FAST });
    opened.push(nowhere);
    expect(await nowhere.send(testMail())).toMatchObject({ outcome: 'not_begun', cause: 'unreachable' });
    expect(await nowhere.verify()).toMatchObject({ isReady: false, cause: 'unreachable' });
    const busy = await against({ greeting: '421 busy' });
    expect(await busy.transport.verify()).toMatchObject({ isReady: false, cause: 'unreachable' });
    const silent = await against({ greeting: 'silence' });
    expect(await silent.transport.verify()).toMatchObject({ isReady: false, cause: 'unreachable' });
  });

  it('gives a mail back that found no free connection in time', async () => {
    const server = await startScriptedServer({ end: () => 'silence' });
    const transport = createSmtpTransport({ server: server.url, ...FAST, finalReplyTimeoutMs: 3_000 });
    opened.push(transport, server);
    const busy = Array.from({ length: FAST.connections }, () => transport.send(testMail()));
    await expect
      .poll(() => server.heard.filter(({ command }) => command === 'DATA').length)
      .toBe(FAST.connections);
    expect(await transport.send(testMail({ beginBy: Date.now() + 50 }))).toMatchObject({
      outcome: 'not_begun',
      cause: 'late',
    });
    await Promise.all(busy);
  });

  it('goes on with a new connection after the server closed the idle one', async () => {
    const { transport, server } = await against({});
    await transport.send(testMail());
    await server.close();
    expect(await transport.send(testMail())).toMatchObject({ outcome: 'not_begun' });
  });

  it('never gives a practice address to the server', async () => {
    const { transport, server } = await against({});
    expect(await transport.send(testMail({ envelopeTo: 'ann@example.org' }))).toMatchObject({
      isPermanent: true,
    });
    expect(server.heard).toEqual([]);
  });

  it.each(['a\r\nRCPT TO:<victim@clinic.test>@clinic.test', 'a b@clinic.test', 'nowhere', '<a>@clinic.test'])(
    'refuses the address %j before it could break the dialogue',
    async (envelopeTo) => {
      const { transport, server } = await against({});
      expect(await transport.send(testMail({ envelopeTo }))).toMatchObject({
        isPermanent: true,
        refusedAt: 'recipient',
      });
      expect(server.heard.filter(({ command }) => /RCPT/.test(command))).toEqual([]);
    },
  );

  it.each([
    ['"ann lee"@clinic.test', 'RCPT TO:<"ann lee"@clinic.test>'],
    ['"a@b"@clinic.test', 'RCPT TO:<"a@b"@clinic.test>'],
    ['ann@bücher.test', 'RCPT TO:<ann@xn--bcher-kva.test>'],
    ["o'hara+tea=x@clinic.test", "RCPT TO:<o'hara+tea=x@clinic.test>"],
  ])('sends to the odd but valid address %s', async (envelopeTo, command) => {
    const { transport, server } = await against({});
    expect(await transport.send(testMail({ envelopeTo }))).toMatchObject({ outcome: 'accepted' });
    expect(server.heard.map((heard) => heard.command)).toContain(command);
  });

  it('logs in, over TLS, and tells a refused login apart', async () => {
    const server = await startMailServer({
      disabledCommands: [],
      authOptional: false,
      onAuth(auth, _session, done) {
        if (auth.password === 'right') done(null, { user: 'mia' });
        else done(new Error('wrong'));
      },
    });
    const [right, wrong] = ['right', 'wrong'].map((password) =>
      createSmtpTransport({
        server: `smtp://mia:${password}@127.0.0.1:${server.port}`,
        ...FAST,
        replyTimeoutMs: 3_000,
      }),
    );
    if (!right || !wrong) throw new Error('no transports');
    opened.push(right, wrong, server);
    expect(await right.send(testMail())).toMatchObject({ outcome: 'accepted' });
    expect(await wrong.send(testMail())).toMatchObject({ outcome: 'not_begun', cause: 'login_refused' });
    expect(await wrong.verify()).toMatchObject({ isReady: false, cause: 'login_refused' });
    expect(server.received).toHaveLength(1);
  });

  it('keeps a connection beyond the time limits of opening it', async () => {
    const { transport, server } = await against({});
    await transport.send(testMail());
    await new Promise((resolve) => setTimeout(resolve, 1_300));
    expect(await transport.send(testMail())).toMatchObject({ outcome: 'accepted' });
    expect(server.heard.filter(({ command }) => command.startsWith('EHLO'))).toHaveLength(1);
  });
});

describe('practice addresses', () => {
  it.each([
    ['ann@example.com', true],
    ['ann@sub.example.org', true],
    ['ann@EXAMPLE.NET.', true],
    ['ann@shop.example', true],
    ['ann@x.invalid', true],
    ['ann@localhost', true],
    ['ann@clinic.test', false],
    ['ann@notexample.com', false],
    ['ann@example.com.clinic.test', false],
    ['"x@example.com"@clinic.test', false],
  ])('%s: %s', (address, isPractice) => expect(isPracticeAddress(address)).toBe(isPractice));
});
