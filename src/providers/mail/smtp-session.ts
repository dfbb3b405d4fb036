import type net from 'node:net';
import { domainToASCII } from 'node:url';
import SMTPConnection, {
  type SMTPConnectionAuth,
  type SMTPConnectionOptions,
} from 'nodemailer/lib/smtp-connection';
import { storableText } from '#kit/text.ts';
import type { Mail, Obstacle, RefusedAt, SendResult } from './port.ts';

export type SessionOptions = {
  connection: SMTPConnectionOptions;
  auth: SMTPConnectionAuth | undefined;
  /** Longest silence before a reply to a command, and before the one that says what became of the message. */
  replyTimeoutMs: number;
  finalReplyTimeoutMs: number;
};

/** The server could not be reached, or did not let us in. */
export class SessionError extends Error {
  override readonly name = 'SessionError';
  override readonly cause: Obstacle;

  constructor(message: string, cause: Obstacle) {
    super(message);
    this.cause = cause;
  }
}

type Reply = { code: number; text: string };

/** A connection that is logged in and takes one mail after the other. */
export type SmtpSession = {
  /** One at a time. Never throws. */
  send: (mail: Mail) => Promise<SendResult>;
  isOpen: () => boolean;
  close: () => void;
};

/**
 * Opens a session. nodemailer does what takes experience (addresses, TLS, the ways to log in); the dialogue of the
 * mails themselves is spoken here on its socket, in half the time and with the moment of handing over in our hands.
 * @param onClose called once when the connection is gone
 */
export async function openSmtpSession(options: SessionOptions, onClose: () => void): Promise<SmtpSession> {
  const { socket, extensions } = await connect(options);
  return new SessionOverSocket(socket, { ...options, extensions, onClose });
}

async function connect({
  connection: connectionOptions,
  auth,
}: SessionOptions): Promise<{ socket: net.Socket; extensions: Set<string> }> {
  const connection = new SMTPConnection(connectionOptions);
  const { promise: failure, reject: fail } = Promise.withResolvers<never>();
  failure.catch(() => undefined);
  connection.on('error', (error: Error) => fail(sessionError(error)));
  connection.once('end', () =>
    fail(new SessionError('The mail server closed the connection.', 'unreachable')),
  );
  try {
    await Promise.race([
      failure,
      new Promise<void>((resolve, reject) => {
        connection.connect((error) => (error ? reject(sessionError(error)) : resolve()));
      }),
    ]);
    const extensions = readExtensions(connection.lastServerResponse || '');
    if (auth && connection.allowsAuth) {
      await Promise.race([
        failure,
        new Promise<void>((resolve, reject) => {
          connection.login(auth, (error) => (error ? reject(sessionError(error)) : resolve()));
        }),
      ]);
    }
    const socket = connection._socket;
    if (!socket || socket.destroyed)
      throw new SessionError('The mail server closed the connection.', 'unreachable');
    for (const event of ['data', 'end', 'close', 'error', 'timeout']) socket.removeAllListeners(event);
    return { socket, extensions };
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** What the server can do, from its answer to EHLO. */
function readExtensions(answer: string): Set<string> {
  const lines = answer.split(/\r?\n/).slice(1);
  return new Set(lines.map((line) => (line.slice(4).split(' ')[0] ?? '').toUpperCase()));
}

function sessionError(error: Error): SessionError {
  if (error instanceof SessionError) return error;
  const code = 'code' in error ? error.code : undefined;
  const responseCode =
    'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : 0;
  // 4xx at login is "not now" (454), not "wrong password".
  const isForNow = responseCode >= 400 && responseCode < 500;
  const said = storableText(error.message, LONGEST_KEPT_REPLY);
  return new SessionError(said, code === 'EAUTH' && !isForNow ? 'login_refused' : 'unreachable');
}

type Transaction = {
  settle: (result: SendResult) => void;
  /** The message has been handed over, all of it in one write. */
  isHandedOver: boolean;
  /** The server has answered to something of this mail. */
  hasAnswer: boolean;
  /** A refusal that was heard while further answers are still to come. */
  refusal: { at: RefusedAt; reply: Reply } | undefined;
};

type Inner = SessionOptions & { extensions: Set<string>; onClose: () => void };

const LONGEST_REPLY = 65_536;

class SessionOverSocket implements SmtpSession {
  readonly #socket: net.Socket;
  readonly #options: Inner;
  readonly #canPipeline: boolean;
  #unread = '';
  #lines: string[] = [];
  #expected: ((reply: Reply) => void)[] = [];
  #transaction: Transaction | undefined;
  #isOpen = true;

  constructor(socket: net.Socket, options: Inner) {
    this.#socket = socket;
    this.#options = options;
    this.#canPipeline = options.extensions.has('PIPELINING');
    socket.setTimeout(0);
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    socket.on('timeout', () => this.#lose('no answer in time'));
    socket.on('error', (error) => this.#lose(error.message));
    socket.on('end', () => this.#lose('the server closed the connection'));
    socket.on('close', () => this.#lose('the connection was closed'));
  }

  isOpen(): boolean {
    return this.#isOpen;
  }

  close(): void {
    if (this.#isOpen && !this.#transaction) this.#socket.end('QUIT\r\n');
    this.#lose('closed by us');
  }

  send(mail: Mail): Promise<SendResult> {
    return new Promise((resolve) => {
      const from = this.#envelopeAddress(mail.envelopeFrom);
      const to = this.#envelopeAddress(mail.envelopeTo);
      if (!from || !to) {
        const response = `553 5.1.3 the mail server does not take this ${from ? 'recipient' : 'sender'} address`;
        const refusedAt = from ? 'recipient' : 'sender';
        resolve({ outcome: 'rejected', isPermanent: true, refusedAt, response });
        return;
      }
      this.#transaction = { settle: resolve, isHandedOver: false, hasAnswer: false, refusal: undefined };
      this.#socket.setTimeout(this.#options.replyTimeoutMs);
      const utf8 = from.isUtf8 || to.isUtf8 ? ' SMTPUTF8' : '';
      this.#envelope(`MAIL FROM:<${from.address}>${utf8}\r\n`, `RCPT TO:<${to.address}>\r\n`, mail.raw);
    });
  }

  #envelope(mailFrom: string, rcptTo: string, raw: string): void {
    if (this.#canPipeline) {
      const note = (at: RefusedAt, reply: Reply): void => {
        if (!isPositive(reply) && this.#transaction) this.#transaction.refusal ??= { at, reply };
      };
      this.#write(mailFrom + rcptTo + DATA);
      this.#expect((reply) => note('sender', reply));
      this.#expect((reply) => note('recipient', reply));
      this.#expect((reply) => {
        const refusal = this.#transaction?.refusal;
        const isGoingOn = reply.code >= 300 && reply.code < 400;
        if (!refusal && isGoingOn) this.#handOver(raw);
        else this.#refuse(refusal?.at ?? 'content', refusal?.reply ?? reply, { isDataOpen: isGoingOn });
      });
      return;
    }
    this.#write(mailFrom);
    this.#expect((toMail) => {
      if (!isPositive(toMail)) return this.#refuse('sender', toMail);
      this.#write(rcptTo);
      this.#expect((toRcpt) => {
        if (!isPositive(toRcpt)) return this.#refuse('recipient', toRcpt);
        this.#write(DATA);
        this.#expect((toData) => {
          if (toData.code >= 300 && toData.code < 400) this.#handOver(raw);
          else this.#refuse('content', toData);
        });
      });
    });
  }

  /** From here on the server may have the message, whatever we hear. */
  #handOver(raw: string): void {
    const transaction = this.#transaction;
    if (!transaction) return;
    transaction.isHandedOver = true;
    this.#socket.setTimeout(this.#options.finalReplyTimeoutMs);
    const stuffed = raw.startsWith('.') || raw.includes('\n.') ? raw.replace(/^\./gm, '..') : raw;
    this.#write(`${stuffed}${raw.endsWith('\r\n') ? '' : '\r\n'}.\r\n`);
    this.#expect((reply) => {
      if (isPositive(reply)) this.#settle({ outcome: 'accepted', response: reply.text });
      else if (reply.code >= 400) this.#settle(rejection('content', reply));
      else this.#lose(`an answer nobody understands: ${reply.text}`);
    });
  }

  #refuse(at: RefusedAt, reply: Reply, { isDataOpen = false } = {}): void {
    const result = rejection(at, reply);
    if (isDataOpen || reply.code === 421) {
      // Either a server that wants the text of a mail it has refused, or one that is going away.
      this.#settle(result);
      this.#lose('refused');
      return;
    }
    if (at === 'sender') {
      this.#settle(result);
      return;
    }
    this.#write('RSET\r\n');
    this.#expect(() => this.#settle(result));
  }

  #settle(result: SendResult): void {
    const transaction = this.#transaction;
    this.#transaction = undefined;
    if (this.#isOpen) this.#socket.setTimeout(0);
    transaction?.settle(result);
  }

  /** The connection is of no use any more. What that means for the mail under way depends on how far it was. */
  #lose(reason: string): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#expected = [];
    if (!this.#socket.writableEnded) this.#socket.destroy();
    else setTimeout(() => this.#socket.destroy(), CLOSE_PATIENCE_MS).unref();
    const transaction = this.#transaction;
    this.#transaction = undefined;
    if (transaction) transaction.settle(lostResult(transaction, reason));
    this.#options.onClose();
  }

  #write(text: string): void {
    this.#socket.write(text, 'utf8');
  }

  #expect(handle: (reply: Reply) => void): void {
    this.#expected.push(handle);
  }

  #read(chunk: Buffer): void {
    this.#unread += chunk.toString('utf8');
    if (this.#unread.length > LONGEST_REPLY) return this.#lose('an endless answer');
    for (let end = this.#unread.indexOf('\n'); end >= 0; end = this.#unread.indexOf('\n')) {
      const line = this.#unread.slice(0, end).trimEnd();
      this.#unread = this.#unread.slice(end + 1);
      this.#lines.push(line);
      if (line.charAt(3) === '-') continue;
      const text = this.#lines.length === 1 ? line : this.#lines.join('\n');
      this.#lines = [];
      this.#answer({ code: Number(line.slice(0, 3)) || 0, text: storableText(text, LONGEST_KEPT_REPLY) });
      if (!this.#isOpen) return;
    }
  }

  #answer(reply: Reply): void {
    const handle = this.#expected.shift();
    // An answer nobody waits for announces the end (421 after idling).
    if (!handle) return this.#lose(reply.text);
    if (this.#transaction) this.#transaction.hasAnswer = true;
    handle(reply);
  }

  /** Undefined where the server could not take such an address, or it would break the dialogue. */
  #envelopeAddress(address: string): { address: string; isUtf8: boolean } | undefined {
    const at = address.lastIndexOf('@');
    const local = address.slice(0, at);
    const given = address.slice(at + 1);
    const domain = domainToASCII(given) || given;
    const isUtf8 = /[^\x20-\x7e]/.test(local);
    const isBroken = at < 1 || /\p{Cc}/u.test(address) || (/[\s<>]/.test(local) && !/^".*"$/.test(local));
    if (isBroken || /[\s<>]/.test(domain)) return undefined;
    if (isUtf8 && !this.#options.extensions.has('SMTPUTF8')) return undefined;
    return { address: `${local}@${domain}`, isUtf8 };
  }
}

const DATA = 'DATA\r\n';
const CLOSE_PATIENCE_MS = 2_000;
const LONGEST_KEPT_REPLY = 1_000;

function isPositive(reply: Reply): boolean {
  return reply.code >= 200 && reply.code < 300;
}

function rejection(refusedAt: RefusedAt, reply: Reply): SendResult {
  return { outcome: 'rejected', isPermanent: reply.code >= 500, refusedAt, response: reply.text };
}

function lostResult({ isHandedOver, hasAnswer, refusal }: Transaction, reason: string): SendResult {
  if (refusal) return rejection(refusal.at, refusal.reply);
  if (isHandedOver) return { outcome: 'unknown', reason };
  // A connection that had idled too long dies at the first command: that is nobody's refusal.
  if (!hasAnswer) return { outcome: 'not_begun', cause: 'unreachable', reason };
  return {
    outcome: 'rejected',
    isPermanent: false,
    refusedAt: 'content',
    response: `connection lost: ${reason}`,
  };
}
