import { recordAudit } from '#features/compliance/server/audit-store.ts';
import { listChannelGates, listConsents } from '#features/compliance/server/consent-store.ts';
import { leadNotFound } from '#features/leads/server/refusals.ts';
import { findLead, listNotes, lockLead } from '#features/leads/server/service.ts';
import type { Actor } from '#kit/actor.ts';
import type { RawAnswer } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction } from '#platform/db.ts';
import { download } from '#platform/download.ts';
import { announce } from '#platform/live.ts';
import type { PrivacyRequest, PrivacyRequestKind } from '../contract.ts';
import { answerDueAt } from '../rules.ts';
import { toChannelConsent } from './consents.ts';
import { listTextsTo } from './personal-texts.ts';
import {
  closeRequests,
  findRequest,
  HAS_REQUEST,
  insertRequest,
  listEventsOf,
  listOpenRequests,
  moveRequests,
  moveRequestsBack,
} from './store.ts';

/** Requests follow the merge of a person, and a person with one is kept when an import is undone. */
export const requestLinks = {
  part: 'requests',
  workedOn: HAS_REQUEST,
  move: moveRequests,
  moveBack: moveRequestsBack,
};

type RequestContext = Pick<Context, 'db' | 'clock'>;

/** Requests that wait for an answer; without `leadId` those of everyone. */
export async function listPrivacyRequests(
  { db }: Pick<Context, 'db'>,
  leadId: string | undefined,
): Promise<PrivacyRequest[]> {
  return (await listOpenRequests(db, leadId)).map(toRequest);
}

/** Notes what a person asks for: a copy of their data, or erasure. No actor: they asked themselves. Refuses with `not_found`. */
export function openPrivacyRequest(
  { db, clock }: RequestContext,
  leadId: string,
  kind: PrivacyRequestKind,
  actor: Actor | null,
): Promise<PrivacyRequest> {
  return inTransaction(db, async (tx) => {
    const lead = await lockLead(tx, leadId);
    if (!lead || lead.deletedAt) throw leadNotFound();
    const receivedAt = clock.now();
    const row = { id: newId(), leadId, kind, receivedAt, dueAt: answerDueAt(receivedAt) };
    if (await insertRequest(tx, row)) {
      await recordAudit(tx, {
        actor,
        action: 'request.opened',
        subject: { kind: 'lead', id: leadId },
        details: { kind, dueAt: row.dueAt.toISOString(), by: actor === null ? 'person' : 'team' },
      });
      await announce(tx, ['leads']);
    }
    const open = (await listOpenRequests(tx, leadId)).find((request) => request.kind === kind);
    if (!open) throw new Error('the request that waits is missing');
    return toRequest(open);
  });
}

/** Notes that a request was answered; a second call changes nothing. Refuses with `not_found`. */
export function closePrivacyRequest(
  { db, clock }: RequestContext,
  id: string,
  actor: Actor,
): Promise<PrivacyRequest> {
  return inTransaction(db, async (tx) => {
    const isNew = (await closeRequests(tx, { id }, clock.now())).length > 0;
    const request = await findRequest(tx, id);
    if (!request) throw new AppError('not_found', 'This request does not exist any more.');
    if (isNew) {
      await recordAudit(tx, {
        actor,
        action: 'request.done',
        subject: { kind: 'lead', id: request.leadId },
        details: { kind: request.kind },
      });
      await announce(tx, ['leads']);
    }
    return toRequest(request);
  });
}

/** Everything kept about a person: source, ground, scores, consent, messages and events. Refuses with `not_found`. */
export async function exportLead(
  ctx: RequestContext & Pick<Context, 'personalDataStores' | 'textSources'>,
  leadId: string,
  actor: Actor,
): Promise<RawAnswer> {
  const { db, clock } = ctx;
  const person = await findLead(db, leadId);
  if (!person) throw leadNotFound();
  const parts = await Promise.all(
    ctx.personalDataStores.map(async ({ part, read }) => [part, await read(leadId)] as const),
  );
  const file = {
    exportedAt: clock.now().toISOString(),
    person,
    consent: {
      channels: (await listChannelGates(db, leadId)).map(toChannelConsent),
      records: await listConsents(db, leadId),
    },
    notes: await listNotes(db, leadId),
    requests: await listOpenRequests(db, leadId),
    events: await listEventsOf(db, leadId),
    texts: await listTextsTo(ctx, leadId),
    ...Object.fromEntries(parts),
  };
  await recordAudit(db, {
    actor,
    action: 'lead.exported',
    subject: { kind: 'lead', id: leadId },
  });
  return download({ name: `person-${leadId}`, format: 'json', body: JSON.stringify(file, null, 2) });
}

function toRequest(row: Awaited<ReturnType<typeof listOpenRequests>>[number]): PrivacyRequest {
  return {
    ...row,
    receivedAt: row.receivedAt.toISOString(),
    dueAt: row.dueAt.toISOString(),
    doneAt: row.doneAt?.toISOString() ?? null,
  };
}
