import type { z } from 'zod';
import { recordAudit } from '#features/compliance/server/audit-store.ts';
import { getWorkspace } from '#features/settings/server/workspace.ts';
import type { Actor } from '#kit/actor.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import { dateInZone, startOfDate } from '#kit/time.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction, type Queryable } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { Mailbox, MailboxChange, MailboxFields } from '../contract.ts';
import { dailyCap } from '../rules.ts';
import { inboxNote, mailboxNote } from '../rules-mailbox-words.ts';
import { accountOf, canSend, listMailboxAccounts } from './accounts.ts';
import {
  findMailboxRow,
  insertMailbox,
  listMailboxUse,
  lockMailboxRow,
  type MailboxRow,
  updateMailboxRow,
} from './store.ts';

declare module '#platform/context.ts' {
  interface Context {
    /** Tells the delivery workers, in the transaction, that something may be due. */
    readonly wakeDelivery: (tx: Queryable) => Promise<unknown>;
  }
}

/** Where the password of a mailbox is sent, and how well that is hidden. */
const PLACES = ['smtpHost', 'smtpPort', 'smtpSecurity', 'imapHost', 'imapPort', 'imapSecurity'] as const;

export async function listMailboxes(ctx: Context): Promise<Mailbox[]> {
  return toMailboxes(ctx, ctx.db, await listMailboxAccounts(ctx));
}

export function createMailbox(
  ctx: Context,
  input: z.output<typeof MailboxFields>,
  actor: Actor,
): Promise<Mailbox> {
  return inTransaction(ctx.db, async (tx) => {
    const { password, ...fields } = input;
    const id = newId();
    const row = await insertMailbox(tx, { id, ...fields, sealedPassword: ctx.vault.seal(password, id) });
    if (!row) throw new Error('the mailbox was not stored');
    await recordAudit(tx, {
      actor,
      action: 'mailbox.added',
      subject: { kind: 'workspace', id: null },
      details: { mailboxId: id },
    });
    await announceNews(ctx, tx);
    return toMailbox(ctx, tx, row);
  });
}

export function updateMailbox(
  ctx: Context,
  id: string,
  change: z.output<typeof MailboxChange>,
): Promise<Mailbox> {
  return inTransaction(ctx.db, async (tx) => {
    const before = await lockMailbox(tx, id);
    if (change.version !== undefined && change.version !== before.version) {
      throw new AppError(
        'conflict',
        'Somebody else changed this mailbox. Load it again and repeat your change.',
      );
    }
    const { password, isPaused, version: _version, limits, ...fields } = change;
    if (before.isServer && (password !== undefined || Object.keys(fields).length > 0)) {
      throw new AppError(
        'refused',
        'Of this mailbox only the limits can be changed here; SMTP_URL and IMAP_URL hold the rest.',
      );
    }
    // Otherwise whoever may change the server could have a password sent to one of their own.
    const isElsewhere = PLACES.some((key) => change[key] !== undefined && change[key] !== before[key]);
    if (isElsewhere && !password && ctx.vault.open(before.sealedPassword, id)) {
      const message = 'Enter the password again: the old one is not sent to another server.';
      throw new AppError('invalid_input', message, { fields: { password: message } });
    }
    // Of another inbox the numbers of its mails say nothing, though they may look alike.
    const hasNewPlace = (['imapHost', 'imapPort', 'username'] as const).some(
      (key) => fields[key] !== undefined && fields[key] !== before[key],
    );
    const row = await updateMailboxRow(tx, id, {
      ...fields,
      ...(limits === undefined ? {} : { limits }),
      ...(password === undefined || password === '' ? {} : { sealedPassword: ctx.vault.seal(password, id) }),
      ...(isPaused === undefined
        ? {}
        : { pausedAt: isPaused ? ctx.clock.now() : null, reason: null, details: null }),
      ...(hasNewPlace ? { readValidity: null, readUid: 0, readReason: null, readDetails: null } : {}),
      version: before.version + 1,
    });
    await announceNews(ctx, tx);
    return toMailbox(ctx, tx, row);
  });
}

/** What is in the air still arrives; everything else leaves from the others. */
export function deleteMailbox(ctx: Context, id: string): Promise<void> {
  return inTransaction(ctx.db, async (tx) => {
    const row = await lockMailboxRow(tx, id);
    if (!row) throw mailboxNotFound();
    if (row.isServer) throw new AppError('refused', 'This mailbox is there as long as SMTP_URL is set.');
    if (row.deletedAt === null) await updateMailboxRow(tx, id, { deletedAt: ctx.clock.now() });
    await announceNews(ctx, tx);
  });
}

/** Undo of `deleteMailbox`. */
export function restoreMailbox(ctx: Context, id: string): Promise<Mailbox> {
  return inTransaction(ctx.db, async (tx) => {
    const row = await lockMailboxRow(tx, id);
    if (!row) throw mailboxNotFound();
    const restored = await updateMailboxRow(tx, id, { deletedAt: null });
    await announceNews(ctx, tx);
    return toMailbox(ctx, tx, restored);
  });
}

/** Logs in to send; says in words what came of it. */
export async function checkSending(ctx: Context, id: string): Promise<{ isReady: boolean; text: string }> {
  const row = await findMailboxRow(ctx.db, id);
  if (!row || row.deletedAt !== null) throw mailboxNotFound();
  const account = accountOf(ctx, row);
  if (!row.isServer && !account) return { isReady: false, text: mailboxNote('password_unreadable') };
  const transport = account ? ctx.mailTransports.open(account) : ctx.mailTransports.smtp;
  if (!transport) return { isReady: false, text: 'SMTP_URL is not set.' };
  try {
    const readiness = await transport.verify();
    return readiness.isReady
      ? { isReady: true, text: 'The mail server let us in.' }
      : { isReady: false, text: readiness.reason };
  } finally {
    if (account) await transport.close();
  }
}

/** The workers and the screens follow at once. */
async function announceNews({ wakeDelivery }: Pick<Context, 'wakeDelivery'>, tx: Queryable): Promise<void> {
  await wakeDelivery(tx);
  await announce(tx, ['mailboxes']);
}

async function lockMailbox(tx: Queryable, id: string): Promise<MailboxRow> {
  const row = await lockMailboxRow(tx, id);
  if (!row || row.deletedAt !== null) throw mailboxNotFound();
  return row;
}

async function toMailboxes(ctx: Context, from: Queryable, rows: readonly MailboxRow[]): Promise<Mailbox[]> {
  const { timeZone: zone } = await getWorkspace(from);
  const today = dateInZone(ctx.clock.now(), zone);
  const use = await listMailboxUse(
    from,
    rows.map(({ id }) => id),
    startOfDate(today, zone),
  );
  return rows.map((row) => ({
    id: row.id,
    isServer: row.isServer,
    name: row.name,
    address: row.address,
    smtpHost: row.smtpHost,
    smtpPort: row.smtpPort,
    smtpSecurity: row.smtpSecurity,
    imapHost: row.imapHost,
    imapPort: row.imapPort,
    imapSecurity: row.imapSecurity,
    username: row.username,
    limits: row.limits,
    capToday: row.limits && dailyCap(row.limits, row.sendingDays + (row.lastSendingDay === today ? 0 : 1)),
    sentToday: use.find(({ mailboxId }) => mailboxId === row.id)?.sentToday ?? 0,
    isPaused: row.pausedAt !== null,
    canSend: canSend(ctx, row),
    ...explained(ctx, row),
    readAt: row.readAt?.toISOString() ?? null,
    readNote: row.readReason && inboxNote(row.readDetails ?? {}),
    readReason: row.readReason,
    readDetails: row.readDetails,
    version: row.version,
  }));
}

async function toMailbox(ctx: Context, from: Queryable, row: MailboxRow): Promise<Mailbox> {
  const [mailbox] = await toMailboxes(ctx, from, [row]);
  if (!mailbox) throw mailboxNotFound();
  return mailbox;
}

function mailboxNotFound(): AppError {
  return new AppError('not_found', 'This mailbox does not exist any more.');
}

function explained(
  { vault }: Pick<Context, 'vault'>,
  row: MailboxRow,
): Pick<Mailbox, 'note' | 'reason' | 'details'> {
  const isReadable = row.isServer || vault.open(row.sealedPassword, row.id) !== undefined;
  const { reason, details } = isReadable ? row : { reason: 'password_unreadable' as const, details: null };
  return { reason, details, note: reason && mailboxNote(reason, details) };
}
