import type { Settings } from '#platform/config.ts';
import type { Database } from '#platform/db.ts';
import { outsideAddress } from '#platform/egress.ts';
import { createOutbox } from './outbox.ts';
import type { MailAccount, MailTransport, Outbox } from './port.ts';
import { createSmtpTransport } from './smtp.ts';

export type MailTransports = {
  /** Undefined where no mail server is configured. */
  smtp: MailTransport | undefined;
  outbox: Outbox;
  /** Over an account that somebody added. Opens nothing. */
  open: (account: Omit<MailAccount, 'addressOf'>) => MailTransport;
};

/** An account that somebody adds sends slowly; a second connection serves while one is being replaced. */
const ACCOUNT_CONNECTIONS = 2;

/** The ways mail can leave with these settings. Opens nothing. */
export function createMailTransports(
  settings: Pick<Settings, 'SMTP_URL' | 'SMTP_CONNECTIONS' | 'MAIL_HOSTS_ALLOW'>,
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
  };
}
