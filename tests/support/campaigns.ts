import { expect } from 'vitest';
import type { Campaign } from '#features/campaigns/contract.ts';
import { ContactChannel } from '#features/compliance/contract.ts';
import type { Message } from '#features/delivery/contract.ts';
import type { TestClient } from './client.ts';

type Person = {
  name?: string;
  email?: string | undefined;
  handle?: string;
  phone?: string;
  platform?: string;
  behaviorSignal?: string;
  legalGround?: string;
  country?: string;
};

let addresses = 0;

/** An address nobody else has. */
export function newAddress(name = 'person'): string {
  addresses += 1;
  return `${name}${addresses}@clinic.test`;
}

/** A lead group with these people; answers its id and theirs, in order. */
export async function groupOf(
  client: TestClient,
  people: Person[],
  name = 'Everybody',
): Promise<{ groupId: string; leadIds: string[] }> {
  const { id: groupId } = await client.post<{ id: string }>('/api/lead-groups', { name });
  const leadIds: string[] = [];
  for (const person of people) {
    const lead = { name: 'Ann Lee', legalGround: 'consent', groupId, ...person };
    const { id } = await client.post<{ id: string }>('/api/leads', {
      // A number opens nothing until somebody says so: these people agreed to be written to over everything.
      ...(lead.legalGround === 'consent' && person.phone && { consentChannels: ContactChannel.options }),
      ...lead,
    });
    leadIds.push(id);
  }
  return { groupId, leadIds };
}

/** The body of a campaign that can be launched, changed as told. */
export function buildCampaign(change: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    name: 'Winter evenings',
    channels: ['email'],
    targetGroups: [],
    landingPageUrl: 'https://landing.test/evenings',
    selectedContentAssets: [],
    ...change,
  };
}

export function createCampaign(client: TestClient, change: Record<string, unknown> = {}): Promise<Campaign> {
  return client.post<Campaign>('/api/campaigns', buildCampaign(change));
}

export function messagesOf(client: TestClient, campaignId: string): Promise<Message[]> {
  return client.get<Message[]>(`/api/campaigns/${campaignId}/messages?limit=1000`);
}

/** Waits until the messages of a campaign have come to this: `{ outbox: 2, skipped: 1 }`. */
export async function untilMessages(
  client: TestClient,
  campaignId: string,
  wanted: Record<string, number>,
): Promise<Message[]> {
  let messages: Message[] = [];
  await expect
    .poll(
      async () => {
        messages = await messagesOf(client, campaignId);
        return countsOf(messages);
      },
      { timeout: 30_000, interval: 100 },
    )
    .toEqual(wanted);
  return messages;
}

export function countsOf(messages: readonly Pick<Message, 'status'>[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status } of messages) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
