import type { Settings } from '#platform/config.ts';
import type { Database } from '#platform/db.ts';
import { outsideAddress } from '#platform/egress.ts';
import { createImapReader } from './imap.ts';
import { createOutbox } from './outbox.ts';
import type { InboxReader, MailAccount, MailTransport, Outbox } from './port.ts';
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
};

/** An account that somebody adds sends slowly; a second connection serves while one is being replaced. */
const ACCOUNT_CONNECTIONS = 2;

/** The ways mail can leave with these settings. Opens nothing. */
export function createMailTransports(
  settings: Pick<Settings, 'SMTP_URL' | 'SMTP_CONNECTIONS' | 'IMAP_URL' | 'MAIL_HOSTS_ALLOW'>,
  db: Database,
): MailTransports {
  const smtp = settings.SMTP_URL
    ? createSmtpTransport({ server: settings.SMTP_URL, connections: settings.SMTP_CONNECTIONS })
    : undefined;
  const addressOf = (host: string) => outsideAddress(host, settings.MAIL_HOSTS_ALLOW);
  return {
    smtp,
    outbox: createOutbox(db),
    open: (account) =>
      createSmtpTransport({ server: { ...account, addressOf }, connections: ACCOUNT_CONNECTIONS }),
    openInbox: (account) => createImapReader({ ...account, addressOf }),
    serverInbox: settings.IMAP_URL === undefined ? undefined : createImapReader(accountOf(settings.IMAP_URL)),
  };
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
