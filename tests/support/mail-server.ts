import { createServer, type Server, type Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

type Received = { from: string; to: string; raw: string };

/** What somebody enters to add a mailbox that sends over a server of this machine; what is given wins. */
export function mailboxAt(port: number, given: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    name: 'Mia North',
    address: 'mia@northwind.test',
    smtpHost: '127.0.0.1',
    smtpPort: port,
    smtpSecurity: 'none',
    imapHost: '',
    imapPort: 993,
    imapSecurity: 'tls',
    username: '',
    password: '',
    limits: null,
    ...given,
  };
}

export type TestMailServer = { url: string; port: number; received: Received[]; close: () => Promise<void> };

/** A real SMTP server that keeps what it takes. Without TLS and login unless told. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<TestMailServer> {
  const received: Received[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    authOptional: true,
    logger: false,
    closeTimeout: 100,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const from = session.envelope.mailFrom;
        received.push({
          from: from ? from.address : '',
          to: session.envelope.rcptTo.map(({ address }) => address).join(','),
          raw: Buffer.concat(chunks).toString(),
        });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  const port = await new Promise<number>((resolve) => {
    const listener = server.listen(0, '127.0.0.1', () => {
      const address = listener.address();
      resolve(address && typeof address === 'object' ? address.port : 0);
    });
  });
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    received,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** What a scripted server does instead of the usual answer: words to say, or a deed with the connection. */
export type Deed = `${number}${string}` | 'drop' | 'silence';

export type Script = {
  greeting?: Deed;
  mail?: (address: string) => Deed | undefined;
  rcpt?: (address: string) => Deed | undefined;
  data?: (to: string) => Deed | undefined;
  /** At the final dot. */
  end?: (to: string) => Deed | undefined;
  /** While the text is still coming, after its first bytes. */
  middle?: (to: string) => Deed | undefined;
  isPipelining?: boolean;
  /** How long it thinks before it accepts a mail. It has accepted it by then. */
  delayMs?: number;
};

export type ScriptedServer = {
  url: string;
  /** Recipients of the mails that were accepted, in order. */
  accepted: string[];
  /** Every command, with the time it came (Unix milliseconds). */
  heard: { command: string; at: number }[];
  close: () => Promise<void>;
};

/** A mail server that behaves as badly as told; the usual packages are too polite for that. */
export async function startScriptedServer(script: Script = {}): Promise<ScriptedServer> {
  const accepted: string[] = [];
  const heard: ScriptedServer['heard'] = [];
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    let isMute = false;
    const act = (deed: Deed | undefined, usual: string): boolean => {
      if (isMute) return false;
      if (deed === 'drop') {
        socket.destroy();
        return false;
      }
      if (deed === 'silence') {
        isMute = true;
        return false;
      }
      socket.write(`${deed ?? usual}\r\n`);
      return deed === undefined || /^[23]/.test(deed);
    };
    let unread = '';
    let hasSender = false;
    let to = '';
    let isInData = false;
    act(script.greeting, '220 scripted ESMTP');
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      unread += chunk;
      for (;;) {
        if (isInData && script.middle?.(to) !== undefined) {
          act(script.middle(to), '');
          return;
        }
        const end = unread.indexOf(isInData ? '\r\n.\r\n' : '\r\n');
        if (end < 0) return;
        const command = unread.slice(0, end);
        unread = unread.slice(end + (isInData ? 5 : 2));
        if (isInData) {
          isInData = false;
          if (script.delayMs === undefined) {
            if (act(script.end?.(to), '250 2.0.0 Ok: queued')) accepted.push(to);
            continue;
          }
          // The worst moment to die: the server has it, the sender does not know.
          accepted.push(to);
          setTimeout(() => act(undefined, '250 2.0.0 Ok: queued'), script.delayMs);
          continue;
        }
        heard.push({ command, at: Date.now() });
        const address = /<([^>]*)>/.exec(command)?.[1] ?? '';
        if (/^EHLO/i.test(command))
          act(undefined, script.isPipelining ? '250-scripted\r\n250 PIPELINING' : '250 scripted');
        else if (/^MAIL/i.test(command)) hasSender = act(script.mail?.(address), '250 2.1.0 Ok');
        else if (/^RCPT/i.test(command)) {
          const deed = hasSender ? script.rcpt?.(address) : '503 5.5.1 need MAIL command';
          to = act(deed, '250 2.1.5 Ok') ? address : '';
        } else if (/^DATA/i.test(command)) {
          // As real servers do: no text without a recipient.
          isInData =
            to === ''
              ? (act('503 5.5.1 no valid recipients', ''), false)
              : act(script.data?.(to), '354 go ahead');
        } else if (/^QUIT/i.test(command)) socket.end('221 bye\r\n');
        else {
          to = '';
          act(undefined, '250 2.0.0 Ok');
        }
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `smtp://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`,
    accepted,
    heard,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
