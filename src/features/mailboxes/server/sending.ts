import type { Context } from '#platform/context.ts';
import type { Queryable, Transaction } from '#platform/db.ts';
import type { MailboxLimits } from '../contract.ts';
import * as rules from '../rules.ts';
import { accountOf, canSend, listMailboxAccounts, type MailboxContext } from './accounts.ts';
import { type Account, type Sending, sendingMailbox } from './mailbox-pace.ts';
import { countMail, lockMailboxRow, lockMailboxRows, type MailboxRow, uncountMail } from './store.ts';

/** Those that mail leaves from at their own pace; none where it leaves as fast as SMTP_URL takes it. */
export async function listSending(ctx: MailboxContext): Promise<Sending[]> {
  return sendingOf(ctx, await listMailboxAccounts(ctx));
}

/** Whether mail leaves from others than this one; none of them stops before the transaction has ended. */
export async function hasOthers(ctx: MailboxContext, tx: Queryable, id: string): Promise<boolean> {
  return sendingOf(ctx, await lockMailboxRows(tx)).some(({ mailbox }) => mailbox.id !== id);
}

/** The first mailbox of one's own that sends: whom mail is from, and how to log in. Undefined without one. */
export async function findSending(
  ctx: MailboxContext,
): Promise<{ from: string; address: string; account: Account } | undefined> {
  for (const row of await listMailboxAccounts(ctx)) {
    const account = row.isServer || row.pausedAt !== null ? undefined : accountOf(ctx, row);
    const { name, address } = row;
    if (account) return { from: name === '' ? address : `${name} <${address}>`, address, account };
  }
  return undefined;
}

/** Mailboxes of single mails, and whether these must leave from one of them. */
export type SingleSending = { sending: Sending[]; isBound: boolean };

/**
 * What single mails leave from that belong to no campaign: SMTP_URL's own where it is set, else what people added.
 * Where they are bound to it they leave from one of `sending` or wait; else they go over SMTP_URL, or stay here.
 */
export async function listSendingSingle(ctx: MailboxContext): Promise<SingleSending> {
  const rows = await listMailboxAccounts(ctx);
  const bound =
    ctx.config.SMTP_URL === undefined ? rows.filter(({ isServer }) => !isServer) : pacedServer(ctx, rows);
  return { sending: ready(ctx, bound), isBound: bound.length > 0 };
}

/**
 * The first of these whose limits let this mail leave now, held until the transaction ends, and the mail counted
 * against them; undefined where none has room. What is urgent leaves from the first all the same, and counts.
 */
export async function takeFor(
  tx: Transaction,
  sending: readonly Sending[],
  { mailId, to, isUrgent = false }: { mailId: string; to: string; isUrgent?: boolean },
): Promise<Sending | undefined> {
  const domain = to.slice(to.lastIndexOf('@') + 1).toLowerCase();
  for (const way of sending) {
    // Whoever claims from it has it for milliseconds: worth the wait.
    await lockMailboxRow(tx, way.mailbox.id);
    const room = await way.mailbox.take(tx);
    if (room === undefined || room.fullDomains.includes(domain)) continue;
    await countMail(tx, way.mailbox.id, mailId);
    await room.noteDay();
    return way;
  }
  const [first] = sending;
  if (!isUrgent || !first) return undefined;
  await countMail(tx, first.mailbox.id, mailId);
  return first;
}

/** A mail that `takeFor` had counted was not begun after all. */
export function giveBack(tx: Queryable, mailId: string): Promise<void> {
  return uncountMail(tx, mailId);
}

/** The first instant at which one of these may send; undefined while all of them wait for a person. */
export async function roomAt(
  { db }: Pick<Context, 'db'>,
  sending: readonly Sending[],
): Promise<Date | undefined> {
  const instants = await Promise.all(sending.map(({ mailbox }) => mailbox.roomAt(db)));
  return instants.flatMap((at) => at ?? []).toSorted((one, other) => one.getTime() - other.getTime())[0];
}

/** Whether mails wait until somebody resumes a mailbox. */
export async function isMailPaused(ctx: Pick<Context, 'db' | 'config'>): Promise<boolean> {
  const rows = await listMailboxAccounts(ctx);
  return rules.isMailPaused(
    rows.map((row) => ({
      isServer: row.isServer,
      canSend: canSend(ctx, row),
      isPaused: row.pausedAt !== null,
    })),
  );
}

/** The limits under which mail leaves; none where there are no limits. */
export async function listPaces(
  ctx: Pick<Context, 'db' | 'config'>,
): Promise<{ limits: MailboxLimits; sendingDays: number }[]> {
  const rows = await listMailboxAccounts(ctx);
  const added = rows.filter(({ isServer }) => !isServer);
  const senders = added.length > 0 ? added : rows.filter((row) => canSend(ctx, row));
  const active = senders.filter(({ pausedAt }) => pausedAt === null);
  // While all of them are paused it is shown how they send once somebody resumes them.
  const sending = active.length > 0 ? active : senders;
  const paced = sending.flatMap(({ limits, sendingDays }) => (limits ? [{ limits, sendingDays }] : []));
  return paced.length === sending.length ? paced : [];
}

function sendingOf(ctx: MailboxContext, rows: readonly MailboxRow[]): Sending[] {
  const added = rows.filter(({ isServer }) => !isServer);
  // With mailboxes of their own, people do not expect anything to leave from another one.
  return ready(ctx, added.length > 0 ? added : pacedServer(ctx, rows));
}

/** SMTP_URL's own, where it is set and does not take whatever comes: it has limits, or somebody has paused it. */
function pacedServer(ctx: Pick<Context, 'config'>, rows: readonly MailboxRow[]): MailboxRow[] {
  return rows.filter(
    (row) => row.isServer && canSend(ctx, row) && (row.limits !== null || row.pausedAt !== null),
  );
}

function ready(ctx: MailboxContext, rows: readonly MailboxRow[]): Sending[] {
  return rows.flatMap((row) => {
    const account = accountOf(ctx, row);
    if (row.pausedAt !== null || (!row.isServer && !account)) return [];
    const version = `${row.version} ${row.isServer ? '' : row.sealedPassword}`;
    return [{ mailbox: sendingMailbox(ctx, row), account, version }];
  });
}
