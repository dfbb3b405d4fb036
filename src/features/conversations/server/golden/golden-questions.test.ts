import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Agent } from '#features/agents/contract.ts';
import type { AuditEntry } from '#features/compliance/contract.ts';
import type { KnowledgeItem } from '#features/knowledge/contract.ts';
import { sql } from '#platform/db.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import type { TestClient } from '#tests/support/client.ts';
import { eventually } from '#tests/support/eventually.ts';
import type { GoldenQuestion } from '../../contract.ts';
import { askDueQuestions, runGoldenQuestions } from './golden-questions.ts';

let app: TestApp;
let admin: TestClient;
let agent: Agent;
let label: KnowledgeItem;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
  agent = await admin.post<Agent>('/api/chatbot/experts', {
    name: 'Fern',
    expertiseArea: 'Herbal tea',
    communicationStyle: 'professional',
    isActive: false,
  });
  label = await admin.post<KnowledgeItem>('/api/chatbot/knowledge', {
    expertId: agent.id,
    title: 'Hearth label',
    content: 'Hearth holds no caffeine.',
  });
});
afterAll(() => app.close());

const golden = () => admin.get<GoldenQuestion[]>(`/api/chatbot/experts/${agent.id}/golden-questions`);
const says = (content: string) => admin.patch(`/api/chatbot/knowledge/${label.id}`, { content });
const change = (body: object) => admin.call('PATCH', `/api/chatbot/experts/${agent.id}`, { body });
const listed = async () =>
  (await admin.get<Agent[]>('/api/chatbot/experts')).find(({ id }) => id === agent.id);

it('asks its golden questions again by itself when the knowledge or the persona changes', async () => {
  await admin.post(`/api/chatbot/experts/${agent.id}/golden-questions`, {
    question: 'Does Hearth hold caffeine?',
    mustContain: 'no caffeine',
  });
  await eventually(async () => expect(await golden()).toMatchObject([{ hasPassed: true }]));
  await says('Hearth holds 40 mg caffeine per cup.');
  await eventually(async () => expect(await golden()).toMatchObject([{ hasPassed: false }]));
  expect(await listed()).toMatchObject({ failingQuestions: 1 });
  const before = (await golden())[0]?.lastRunAt;
  expect((await change({ communicationStyle: 'friendly' })).status).toBe(200);
  await eventually(async () => expect((await golden())[0]?.lastRunAt).not.toBe(before));
  expect((await golden())[0]?.lastAnswer).toMatch(/^Happy to help/);
  const friendly = (await golden())[0]?.lastRunAt;
  // A language model is told of it.
  expect((await change({ interactionMode: 'voice' })).status).toBe(200);
  await eventually(async () => expect((await golden())[0]?.lastRunAt).not.toBe(friendly));
}, 60_000);

it('stays off websites while one fails, until it is mended or an admin answers for it in writing', async () => {
  const refused = await change({ isActive: true });
  expect(refused.status).toBe(422);
  expect(await refused.json()).toMatchObject({
    reason: 'golden_failing',
    message: 'Fern answers 1 golden question wrongly: “Does Hearth hold caffeine?”.',
  });
  expect(await listed()).toMatchObject({ isActive: false });
  expect((await change({ isActive: true, overrideReason: 'Because.' })).status).toBe(400);

  const overrideReason = 'The new label is right, the question is out of date.';
  expect((await change({ isActive: true, overrideReason })).status).toBe(200);
  const [entry] = await admin.get<AuditEntry[]>(`/api/audit?limit=1&subject=agent:${agent.id}`);
  expect(entry).toMatchObject({ action: 'agent.published_anyway', reason: overrideReason });

  expect((await change({ isActive: false })).status).toBe(200);
  await says('Hearth holds no caffeine.');
  // Asked at once: nobody has to wait for the job.
  expect((await change({ isActive: true })).status).toBe(200);
  expect(await listed()).toMatchObject({ isActive: true, failingQuestions: 0 });
});

it('goes on where a try broke off, and asks all of them when a person says so', async () => {
  const { context, db } = app.app;
  await admin.post(`/api/chatbot/experts/${agent.id}/golden-questions`, {
    question: 'What does Hearth hold?',
    mustContain: 'caffeine',
  });
  await eventually(async () =>
    expect((await golden()).map(({ lastRunAt }) => lastRunAt)).not.toContain(null),
  );
  const [first, second] = await golden();
  await db.execute(
    sql`update experts set golden_due_at = now() - interval '5 minutes' where id = ${agent.id}`,
  );
  await db.execute(
    sql`update golden_questions set last_answer = 'asked before', last_run_at = now() where id = ${first?.id}`,
  );
  await db.execute(
    sql`update golden_questions set last_answer = 'out of date', last_run_at = now() - interval '6 minutes' where id = ${second?.id}`,
  );
  await askDueQuestions(context, agent.id);
  const [kept, asked] = await golden();
  expect(kept?.lastAnswer).toBe('asked before');
  expect(asked?.lastAnswer).toContain('Hearth');
  const [again] = await runGoldenQuestions(context, agent.id);
  expect(again?.lastAnswer).toContain('Hearth');
}, 60_000);
