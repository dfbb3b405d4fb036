import type { Settings } from '#platform/config.ts';
import type { Database } from '#platform/db.ts';
import { outsideAddress } from '#platform/egress.ts';
import { createDkimSigner } from './dkim.ts';
import { createImapReader } from './imap.ts';
import { createOutbox } from './outbox.ts';
import type { InboxReader, MailAccount, MailTransport, Outbox } from './port.ts';
import { readSenderRecords, type SenderRecords } from './sender-records.ts';
import { createSmtpTransport } from './smtp.ts';

export type MailTransports = {
  /** Undefined where no mail server is configured. */
  smtp: MailTransport | undefined;
  outbox: Outbox;
  /** Over an account that somebody added. Opens nothing. */
  open: (account: Omit<MailAccount, 'addressOf'>) => MailTransport;
  /** The inbox of an account that somebody added. */
  openInbox: (account: Omit<MailAccount, 'addressOf'>) => InboxReader;
  /** The inbox of IMAP_URL; undefined where none is set. */
  serverInbox: InboxReader | undefined;
  readSenderRecords: (domain: string) => Promise<SenderRecords>;
};

declare module '#platform/context.ts' {
  interface Context {
    readonly mailTransports: MailTransports;
  }
}

type MailSettings =
  | 'SMTP_URL'
  | 'SMTP_CONNECTIONS'
  | 'IMAP_URL'
  | 'MAIL_HOSTS_ALLOW'
  | 'DKIM_DOMAIN'
  | 'DKIM_SELECTOR'
  | 'DKIM_PRIVATE_KEY';

/** An account that somebody adds sends slowly; a second connection serves while one is being replaced. */
const ACCOUNT_CONNECTIONS = 2;

/** The ways mail can leave with these settings. Opens nothing. */
export function createMailTransports(settings: Pick<Settings, MailSettings>, db: Database): MailTransports {
  const smtp = settings.SMTP_URL
    ? createSmtpTransport({
        server: settings.SMTP_URL,
        connections: settings.SMTP_CONNECTIONS,
        sign: signerOf(settings),
      })
    : undefined;
  const addressOf = (host: string) => outsideAddress(host, settings.MAIL_HOSTS_ALLOW);
  return {
    smtp,
    outbox: createOutbox(db),
    open: (account) =>
      createSmtpTransport({ server: { ...account, addressOf }, connections: ACCOUNT_CONNECTIONS }),
    readSenderRecords,
    openInbox: (account) => createImapReader({ ...account, addressOf }),
    serverInbox: settings.IMAP_URL === undefined ? undefined : createImapReader(accountOf(settings.IMAP_URL)),
  };
}

/** Mail of SMTP_URL is signed where a key is set; the providers of mailboxes sign themselves. */
function signerOf({
  DKIM_DOMAIN: domain,
  DKIM_SELECTOR: selector,
  DKIM_PRIVATE_KEY: privateKey,
}: Pick<Settings, MailSettings>): ((raw: string) => string) | undefined {
  if (!domain || !selector || !privateKey) return undefined;
  // A file of settings holds one line per setting.
  return createDkimSigner({ domain, selector, privateKey: privateKey.replaceAll('\\n', '\n') });
}

/** imaps://user:password@host:993; plain imap:// insists on STARTTLS anywhere but on this machine. */
function accountOf(url: string): MailAccount {
  const { protocol, hostname, port, username, password } = new URL(url);
  const isSecure = protocol === 'imaps:';
  const isHere = /^(?:localhost|127\.|\[::1\])/.test(hostname);
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (isSecure ? 993 : 143),
    security: isSecure ? 'tls' : isHere ? 'none' : 'starttls',
    username: decodeURIComponent(username),
    password: decodeURIComponent(password),
    // The operator chose it.
    addressOf: (host) => Promise.resolve(host),
  };
}
