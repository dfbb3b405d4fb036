import { parseConnectionUrl } from 'nodemailer/lib/shared';
import type { SMTPConnectionAuth, SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection';
import {
  isPracticeAddress,
  type Mail,
  type MailAccount,
  type MailTransport,
  type Readiness,
  type SendResult,
} from './port.ts';
import { openSmtpSession, SessionError, type SessionOptions, type SmtpSession } from './smtp-session.ts';

type SmtpOptions = {
  /** smtp://user:password@host:587 or smtps://…; `?tls.rejectUnauthorized=false` and its like are understood. */
  server: string | MailAccount;
  connections: number;
  connectTimeoutMs?: number;
  replyTimeoutMs?: number;
  finalReplyTimeoutMs?: number;
  /** Adds the sender's signature to a message. */
  sign?: ((raw: string) => string) | undefined;
  /** How long a connection nobody needs is kept. */
  idleMs?: number;
};

type Waiting = { mail: Mail; settle: (result: SendResult) => void };
type Failure = Extract<SendResult, { outcome: 'not_begun' }>;

const GROW_AGAIN_MS = 5_000;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])$/i;

/** Sends over a pool of connections to one mail server. Opens them as they are needed. */
export function createSmtpTransport(options: SmtpOptions): MailTransport {
  const { connections, sign, idleMs = 60_000 } = options;
  const fixed = readOptions(options);
  const sessions = new Set<SmtpSession>();
  const idle: SmtpSession[] = [];
  const waiting: Waiting[] = [];
  const underWay = new Set<Promise<unknown>>();
  let opening = 0;
  let isClosed = false;
  let growAfter = 0;
  let expiry: NodeJS.Timeout | undefined;
  let quiet: NodeJS.Timeout | undefined;

  const failAll = (failure: Failure): void => {
    for (const { settle } of waiting.splice(0)) settle(failure);
  };

  const open = async (): Promise<Readiness> => {
    opening += 1;
    try {
      const session = await openSmtpSession(await placed(fixed, options.server), () => {
        sessions.delete(session);
        const position = idle.indexOf(session);
        if (position >= 0) idle.splice(position, 1);
      });
      sessions.add(session);
      idle.push(session);
      return { isReady: true };
    } catch (error) {
      // A server that limits connections goes on serving those it has let in.
      growAfter = Date.now() + GROW_AGAIN_MS;
      const cause = error instanceof SessionError ? error.cause : 'unreachable';
      const reason = error instanceof Error ? error.message : 'the mail server cannot be reached';
      return { isReady: false, cause, reason };
    } finally {
      opening -= 1;
    }
  };

  /** One more connection; where none can be had at all, what waits is given back. */
  const grow = async (): Promise<void> => {
    const readiness = await open();
    if (!readiness.isReady && sessions.size === 0 && opening === 0) {
      failAll({ outcome: 'not_begun', cause: readiness.cause, reason: readiness.reason });
    }
    if (readiness.isReady) pump();
  };

  const run = async (session: SmtpSession, { mail, settle }: Waiting): Promise<void> => {
    const result = await session.send(sign ? { ...mail, raw: sign(mail.raw) } : mail);
    if (session.isOpen()) idle.push(session);
    settle(result);
  };

  const pump = (): void => {
    dropLate();
    while (waiting.length > 0) {
      const session = idle.pop();
      if (!session) break;
      const next = waiting.shift();
      if (!next) break;
      const running = run(session, next).finally(() => {
        underWay.delete(running);
        pump();
      });
      underWay.add(running);
    }
    const isLimited = sessions.size > 0 && Date.now() < growAfter;
    const room = isLimited ? 0 : connections - sessions.size - opening;
    const lacking = Math.min(waiting.length - opening, room);
    for (let count = 0; count < lacking; count += 1) void grow();
    watchExpiry();
    watchQuiet();
  };

  /** Mails that found no free connection while they were allowed to begin are given back. */
  const dropLate = (): void => {
    const now = Date.now();
    for (let index = waiting.length - 1; index >= 0; index -= 1) {
      if ((waiting[index]?.mail.beginBy ?? 0) > now) continue;
      const [late] = waiting.splice(index, 1);
      late?.settle({ outcome: 'not_begun', cause: 'late', reason: 'no connection was free in time' });
    }
  };

  const watchExpiry = (): void => {
    clearTimeout(expiry);
    if (waiting.length === 0) return;
    const next = Math.min(...waiting.map(({ mail }) => mail.beginBy));
    expiry = setTimeout(
      () => {
        dropLate();
        watchExpiry();
      },
      Math.max(1, next - Date.now() + 1),
    );
  };

  const watchQuiet = (): void => {
    clearTimeout(quiet);
    quiet = setTimeout(() => {
      for (const session of idle.splice(0)) session.close();
    }, idleMs).unref();
  };

  return {
    id: 'smtp',
    lanes: connections,
    send: (mail) =>
      new Promise((settle) => {
        if (isPracticeAddress(mail.envelopeTo)) {
          const response = '550 5.1.1 a practice address is never given to a mail server';
          settle({ outcome: 'rejected', isPermanent: true, refusedAt: 'recipient', response });
        } else if (isClosed || mail.beginBy <= Date.now()) {
          const reason = isClosed ? 'the transport is closed' : 'it came too late';
          settle({ outcome: 'not_begun', cause: 'late', reason });
        } else {
          waiting.push({ mail, settle });
          pump();
        }
      }),
    verify: () => (sessions.size > 0 ? Promise.resolve({ isReady: true }) : open()),
    async close() {
      isClosed = true;
      failAll({ outcome: 'not_begun', cause: 'late', reason: 'the transport is closed' });
      await Promise.allSettled(underWay);
      clearTimeout(expiry);
      clearTimeout(quiet);
      for (const session of sessions) session.close();
    },
  };
}

/** An account names a host that somebody typed in: it is looked up anew for each connection. */
async function placed(options: SessionOptions, server: SmtpOptions['server']): Promise<SessionOptions> {
  if (typeof server === 'string') return options;
  const host = await server.addressOf(server.host);
  return { ...options, connection: { ...options.connection, host } };
}

function readOptions({
  server,
  connectTimeoutMs = 15_000,
  replyTimeoutMs = 60_000,
  finalReplyTimeoutMs = 300_000,
}: SmtpOptions): SessionOptions {
  const { auth, ...connection } = typeof server === 'string' ? parseConnectionUrl(server) : ofAccount(server);
  const isLoopback = LOOPBACK.test((typeof server === 'string' ? connection.host : server.host) ?? '');
  return {
    auth,
    connection: {
      ...connection,
      // What stays on this machine needs no proof of who the server is.
      ...(isLoopback ? { tls: { rejectUnauthorized: false, ...connection.tls } } : {}),
      connectionTimeout: connectTimeoutMs,
      greetingTimeout: connectTimeoutMs,
      dnsTimeout: connectTimeoutMs,
      socketTimeout: replyTimeoutMs,
    },
    replyTimeoutMs,
    finalReplyTimeoutMs,
  };
}

function ofAccount({ host, port, security, username, password }: MailAccount): SMTPConnectionOptions & {
  auth: SMTPConnectionAuth | undefined;
} {
  return {
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    tls: { servername: host },
    auth: username === '' ? undefined : { user: username, credentials: { user: username, pass: password } },
  };
}
