import { z } from 'zod';
import { ContactChannel } from '#features/compliance/contract.ts';
import type { Compliance } from '#features/compliance/server/service.ts';
import { normalizeEmail } from '#features/leads/rules.ts';
import type { Actor } from '#kit/actor.ts';
import { csvLine } from '#kit/csv.ts';
import { EMAIL_ADDRESS } from '#kit/email.ts';
import type { Page, RawAnswer } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import { type Database, inTransaction, type Transaction } from '#platform/db.ts';
import { download } from '#platform/download.ts';
import { announce } from '#platform/live.ts';
import { idCursor, pageById } from '#platform/page-cursor.ts';
import type { importSuppressions, listSuppressions, Suppression } from '../contract.ts';
import { isOwnWish, liftRefusal } from '../rules.ts';
import { countSuppressionRows, findLeadsOfHashes, listSuppressionRows } from './store.ts';

type Dependencies = {
  db: Database;
  compliance: Pick<
    Compliance,
    | 'contactHash'
    | 'suppress'
    | 'lockSuppression'
    | 'deleteSuppressions'
    | 'listConsents'
    | 'insertConsent'
    | 'recordAudit'
  >;
};

type ConsentLine = Awaited<ReturnType<Compliance['listConsents']>>[number];

const EXPORT_BATCH = 1_000;
/** Whoever can be a lead can be kept from being written to. */
const Address = z.string().max(254).regex(EMAIL_ADDRESS);

/** The list of those who may not be written to, for people to read, take along and add to. */
export function createSuppressions({ db, compliance }: Dependencies) {
  async function* csv(): AsyncGenerator<string> {
    yield `\uFEFF${csvLine(['hash', 'name', 'email', 'reason', 'campaign', 'since'])}`;
    let before: string | undefined;
    for (;;) {
      const rows = await listSuppressionRows(db, { reason: undefined, before, limit: EXPORT_BATCH });
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
  const newestLines = async (tx: Transaction, leadId: string): Promise<Map<string, ConsentLine>> => {
    const newest = new Map<string, ConsentLine>();
    for (const line of await compliance.listConsents(tx, leadId)) {
      if (line.purpose === 'marketing' && !newest.has(line.channel)) newest.set(line.channel, line);
    }
    return newest;
  };

  /** They agreed to some channels anew; for the others what they said before still holds. Answers those. */
  const keepStopped = async (tx: Transaction, leadId: string, since: Date): Promise<ContactChannel[]> => {
    const newest = await newestLines(tx, leadId);
    const stopped = ContactChannel.options.filter((channel) => {
      const line = newest.get(channel);
      return !line || !isAgreed(line) || line.collectedAt <= since;
    });
    for (const channel of stopped) {
      await compliance.insertConsent(tx, {
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
  };

  /** When this person agreed to hear from us, as far as it still holds. */
  const agreedAt = async (tx: Transaction, leadId: string): Promise<Date | null> => {
    const moments = [...(await newestLines(tx, leadId)).values()]
      .filter(isAgreed)
      .map(({ collectedAt }) => collectedAt.getTime());
    return moments.length === 0 ? null : new Date(Math.max(...moments));
  };

  return {
    /** In the open: who did it and why stays in the audit trail, with what stood on the list. */
    liftSuppression: (id: string, reason: string, actor: Actor): Promise<void> =>
      inTransaction(db, async (tx) => {
        const entry = await compliance.lockSuppression(tx, id);
        // Somebody else was faster, or the answer to the first try was lost.
        if (!entry) return;
        const { leadId, campaignId, createdAt } = entry;
        const refusal = liftRefusal({
          reason: entry.reason,
          since: createdAt,
          isKnown: leadId !== null,
          isFromReply: entry.replyId !== null,
          agreedAt: leadId === null ? null : await agreedAt(tx, leadId),
        });
        if (refusal !== undefined) throw new AppError('refused', refusal, { reason: 'own_wish' });
        await compliance.deleteSuppressions(tx, [id]);
        const stillStopped =
          leadId !== null && isOwnWish(entry.reason) ? await keepStopped(tx, leadId, createdAt) : [];
        await compliance.recordAudit(tx, {
          actor,
          action: 'suppression.lifted',
          subject: leadId === null ? { kind: 'workspace', id: null } : { kind: 'lead', id: leadId },
          reason,
          details: { was: entry.reason, since: createdAt.toISOString(), campaignId, stillStopped },
        });
        await announce(tx, ['suppressions', 'leads', 'campaigns']);
      }),

    async listSuppressions({
      reason,
      cursor,
      limit,
    }: z.output<typeof listSuppressions.query>): Promise<Page<Suppression>> {
      const rows = await listSuppressionRows(db, {
        reason,
        before: idCursor.read(cursor)?.id,
        limit: limit + 1,
      });
      return pageById(rows, { limit, total: await countSuppressionRows(db, reason) });
    },

    exportSuppressions: (): RawAnswer => download({ name: 'suppressions', format: 'csv', body: csv() }),

    importSuppressions: ({
      text: words,
    }: z.output<typeof importSuppressions.body>): Promise<z.input<typeof importSuppressions.response>> =>
      inTransaction(db, async (tx) => {
        const addresses = words.filter((word) => Address.safeParse(word).success);
        const refused = words.filter((word) => !Address.safeParse(word).success);
        const hashes = [
          ...new Set(addresses.map((address) => compliance.contactHash('email', normalizeEmail(address)))),
        ];
        const leads = await findLeadsOfHashes(tx, hashes);
        let added = 0;
        // One order everywhere: two imports that share people wait for each other instead of locking up.
        for (const contactHash of hashes.toSorted()) {
          const leadId = leads.get(contactHash) ?? null;
          if (await compliance.suppress(tx, { contactHash, reason: 'manual', leadId })) added += 1;
        }
        await announce(tx, ['suppressions', 'leads', 'campaigns']);
        return { added, known: hashes.length - added, refused };
      }),
  };
}
export type Suppressions = ReturnType<typeof createSuppressions>;

function isAgreed({ ground, expiresAt }: ConsentLine): boolean {
  return ground === 'consent' && (expiresAt === null || expiresAt > new Date());
}
