import { z } from 'zod';
import { ContactChannel } from '#features/compliance/contract.ts';
import { recordAudit } from '#features/compliance/server/audit-store.ts';
import { type ConsentRow, insertConsent, listConsents } from '#features/compliance/server/consent-store.ts';
import { hashContact } from '#features/compliance/server/hash-contact.ts';
import {
  deleteSuppressions,
  lockSuppression,
  suppress,
} from '#features/compliance/server/suppression-store.ts';
import { normalizeEmail } from '#features/leads/rules.ts';
import type { Actor } from '#kit/actor.ts';
import { csvLine } from '#kit/csv.ts';
import { EMAIL_ADDRESS } from '#kit/email.ts';
import type { Page, RawAnswer } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction, type Transaction } from '#platform/db.ts';
import { download } from '#platform/download.ts';
import { announce } from '#platform/live.ts';
import { idCursor, pageById } from '#platform/page-cursor.ts';
import type * as contract from '../contract.ts';
import { isOwnWish, liftRefusal } from '../rules.ts';
import { countSuppressionRows, findLeadsOfHashes, listSuppressionRows } from './store.ts';

const EXPORT_BATCH = 1_000;
/** Whoever can be a lead can be kept from being written to. */
const Address = z.string().max(254).regex(EMAIL_ADDRESS);

/** Removes an entry; the audit trail keeps it, with the actor and the reason. Refuses with `own_wish`. */
export function liftSuppression(ctx: Context, id: string, reason: string, actor: Actor): Promise<void> {
  return inTransaction(ctx.db, async (tx) => {
    const entry = await lockSuppression(tx, id);
    // Somebody else was faster, or the answer to the first try was lost.
    if (!entry) return;
    const { leadId, campaignId, createdAt } = entry;
    const refusal = liftRefusal({
      reason: entry.reason,
      since: createdAt,
      isKnown: leadId !== null,
      isFromReply: entry.replyId !== null,
      agreedAt: leadId === null ? null : await agreedAt(ctx, tx, leadId),
    });
    if (refusal !== undefined) throw new AppError('refused', refusal, { reason: 'own_wish' });
    await deleteSuppressions(tx, [id]);
    const stillStopped =
      leadId !== null && isOwnWish(entry.reason) ? await keepStopped(ctx, tx, leadId, createdAt) : [];
    await recordAudit(tx, {
      actor,
      action: 'suppression.lifted',
      subject: leadId === null ? { kind: 'workspace', id: null } : { kind: 'lead', id: leadId },
      reason,
      details: { was: entry.reason, since: createdAt.toISOString(), campaignId, stillStopped },
    });
    await announce(tx, ['suppressions', 'leads', 'campaigns']);
  });
}

export async function listSuppressions(
  ctx: Context,
  { reason, cursor, limit }: z.output<typeof contract.listSuppressions.query>,
): Promise<Page<contract.Suppression>> {
  const rows = await listSuppressionRows(ctx.db, {
    reason,
    before: idCursor.read(cursor)?.id,
    limit: limit + 1,
  });
  return pageById(rows, { limit, total: await countSuppressionRows(ctx.db, reason) });
}

export function exportSuppressions(ctx: Context): RawAnswer {
  return download({ name: 'suppressions', format: 'csv', body: csv(ctx) });
}

/** Adds addresses; the answer names those that aren't email addresses. */
export function importSuppressions(
  ctx: Context,
  { text: words }: z.output<typeof contract.importSuppressions.body>,
): Promise<z.input<typeof contract.importSuppressions.response>> {
  return inTransaction(ctx.db, async (tx) => {
    const addresses = words.filter((word) => Address.safeParse(word).success);
    const refused = words.filter((word) => !Address.safeParse(word).success);
    const hashes = [
      ...new Set(addresses.map((address) => hashContact(ctx, 'email', normalizeEmail(address)))),
    ];
    const leads = await findLeadsOfHashes(tx, hashes);
    let added = 0;
    // One order everywhere: two imports that share people wait for each other instead of locking up.
    for (const contactHash of hashes.toSorted()) {
      const leadId = leads.get(contactHash) ?? null;
      if (await suppress(tx, { contactHash, reason: 'manual', leadId })) added += 1;
    }
    await announce(tx, ['suppressions', 'leads', 'campaigns']);
    return { added, known: hashes.length - added, refused };
  });
}

async function* csv(ctx: Context): AsyncGenerator<string> {
  yield `\uFEFF${csvLine(['hash', 'name', 'email', 'reason', 'campaign', 'since'])}`;
  let before: string | undefined;
  for (;;) {
    const rows = await listSuppressionRows(ctx.db, { reason: undefined, before, limit: EXPORT_BATCH });
    yield rows
      .map(({ contactHash, name, email, reason, campaignName, createdAt }) =>
        csvLine([contactHash, name ?? '', email ?? '', reason, campaignName ?? '', createdAt]),
      )
      .join('');
    before = rows.at(-1)?.id;
    if (rows.length < EXPORT_BATCH) return;
  }
}

/** Of each channel the line that holds. */
async function newestLines(tx: Transaction, leadId: string): Promise<Map<string, ConsentRow>> {
  const newest = new Map<string, ConsentRow>();
  for (const line of await listConsents(tx, leadId)) {
    if (line.purpose === 'marketing' && !newest.has(line.channel)) newest.set(line.channel, line);
  }
  return newest;
}

/** They agreed to some channels anew; for the others what they said before still holds. Answers those. */
async function keepStopped(
  ctx: Context,
  tx: Transaction,
  leadId: string,
  since: Date,
): Promise<ContactChannel[]> {
  const newest = await newestLines(tx, leadId);
  const stopped = ContactChannel.options.filter((channel) => {
    const line = newest.get(channel);
    return !line || !isAgreed(line, ctx.clock.now()) || line.collectedAt <= since;
  });
  for (const channel of stopped) {
    await insertConsent(tx, {
      id: newId(),
      leadId,
      channel,
      purpose: 'marketing',
      ground: null,
      source: 'message',
      collectedAt: since,
      recordedBy: 'Their own message',
    });
  }
  return stopped;
}

/** When this person agreed to hear from us, as far as it still holds. */
async function agreedAt(ctx: Context, tx: Transaction, leadId: string): Promise<Date | null> {
  const moments = [...(await newestLines(tx, leadId)).values()]
    .filter((line) => isAgreed(line, ctx.clock.now()))
    .map(({ collectedAt }) => collectedAt.getTime());
  return moments.length === 0 ? null : new Date(Math.max(...moments));
}

function isAgreed({ ground, expiresAt }: ConsentRow, now: Date): boolean {
  return ground === 'consent' && (expiresAt === null || expiresAt > now);
}
