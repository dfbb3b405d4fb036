import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Agent } from '#features/agents/contract.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import type { TestClient } from '#tests/support/client.ts';
import { AGENT_KNOWLEDGE, AGENT_QUESTIONS } from './talks-story.ts';

type Replied = { answer: string; answered: boolean };

let app: TestApp;
let admin: TestClient;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
});
afterAll(() => app.close());

it.each(Object.keys(AGENT_QUESTIONS))(
  'what %s is shown to have answered in the demo is what it answers',
  async (name) => {
    const agent = await admin.post<Agent>('/api/chatbot/experts', {
      name,
      expertiseArea: 'Tea',
      communicationStyle: 'professional',
    });
    for (const item of AGENT_KNOWLEDGE[name] ?? [])
      await admin.post('/api/chatbot/knowledge', { ...item, expertId: agent.id });
    for (const [question, , quote] of AGENT_QUESTIONS[name]?.answered ?? []) {
      const reply = await admin.post<Replied>('/api/chatbot/chat', { expertId: agent.id, question });
      expect(reply, question).toMatchObject({ answered: true, answer: expect.stringContaining(quote) });
    }
  },
);
