import type { Compliance } from '#features/compliance/server/service.ts';
import { findLead, leadNotFound, listNotes, lockLead } from '#features/leads/server/erasure-service.ts';
import type { Actor } from '#kit/actor.ts';
import type { RawAnswer } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import { type Database, inTransaction } from '#platform/db.ts';
import { download } from '#platform/download.ts';
import { announce } from '#platform/live.ts';
import type { PrivacyRequest, PrivacyRequestKind } from '../contract.ts';
import { answerDueAt } from '../rules.ts';
import { toChannelConsent } from './consent-service.ts';
import type { PersonalDataStore } from './personal-data.ts';
import type { Texts } from './personal-texts-service.ts';
import { closeRequests, findRequest, insertRequest, listEventsOf, listOpenRequests } from './store.ts';

type Dependencies = {
  db: Database;
  compliance: Compliance;
  now: () => Date;
  /** Filled while the product is wired. */
  holders: readonly PersonalDataStore[];
  textsTo: Texts['textsTo'];
};

/** What people ask of us: a copy of their data, or to be erased. */
export function createRequests({ db, compliance, now, holders, textsTo }: Dependencies) {
  return {
    listPrivacyRequests: async (leadId: string | undefined): Promise<PrivacyRequest[]> =>
      (await listOpenRequests(db, leadId)).map(toRequest),

    /** Without an actor the person asked by themselves. */
    openPrivacyRequest: (
      leadId: string,
      kind: PrivacyRequestKind,
      actor: Actor | null,
    ): Promise<PrivacyRequest> =>
      inTransaction(db, async (tx) => {
        const lead = await lockLead(tx, leadId);
        if (!lead || lead.deletedAt) throw leadNotFound();
        const receivedAt = now();
        const row = { id: newId(), leadId, kind, receivedAt, dueAt: answerDueAt(receivedAt) };
        if (await insertRequest(tx, row)) {
          await compliance.recordAudit(tx, {
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
      }),

    closePrivacyRequest: (id: string, actor: Actor): Promise<PrivacyRequest> =>
      inTransaction(db, async (tx) => {
        const isNew = (await closeRequests(tx, { id }, now())).length > 0;
        const request = await findRequest(tx, id);
        if (!request) throw new AppError('not_found', 'This request does not exist any more.');
        if (isNew) {
          await compliance.recordAudit(tx, {
            actor,
            action: 'request.done',
            subject: { kind: 'lead', id: request.leadId },
            details: { kind: request.kind },
          });
          await announce(tx, ['leads']);
        }
        return toRequest(request);
      }),

    /** Everything kept about a person: source, ground, scores, consent, messages and what happened. */
    async exportLead(leadId: string, actor: Actor): Promise<RawAnswer> {
      const person = await findLead(db, leadId);
      if (!person) throw leadNotFound();
      const parts = await Promise.all(
        holders.map(async ({ part, read }) => [part, await read(leadId)] as const),
      );
      const file = {
        exportedAt: now().toISOString(),
        person,
        consent: {
          channels: (await compliance.listChannelGates(db, leadId)).map(toChannelConsent),
          records: await compliance.listConsents(db, leadId),
        },
        notes: await listNotes(db, leadId),
        requests: await listOpenRequests(db, leadId),
        events: await listEventsOf(db, leadId),
        texts: await textsTo(leadId),
        ...Object.fromEntries(parts),
      };
      await compliance.recordAudit(db, {
        actor,
        action: 'lead.exported',
        subject: { kind: 'lead', id: leadId },
      });
      return download({ name: `person-${leadId}`, format: 'json', body: JSON.stringify(file, null, 2) });
    },
  };
}

function toRequest(row: Awaited<ReturnType<typeof listOpenRequests>>[number]): PrivacyRequest {
  return {
    ...row,
    receivedAt: row.receivedAt.toISOString(),
    dueAt: row.dueAt.toISOString(),
    doneAt: row.doneAt?.toISOString() ?? null,
  };
}
