import type { Settings } from '#platform/config.ts';
import type { Database } from '#platform/db.ts';
import { createOutbox } from './outbox.ts';
import type { MailTransport, Outbox } from './port.ts';
import { createSmtpTransport } from './smtp.ts';

export type MailTransports = {
  /** Undefined where no mail server is configured. */
  smtp: MailTransport | undefined;
  outbox: Outbox;
};

/** The ways mail can leave with these settings. Opens nothing. */
export function createMailTransports(
  settings: Pick<Settings, 'SMTP_URL' | 'SMTP_CONNECTIONS'>,
  db: Database,
): MailTransports {
  const smtp = settings.SMTP_URL
    ? createSmtpTransport({ url: settings.SMTP_URL, connections: settings.SMTP_CONNECTIONS })
    : undefined;
  return { smtp, outbox: createOutbox(db) };
}
