import type { ConsentRecord } from '#features/compliance/contract.ts';
import { CONSENT_OBSTACLE_LABELS } from '#features/compliance/rules-consent.ts';
import { recordAudit } from '#features/compliance/server/audit-store.ts';
import {
  type ChannelGate,
  type ConsentRow,
  insertConsent,
  listChannelGates,
  listConsents,
} from '#features/compliance/server/consent-store.ts';
import { leadNotFound } from '#features/leads/server/refusals.ts';
import { findLead, lockLead } from '#features/leads/server/service.ts';
import { recordEvents } from '#features/tracking/server/record-events.ts';
import { type Actor, actorName } from '#kit/actor.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction, type Queryable } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { ChannelConsent, LeadConsent, NewConsent } from '../contract.ts';

type ConsentContext = Pick<Context, 'db' | 'clock' | 'eventSubscribers'>;

/** On which ground a person may be written to on each channel, and its history. Refuses with `not_found`. */
export async function getLeadConsent(ctx: ConsentContext, leadId: string): Promise<LeadConsent> {
  if (!(await findLead(ctx.db, leadId))) throw leadNotFound();
  return readConsent(ctx.db, leadId);
}

/** Records a consent. Refuses with `not_found`, and with `invalid_input` a moment in the future. */
export function giveConsent(
  ctx: ConsentContext,
  leadId: string,
  given: NewConsent,
  actor: Actor,
): Promise<LeadConsent> {
  const now = ctx.clock.now();
  const collectedAt = given.collectedAt === undefined ? now : new Date(given.collectedAt);
  if (collectedAt > now) {
    const message = 'This moment is still to come.';
    throw new AppError('invalid_input', message, { fields: { collectedAt: message } });
  }
  return append(ctx, leadId, actor, { ...given, collectedAt });
}

export function withdrawConsent(
  ctx: ConsentContext,
  leadId: string,
  { channel, purpose }: Pick<NewConsent, 'channel' | 'purpose'>,
  actor: Actor,
): Promise<LeadConsent> {
  return append(ctx, leadId, actor, {
    channel,
    purpose,
    ground: null,
    source: 'message',
    sourceUrl: null,
    textVersion: '',
    proof: '',
    collectedAt: ctx.clock.now(),
    expiresAt: null,
  });
}

async function readConsent(tx: Queryable, leadId: string): Promise<LeadConsent> {
  const channels = (await listChannelGates(tx, leadId)).map(toChannelConsent);
  const rows = await listConsents(tx, leadId);
  return { channels, records: rows.map(toRecord) };
}

function append(
  ctx: ConsentContext,
  leadId: string,
  actor: Actor,
  line: Omit<NewConsent, 'ground' | 'collectedAt'> & {
    ground: NewConsent['ground'] | null;
    collectedAt: Date;
  },
): Promise<LeadConsent> {
  return inTransaction(ctx.db, async (tx) => {
    const lead = await lockLead(tx, leadId);
    if (!lead || lead.deletedAt) throw leadNotFound();
    const id = newId();
    await insertConsent(tx, {
      ...line,
      id,
      leadId,
      expiresAt: line.expiresAt === null ? null : new Date(line.expiresAt),
      recordedBy: actorName(actor),
      isDemo: lead.isDemo,
    });
    const { channel, purpose, ground, source } = line;
    await recordAudit(tx, {
      actor,
      action: ground === null ? 'consent.withdrawn' : 'consent.given',
      subject: { kind: 'lead', id: leadId },
      // The proof may name the person, so it stays in the ledger, which goes with them.
      details: { consentId: id, channel, purpose, ground, source },
    });
    await recordEvents(ctx, tx, [
      { type: 'consent.changed', leadId, channel, data: { purpose, ground }, isDemo: lead.isDemo },
    ]);
    await announce(tx, ['leads', 'messages']);
    return readConsent(tx, leadId);
  });
}

function toRecord({ leadId: _lead, isDemo: _demo, ...row }: ConsentRow): ConsentRecord {
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
