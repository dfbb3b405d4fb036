import type { Context } from '#platform/context.ts';
import type { Queryable } from '#platform/db.ts';
import type { Account } from './mailbox-pace.ts';
import { findMailboxRow, insertMailbox, listMailboxRows, type MailboxRow } from './store.ts';

/** A mailbox with how to log in to it, as it is stored. */
export type MailboxAccount = MailboxRow;

/** What reading and using the mailboxes takes. */
export type MailboxContext = Pick<Context, 'db' | 'clock' | 'config' | 'vault'>;

/** Stands for the mail server of SMTP_URL, so that limits can be set for it too. */
const SERVER_MAILBOX = '00000000-0000-4000-8000-000000000001';

/** The mailboxes that count: those added, and the one of SMTP_URL while it or IMAP_URL is set. */
export async function listMailboxAccounts({
  db,
  config,
}: Pick<Context, 'db' | 'config'>): Promise<MailboxAccount[]> {
  const rows = await listMailboxRows(db);
  // Its row outlasts the setting.
  if (config.SMTP_URL === undefined && config.IMAP_URL === undefined)
    return rows.filter(({ isServer }) => !isServer);
  if (rows.some(({ isServer }) => isServer)) return rows;
  await insertMailbox(db, {
    id: SERVER_MAILBOX,
    isServer: true,
    name: '',
    address: '',
    smtpHost: '',
    smtpPort: 0,
    smtpSecurity: 'none',
    username: '',
    sealedPassword: '',
  });
  return listMailboxRows(db);
}

/** Also one that was deleted. */
export function findMailboxAccount(db: Queryable, id: string): Promise<MailboxAccount | undefined> {
  return findMailboxRow(db, id);
}

/** How to log in; undefined for the server's own, and where the password cannot be read. */
export function accountOf({ vault }: Pick<Context, 'vault'>, row: MailboxAccount): Account | undefined {
  const password = vault.open(row.sealedPassword, row.id);
  if (row.isServer || password === undefined) return undefined;
  const { smtpHost: host, smtpPort: port, smtpSecurity: security, username } = row;
  return { host, port, security, username, password };
}

/** Whether mail can leave from it: from the server's own only while SMTP_URL is set. */
export function canSend({ config }: Pick<Context, 'config'>, { isServer }: MailboxAccount): boolean {
  return !isServer || config.SMTP_URL !== undefined;
}
