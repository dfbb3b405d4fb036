import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Lead } from '#features/leads/contract.ts';
import type { LeadGroup } from '#features/leads/contract-groups.ts';
import { rowsOf, sql } from '#platform/db.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import type { TestClient } from '#tests/support/client.ts';
import type { PrivacyRequest } from '../contract.ts';

let app: TestApp;
let member: TestClient;
let group: LeadGroup;
let serial = 0;

beforeAll(async () => {
  app = await startTestApp({ worker: false });
  member = await app.as('member');
  group = await member.post('/api/lead-groups', { name: 'Evenings' });
});
afterAll(() => app.close());

async function createLead(): Promise<Lead> {
  serial += 1;
  const contact = { name: `Person ${serial}`, email: `person${serial}@customer.test` };
  return member.post('/api/leads', { ...contact, groupId: group.id, legalGround: 'consent' });
}

const open = (lead: Lead, kind: PrivacyRequest['kind']) =>
  member.post<PrivacyRequest>(`/api/leads/${lead.id}/privacy-requests`, { kind });

async function merge(keep: Lead, other: Lead): Promise<string> {
  const { version, version: otherVersion } = keep;
  const body = { otherId: other.id, take: [], version, otherVersion };
  return (await member.post<{ mergeId: string }>(`/api/leads/${keep.id}/merge`, body)).mergeId;
}

/** Ids of the requests of a record, open or not. */
const requestsOf = async ({ id }: Lead): Promise<string[]> => {
  const requests = await rowsOf<{ id: string }>(
    app.app.db,
    sql`select id from privacy_requests where lead_id = ${id} order by id`,
  );
  return requests.map((request) => request.id);
};

it('moves privacy requests with a merge and back with its undo, unless the kept lead has an open one of the kind', async () => {
  const [keep, other] = [await createLead(), await createLead()];
  const own = await open(keep, 'access');
  const same = await open(other, 'access');
  const erasure = await open(other, 'erasure');
  const mergeId = await merge(keep, other);
  expect(await requestsOf(keep)).toEqual([own.id, erasure.id]);
  expect(await requestsOf(other)).toEqual([same.id]);
  await member.post(`/api/leads/merges/${mergeId}/undo`);
  expect(await requestsOf(keep)).toEqual([own.id]);
  expect(await requestsOf(other)).toEqual([same.id, erasure.id]);
});

it('moves privacy requests back for a merge that listed them with the notes', async () => {
  const [keep, other] = [await createLead(), await createLead()];
  const erasure = await open(other, 'erasure');
  const mergeId = await merge(keep, other);
  await app.app.db.execute(sql`update lead_merges
    set moved = moved - 'requests' || jsonb_build_object('own', moved->'own' || (moved->'requests'))
    where id = ${mergeId}`);
  await member.post(`/api/leads/merges/${mergeId}/undo`);
  expect(await requestsOf(keep)).toEqual([]);
  expect(await requestsOf(other)).toEqual([erasure.id]);
});
