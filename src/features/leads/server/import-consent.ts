import type { ContactChannel } from '#features/compliance/contract.ts';
import type { Compliance } from '#features/compliance/server/service.ts';
import { type Actor, actorName } from '#kit/actor.ts';
import { newId } from '#kit/id.ts';
import type { Transaction } from '#platform/db.ts';
import type { ImportReport, ImportRole } from '../contract-import.ts';
import {
  type ConsentTerms,
  type ImportedConsent,
  statementsOf,
  withdrawnIn,
} from '../rules-import-consent.ts';
import { listKnown, type Sought } from './identity-store.ts';
import { insertWithdrawals, listStandings, takeWithdrawals } from './import-store.ts';
import type { NewLeadRow } from './store.ts';

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

const LINES_AT_ONCE = 1_000;

/** What files say about who agreed to what, in the consent ledger and out of it again. */
export function createImportConsents({ compliance, now }: { compliance: Compliance; now: () => Date }) {
  return {
    /** The lines of people who came in by the file. */
    store: (tx: Transaction, people: readonly ImportedRecord[], source: Source): Promise<void> =>
      compliance.insertConsents(
        tx,
        people.flatMap((person) =>
          statementsOf(person.consent, source.terms).map(({ channel, hasAgreed, role }) => ({
            ...proofOf(person, role, source),
            id: newId(),
            leadId: person.lead.id,
            channel,
            ground: hasAgreed ? ('consent' as const) : null,
          })),
        ),
      ),

    /**
     * Takes back what people who are leads already had agreed to, where their record says no. What another import took
     * back is taken back once more, as that one may be undone. Answers how many records changed something.
     */
    async withdraw(tx: Transaction, people: readonly ImportedRecord[], source: Source): Promise<number> {
      const refusing = people.filter(({ consent }) => Object.values(consent).includes('no'));
      if (refusing.length === 0) return 0;
      const known = await listKnown(tx, refusing.map(soughtIn));
      const leadIds = known.flat().map(({ id }) => id);
      const latest = new Map(
        (await listStandings(tx, leadIds, source.terms.importId)).map(
          ({ leadId, channel, ground }) => [`${leadId} ${channel}`, ground] as const,
        ),
      );
      const taken = refusing.map((person, index) =>
        (known[index] ?? []).flatMap(({ id: leadId, isDemo }) => {
          const groundOn = (channel: ContactChannel) => latest.get(`${leadId} ${channel}`);
          const lines = withdrawnIn(person.consent, source.terms, groundOn).map(({ channel, role }) => {
            const proof = proofOf(person, role, source);
            return { ...proof, id: newId(), leadId, channel, ground: null, isDemo };
          });
          // The same person may stand in the file twice.
          for (const { channel } of lines) latest.set(`${leadId} ${channel}`, null);
          return lines;
        }),
      );
      const lines = taken.flat();
      await compliance.insertConsents(tx, lines);
      if (!source.terms.isDry) await note(tx, lines, source.terms);
      return taken.filter((each) => each.length > 0).length;
    },

    /** Undo of `withdraw`. Answers for how many people it opens something; of those who were erased nothing is left. */
    async takeBack(tx: Transaction, importId: string, actor: Actor): Promise<number> {
      const people = new Set<string>();
      for (;;) {
        const ids = await takeWithdrawals(tx, importId, LINES_AT_ONCE);
        if (ids.length === 0) return people.size;
        const lines = await compliance.deleteConsentLines(tx, ids);
        await compliance.recordAudits(
          tx,
          lines.map(({ id, leadId, channel, purpose }) => ({
            actor,
            action: 'consent.withdrawal_undone',
            subject: { kind: 'lead', id: leadId },
            details: { consentId: id, channel, purpose, importId },
          })),
        );
        const latest = await compliance.listLatestConsents(
          tx,
          lines.map(({ leadId }) => leadId),
        );
        const closed = new Set(
          latest.flatMap(({ leadId, channel, ground }) => (ground === null ? `${leadId} ${channel}` : [])),
        );
        for (const { leadId, channel } of lines) {
          if (!closed.has(`${leadId} ${channel}`)) people.add(leadId);
        }
      }
    },
  };

  /** Remembers what can be taken back, and lets the trail of each person say what was done. */
  async function note(
    tx: Transaction,
    lines: readonly { id: string; leadId: string; channel: string; purpose: string; source: string }[],
    { importId, actor }: ImportTerms,
  ): Promise<void> {
    await insertWithdrawals(
      tx,
      importId,
      lines.map(({ id }) => id),
    );
    await compliance.recordAudits(
      tx,
      lines.map(({ id, leadId, channel, purpose, source }) => ({
        actor,
        action: 'consent.withdrawn',
        subject: { kind: 'lead', id: leadId },
        // The proof may name the person, so it stays in the ledger, which goes with them.
        details: { consentId: id, channel, purpose, ground: null, source, importId },
      })),
    );
  }

  function proofOf({ row }: ImportedRecord, role: ImportRole, { terms, report }: Source) {
    const heading = report.header[report.columns.indexOf(role)];
    const at = now();
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
}

/** Whom to look for to know whether somebody of a file is a lead. */
export function soughtIn({ lead, hashes }: ImportedRecord): Sought {
  return { emailKey: lead.emailKey ?? null, handleKey: lead.handleKey ?? null, hashes };
}
