import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Agent } from '#features/agents/contract.ts';
import { newId } from '#kit/id.ts';
import { sql } from '#platform/db.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import type { TestClient } from '#tests/support/client.ts';
import type { AgentStats } from '../contract.ts';

let app: TestApp;
let admin: TestClient;
let member: TestClient;

beforeAll(async () => {
  app = await startTestApp({ worker: false });
  admin = await app.as('admin');
  member = await app.as('member');
});
afterAll(() => app.close());

// S9-40 S7-32 S3-25
it('counts stored conversations, and has no rate and no time without any', async () => {
  expect(await member.get<AgentStats>('/api/chatbot/stats')).toEqual({
    totalConversations: 0,
    resolutionRate: null,
    confirmedRate: null,
    avgResponseTime: null,
  });
  const { id } = await admin.post<Agent>('/api/chatbot/experts', {
    name: 'Fern',
    expertiseArea: 'Herbal tea',
    communicationStyle: 'professional',
  });
  await app.app.db.execute(sql`insert into conversations (id, expert_id, resolved_at, response_ms, is_confirmed) values
    (${newId()}, ${id}, now(), 1000, false), (${newId()}, ${id}, now(), 1200, true), (${newId()}, ${id}, null, 2150, false)`);
  expect(await member.get<AgentStats>('/api/chatbot/stats')).toEqual({
    totalConversations: 3,
    resolutionRate: 66.7,
    confirmedRate: 33.3,
    avgResponseTime: 1.5,
  });
  const agents = await member.get<Agent[]>('/api/chatbot/experts');
  expect(agents.find((agent) => agent.id === id)?.totalConversations).toBe(3);
});
