import type {
  ConsentPurpose,
  ConsentSource,
  ContactChannel,
  LegalGround,
} from '#features/compliance/contract.ts';
import { recordAudits } from '#features/compliance/server/audit-store.ts';
import {
  deleteConsentLines,
  insertConsents,
  listLatestConsents,
} from '#features/compliance/server/consent-store.ts';
import {
  deleteSuppressions,
  findStopped,
  findSuppressed,
  suppressAll,
} from '#features/compliance/server/suppression-store.ts';
import { listKnown, type NewLeadRow, type Sought } from '#features/leads/server/service.ts';
import { recordEvents } from '#features/tracking/server/record-events.ts';
import { type Actor, actorName } from '#kit/actor.ts';
import { newId } from '#kit/id.ts';
import type { Context } from '#platform/context.ts';
import type { Transaction } from '#platform/db.ts';
import type { ImportReport } from '../contract.ts';
import {
  type ConsentTerms,
  type ImportedConsent,
  refuses,
  statementsOf,
  withdrawnIn,
} from '../rules-consent.ts';
import {
  copyWithdrawalMarks,
  countLifted,
  countOpened,
  type ImportUndoState,
  insertWithdrawals,
  listCurrentConsents,
  markSuppressions,
  takeSuppressions,
  takeWithdrawals,
} from './store.ts';

/** One record of a file: the lead that it would be, and what it says about consent. */
export type ImportedRecord = {
  row: number;
  lead: NewLeadRow;
  consent: ImportedConsent;
  /** By which they may be known besides address and account. */
  hashes: readonly string[];
};

export type ImportTerms = ConsentTerms & {
  importId: string;
  actor: Actor;
  fileName: string;
  isDry: boolean;
};

type Source = { terms: ImportTerms; report: Pick<ImportReport, 'header' | 'columns'> };

type Line = {
  id: string;
  leadId: string;
  channel: ContactChannel;
  purpose: ConsentPurpose;
  source: ConsentSource;
  ground: LegalGround | null;
};

/** Taken back in one transaction: what a kill may set back. */
export const UNDONE_AT_ONCE = 1_000;

/** In whose name the trail tells it. */
type Undoer = ImportUndoState['by'];
type TakenBack = { isAll: boolean; reopened: number };

type ConsentContext = Pick<Context, 'clock' | 'eventSubscribers'>;

/** A merge that is undone copies withdrawals, so the undo of an import must find the copies. */
export const importMarks = { part: 'imports', withdrawalsCopied: copyWithdrawalMarks };

/** The lines of people who came in by the file. */
export async function storeConsents(
  ctx: ConsentContext,
  tx: Transaction,
  people: readonly ImportedRecord[],
  source: Source,
): Promise<void> {
  const lines = people.flatMap((person) =>
    statementsOf(person.consent, source.terms).map(({ channel, hasAgreed, column }) => ({
      ...proofOf(ctx, person, column, source),
      id: newId(),
      leadId: person.lead.id,
      channel,
      ground: hasAgreed ? ('consent' as const) : null,
    })),
  );
  await insertConsents(tx, lines);
  if (source.terms.isDry) return;
  // Who left a cell empty has said nothing that a trail should keep.
  const saidNo = new Set(people.flatMap(({ lead, consent }) => (refuses(consent) ? [lead.id] : [])));
  const said = lines.filter(({ leadId, ground }) => ground !== null || saidNo.has(leadId));
  await record(ctx, tx, said, source.terms, 'consent.refused');
}

/**
 * Puts those on the suppression list who left by their own word, each record that they are, and every lead. Who stands
 * there by the word of another file is there by this one too, whichever of the two is undone. `welcome` are those who
 * do not stand there. Answers how many of them left, and how many entries this import speaks for.
 */
export async function suppressLeavers(
  tx: Transaction,
  { welcome, rows }: Record<'welcome' | 'rows', readonly ImportedRecord[]>,
  { importId, isDry }: ImportTerms,
): Promise<{ left: number; marked: number }> {
  const leaving = rows.filter(({ consent }) => consent.hasLeft);
  if (leaving.length === 0) return { left: 0, marked: 0 };
  const left = new Set(welcome.filter(({ consent }) => consent.hasLeft));
  const known = await listKnown(tx, leaving.map(soughtIn));
  const theirs = known.flat().flatMap(({ contactHash }) => contactHash ?? []);
  const hashes = [...new Set([...leaving.flatMap((person) => person.hashes), ...theirs])];
  const listed = await findSuppressed(tx, hashes);
  // What they said themselves before counts from that day; what was entered for them gives way to their word now.
  const stopped = await findStopped(tx, hashes);
  const entered = new Set([...listed].filter((hash) => !stopped.has(hash)));
  await suppressAll(
    tx,
    leaving.flatMap((person, index) => {
      const leads = known[index] ?? [];
      const hash = person.lead.contactHash ?? null;
      const own = hash !== null && (left.has(person) || entered.has(hash)) ? hash : null;
      const [first] = leads;
      return [
        ...leads.flatMap(({ id, contactHash, isDemo }) =>
          contactHash === null || contactHash === own || stopped.has(contactHash)
            ? []
            : [{ contactHash, leadId: id, isDemo }],
        ),
        ...(own === null
          ? []
          : [{ contactHash: own, leadId: first?.id ?? null, isDemo: first?.isDemo ?? false }]),
      ];
    }),
    'unsubscribed',
  );
  // Undoing the import takes off what it has put there: nothing that stood there before.
  const fresh = hashes.filter((hash) => !entered.has(hash));
  return { left: left.size, marked: isDry ? 0 : await markSuppressions(tx, importId, fresh) };
}

/**
 * Takes back what people who are leads already had agreed to, where their record says no. What another import took
 * back is taken back once more, as that one may be undone. Answers how many records changed something.
 */
export async function withdrawConsents(
  ctx: ConsentContext,
  tx: Transaction,
  people: readonly ImportedRecord[],
  source: Source,
): Promise<number> {
  const refusing = people.filter(({ consent }) => refuses(consent));
  if (refusing.length === 0) return 0;
  const known = await listKnown(tx, refusing.map(soughtIn));
  const leadIds = known.flat().map(({ id }) => id);
  const latest = new Map(
    (await listCurrentConsents(tx, leadIds, source.terms.importId)).map(
      ({ leadId, channel, ground }) => [`${leadId} ${channel}`, ground] as const,
    ),
  );
  const taken = refusing.map((person, index) =>
    (known[index] ?? []).flatMap(({ id: leadId, isDemo }) => {
      const groundOn = (channel: ContactChannel) => latest.get(`${leadId} ${channel}`);
      const lines = withdrawnIn(person.consent, source.terms, groundOn).map(({ channel, column }) => {
        const proof = proofOf(ctx, person, column, source);
        return { ...proof, id: newId(), leadId, channel, ground: null, isDemo };
      });
      // The same person may stand in the file twice.
      for (const { channel } of lines) latest.set(`${leadId} ${channel}`, null);
      return lines;
    }),
  );
  const lines = taken.flat();
  await insertConsents(tx, lines);
  if (!source.terms.isDry) {
    await insertWithdrawals(
      tx,
      source.terms.importId,
      lines.map(({ id }) => id),
    );
    await record(ctx, tx, lines, source.terms, 'consent.withdrawn');
  }
  return taken.filter((each) => each.length > 0).length;
}

/**
 * Undo of `suppressLeavers`, some at a time. Answers whether that was all, and how many people may be written to again; of
 * those who were erased nothing is left, and who has a no to be taken back as well is counted with it.
 */
export async function takeBackSuppressions(
  tx: Transaction,
  importId: string,
  by: Undoer,
): Promise<TakenBack> {
  const { taken, lifted } = await takeSuppressions(tx, importId, UNDONE_AT_ONCE);
  await deleteSuppressions(
    tx,
    lifted.map(({ id }) => id),
  );
  await recordAudits(
    tx,
    lifted.map(({ leadId, since }) => ({
      actor: by,
      action: 'suppression.lifted',
      subject: leadId === null ? { kind: 'workspace', id: null } : { kind: 'lead', id: leadId },
      details: { was: 'unsubscribed', since, importId },
    })),
  );
  const leadIds = lifted.flatMap(({ leadId }) => leadId ?? []);
  return { isAll: taken < UNDONE_AT_ONCE, reopened: await countLifted(tx, importId, leadIds) };
}

/** Undo of `withdrawConsents`, some at a time, once the suppressions are taken back. */
export async function takeBackWithdrawals(tx: Transaction, importId: string, by: Undoer): Promise<TakenBack> {
  const ids = await takeWithdrawals(tx, importId, UNDONE_AT_ONCE);
  const lines = await deleteConsentLines(tx, ids);
  await recordAudits(
    tx,
    lines.map(({ id, leadId, channel, purpose }) => ({
      actor: by,
      action: 'consent.withdrawal_undone',
      subject: { kind: 'lead', id: leadId },
      details: { consentId: id, channel, purpose, importId },
    })),
  );
  const latest = await listLatestConsents(
    tx,
    lines.map(({ leadId }) => leadId),
  );
  const closed = new Set(
    latest.flatMap(({ leadId, channel, ground }) => (ground === null ? `${leadId} ${channel}` : [])),
  );
  const opened = lines.flatMap(({ leadId, channel }) => (closed.has(`${leadId} ${channel}`) ? [] : leadId));
  return { isAll: ids.length < UNDONE_AT_ONCE, reopened: await countOpened(tx, opened) };
}
/** Lets the trail of each person say what the file said of them; who never agreed has withdrawn nothing. */
async function record(
  ctx: ConsentContext,
  tx: Transaction,
  lines: readonly Line[],
  { importId, actor }: ImportTerms,
  no: 'consent.refused' | 'consent.withdrawn',
): Promise<void> {
  await recordAudits(
    tx,
    lines.map(({ id, leadId, channel, purpose, source, ground }) => ({
      actor,
      action: ground === null ? no : 'consent.given',
      subject: { kind: 'lead', id: leadId },
      // The proof may name the person, so it stays in the ledger, which goes with them.
      details: { consentId: id, channel, purpose, ground, source, importId },
    })),
  );
  // What new people said is part of their arrival.
  if (no === 'consent.refused') return;
  await recordEvents(
    ctx,
    tx,
    lines.map(({ leadId, channel, purpose, ground }) => ({
      type: 'consent.changed',
      leadId,
      channel,
      data: { purpose, ground },
    })),
  );
}

function proofOf(
  ctx: ConsentContext,
  { row }: ImportedRecord,
  column: number | null,
  { terms, report }: Source,
) {
  const heading = column === null ? undefined : report.header[column];
  const at = ctx.clock.now();
  const by = actorName(terms.actor);
  return {
    purpose: 'marketing' as const,
    source: 'import' as const,
    textVersion: heading ?? 'Legal ground Consent chosen for the whole file',
    proof: `Record ${row} of ${terms.fileName}, imported on ${at.toISOString().slice(0, 10)} by ${by}.`,
    collectedAt: at,
    recordedBy: by,
  };
}

/** Whom to look for to know whether somebody of a file is a lead. */
export function soughtIn({ lead, hashes }: ImportedRecord): Sought {
  return { emailKey: lead.emailKey ?? null, handleKey: lead.handleKey ?? null, hashes };
}
