import type { ConsentRecord } from '#features/compliance/contract.ts';
import { CONSENT_OBSTACLE_LABELS } from '#features/compliance/rules-consent.ts';
import type { ChannelGate, Compliance } from '#features/compliance/server/service.ts';
import { findLead, leadNotFound, lockLead } from '#features/leads/server/erasure-service.ts';
import { type Actor, actorName } from '#kit/actor.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import { type Database, inTransaction, type Queryable } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { ChannelConsent, LeadConsent, NewConsent } from '../contract.ts';

type Dependencies = { db: Database; compliance: Compliance; now: () => Date };

/** On what ground people may be written to, channel by channel, and how that came to be. */
export function createConsent({ db, compliance, now }: Dependencies) {
  const readConsent = async (tx: Queryable, leadId: string): Promise<LeadConsent> => {
    const channels = (await compliance.listChannelGates(tx, leadId)).map(toChannelConsent);
    const rows = await compliance.listConsents(tx, leadId);
    return { channels, records: rows.map(toRecord) };
  };

  const append = (
    leadId: string,
    actor: Actor,
    line: Omit<NewConsent, 'ground' | 'collectedAt'> & {
      ground: NewConsent['ground'] | null;
      collectedAt: Date;
    },
  ): Promise<LeadConsent> =>
    inTransaction(db, async (tx) => {
      const lead = await lockLead(tx, leadId);
      if (!lead || lead.deletedAt) throw leadNotFound();
      const id = newId();
      await compliance.insertConsent(tx, {
        ...line,
        id,
        leadId,
        expiresAt: line.expiresAt === null ? null : new Date(line.expiresAt),
        recordedBy: actorName(actor),
        isDemo: lead.isDemo,
      });
      const { channel, purpose, ground, source } = line;
      await compliance.recordAudit(tx, {
        actor,
        action: ground === null ? 'consent.withdrawn' : 'consent.given',
        subject: { kind: 'lead', id: leadId },
        // The proof may name the person, so it stays in the ledger, which goes with them.
        details: { consentId: id, channel, purpose, ground, source },
      });
      await announce(tx, ['leads', 'messages']);
      return readConsent(tx, leadId);
    });

  return {
    async getLeadConsent(leadId: string): Promise<LeadConsent> {
      if (!(await findLead(db, leadId))) throw leadNotFound();
      return readConsent(db, leadId);
    },

    giveConsent(leadId: string, given: NewConsent, actor: Actor): Promise<LeadConsent> {
      const collectedAt = given.collectedAt === undefined ? now() : new Date(given.collectedAt);
      if (collectedAt > now()) {
        const message = 'This moment is still to come.';
        throw new AppError('invalid_input', message, { fields: { collectedAt: message } });
      }
      return append(leadId, actor, { ...given, collectedAt });
    },

    withdrawConsent: (
      leadId: string,
      { channel, purpose }: Pick<NewConsent, 'channel' | 'purpose'>,
      actor: Actor,
    ): Promise<LeadConsent> =>
      append(leadId, actor, {
        channel,
        purpose,
        ground: null,
        source: 'message',
        sourceUrl: null,
        textVersion: '',
        proof: '',
        collectedAt: now(),
        expiresAt: null,
      }),
  };
}

type StoredConsent = Awaited<ReturnType<Compliance['listConsents']>>[number];

function toRecord({ leadId: _lead, isDemo: _demo, ...row }: StoredConsent): ConsentRecord {
  return {
    ...row,
    collectedAt: row.collectedAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    recordedAt: row.recordedAt.toISOString(),
  };
}

export function toChannelConsent({ obstacle, ...gate }: ChannelGate): ChannelConsent {
  return {
    ...gate,
    obstacle: obstacle && CONSENT_OBSTACLE_LABELS[obstacle],
    reason: obstacle,
  };
}
