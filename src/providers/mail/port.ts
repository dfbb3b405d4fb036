/** A complete message, ready to leave. */
export type Mail = {
  /** Id of the message in our own records; a transport that keeps messages keeps each id once. */
  id: string;
  /** Header addresses, for people. */
  from: string;
  to: string;
  /** Addresses of the envelope, without angle brackets. */
  envelopeFrom: string;
  envelopeTo: string;
  /** RFC 5322, lines end with CRLF. */
  raw: string;
  /**
   * Unix milliseconds after which nothing of it may be begun any more: whoever handed it over checked a moment ago
   * that it may leave, and that check grows old.
   */
  beginBy: number;
};

/** Where and as whom to log in to a mail server. */
export type MailAccount = {
  host: string;
  port: number;
  /** `starttls` insists on it; `none` never encrypts. */
  security: 'tls' | 'starttls' | 'none';
  /** Empty: without login. */
  username: string;
  password: string;
  /** The address to connect to; throws where the host may not be called. */
  addressOf: (host: string) => Promise<string>;
};

/** Up to where an inbox has been read: its server counts anew when it changes `validity`. */
export type InboxState = { validity: string; lastUid: number };

/** A complete message as it lies in an inbox. */
export type InboxMail = { uid: number; raw: Uint8Array };

export type InboxReader = {
  /** Tries to reach and log in to the server. Never throws. */
  verify: () => Promise<Readiness>;
  /** What is new since `state`, oldest first; without a state, or where it holds no more, since the day of `since`. */
  read: (wanted: {
    state: InboxState | undefined;
    since: Date;
    limit: number;
  }) => Promise<
    | { outcome: 'read'; mails: InboxMail[]; state: InboxState }
    | { outcome: 'failed'; cause: Obstacle; reason: string }
  >;
  /**
   * Stays connected and calls `onNews` when something has come, until `signal` or the connection ends (RFC 2177).
   * `unsupported`: this server does not tell, so it has to be asked. Never throws.
   */
  watch: (wanted: {
    onNews: () => void;
    signal: AbortSignal;
  }) => Promise<{ outcome: 'ended' | 'unsupported' } | { outcome: 'failed'; reason: string }>;
};

/** In which part of the SMTP dialogue a mail was refused. */
export type RefusedAt = 'sender' | 'recipient' | 'content';

export type SendResult =
  /** The server has taken over responsibility. `response` is its last reply. */
  | { outcome: 'accepted'; response: string }
  /** The server said no: for now (4xx, or the connection broke before the message) or for good (5xx). */
  | { outcome: 'rejected'; isPermanent: boolean; refusedAt: RefusedAt; response: string }
  /** The message was handed over and no answer came: it may have been accepted. */
  | { outcome: 'unknown'; reason: string }
  /** Nothing of it was begun, so it may be sent again at once, or when the cause is gone. */
  | { outcome: 'not_begun'; cause: Obstacle | 'late'; reason: string };

/** Why nothing can be sent at all. */
export type Obstacle = 'unreachable' | 'login_refused';

/** Whether a transport can serve at this moment. */
export type Readiness = { isReady: true } | { isReady: false; cause: Obstacle; reason: string };

export type MailTransport = {
  id: 'smtp' | 'outbox';
  /** Mails that can be under way at once. */
  lanes: number;
  /** Never throws; more calls than lanes wait for a free one. */
  send: (mail: Mail) => Promise<SendResult>;
  /** Tries to reach and log in to the server. Never throws. */
  verify: () => Promise<Readiness>;
  /** Finishes what is under way and lets go of the connections. */
  close: () => Promise<void>;
};

export type StoredMail = { id: string; from: string; to: string; raw: string; createdAt: Date };

/** Where messages are kept that no mail server gets. */
export type Outbox = MailTransport & { find: (id: string) => Promise<StoredMail | undefined> };

const PRACTICE_DOMAINS = /(?:^|\.)(?:example\.(?:com|net|org)|example|invalid|localhost)$/;

/**
 * Whether an address belongs to nobody (RFC 2606 and 6761). Such an address is never given to a real mail server.
 * `.test` is ordinary: it is what one's own test servers use.
 */
export function isPracticeAddress(address: string): boolean {
  const domain = address.slice(address.lastIndexOf('@') + 1);
  return PRACTICE_DOMAINS.test(domain.trim().toLowerCase().replace(/\.$/, ''));
}
