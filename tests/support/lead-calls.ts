import { expect } from 'vitest';
import type { ImportReport } from '#features/imports/contract.ts';
import type { Lead } from '#features/leads/contract.ts';
import type { LeadGroup } from '#features/leads/contract-groups.ts';
import type { TestClient } from './client.ts';

/** What tests of leads call over HTTP, with whom `member` answers at that time. */
export function leadCalls(member: () => TestClient) {
  let serial = 0;
  const createGroup = (name = `Group ${(serial += 1)}`): Promise<LeadGroup> =>
    member().post('/api/lead-groups', { name });
  return {
    createGroup,
    /** Adds a lead of its own; what is given wins. */
    createLead: async (given: Partial<Record<keyof Lead, unknown>> = {}): Promise<Lead> => {
      serial += 1;
      const number = serial;
      const groupId = given.groupId ?? (await createGroup()).id;
      return member().post('/api/leads', {
        name: `Person ${number}`,
        email: `person${number}@customer.test`,
        legalGround: 'consent',
        ...given,
        groupId,
      });
    },
  };
}

type Sending = { name?: string; query?: string; headers?: Record<string, string>; as?: TestClient };

/** Files of people, sent into the group that `into` answers at that time, by its member unless somebody else is named. */
export function importCalls(into: () => { member: TestClient; group: LeadGroup }) {
  let people = 0;
  const send = (
    body: string | Uint8Array,
    { name = 'people.csv', query = '', headers = {}, as = into().member }: Sending = {},
  ): Promise<Response> => {
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    return as.call('POST', `/api/leads/import?groupId=${into().group.id}${query}`, {
      body: new Uint8Array(bytes),
      headers: { 'content-type': 'text/csv', 'x-filename': encodeURIComponent(name), ...headers },
    });
  };
  return {
    send,
    importFile: async (body: string | Uint8Array, sending: Sending = {}): Promise<ImportReport> => {
      const answer = await send(body, sending);
      expect(answer.status).toBe(200);
      return (await answer.json()) as ImportReport;
    },
    /** People nobody else in this file uses. */
    fresh: (count: number): { name: string; email: string }[] =>
      Array.from({ length: count }, () => {
        people += 1;
        return { name: `Filed Person ${people}`, email: `filed${people}@customer.test` };
      }),
    find: async (email: string): Promise<Lead | undefined> => {
      const [lead] = await into().member.get<Lead[]>(`/api/leads?q=${encodeURIComponent(email)}`);
      return lead;
    },
  };
}

export const csv = (rows: string[][]): string => rows.map((row) => row.join(',')).join('\n');
