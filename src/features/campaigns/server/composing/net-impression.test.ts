import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ClaimCheck } from '#features/compliance/contract.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { buildCampaign, createCampaign, groupOf } from '#tests/support/campaigns.ts';
import type { TestClient } from '#tests/support/client.ts';
import { type ModelServer, startModelServer } from '#tests/support/model-server.ts';
import type { Campaign } from '../../contract.ts';
import type { PreflightCheck } from '../../contract-preview.ts';

const QUIET = 'Marta put her walking stick in the attic in May. Our tea tastes of lemon balm.';
const EXCERPT = 'put her walking stick in the attic';
const IMPRESSION = 'Readers take away that the tea made her walk well.';

let app: TestApp;
let model: ModelServer;
let member: TestClient;

beforeAll(async () => {
  model = await startModelServer('openai');
  app = await startTestApp({
    worker: false,
    env: { LLM_PROVIDER: 'openai-compatible', LLM_BASE_URL: model.url, LLM_MODEL: 'house-model' },
  });
  member = await app.as('member');
});
afterAll(async () => {
  await app.close();
  await model.close();
});
beforeEach(() => {
  model.calls.splice(0);
  model.reply = (call) => ({
    object: {
      impressions: call.messages.join('\n').includes(EXCERPT)
        ? [
            { excerpt: EXCERPT, impression: IMPRESSION },
            { excerpt: 'words that nobody wrote', impression: IMPRESSION },
          ]
        : [],
    },
  });
});

const check = (text: string) =>
  member.post<ClaimCheck>('/api/compliance/check', { text, jurisdiction: 'US' });
const step = (body: string) => ({ channel: 'email', delayHours: 0, subject: 'A note', body });
const imprinted = { rule: 'net-impression', severity: 'warn', excerpt: EXCERPT, explanation: IMPRESSION };

describe('what a text leaves as an impression', () => {
  it('is read by the configured language model beside the rules, and marked as its words', async () => {
    const { verdict, findings } = await check(`${QUIET} It cures gout.`);
    expect(verdict).toBe('block');
    expect(findings).toHaveLength(2);
    expect(findings[0]).toMatchObject(imprinted);
    expect(findings[0]?.source).toMatch(/^By the language model, house-model/);
    expect(findings[1]).toMatchObject({ rule: 'disease-claim', severity: 'block' });
    expect((await check(QUIET)).verdict).toBe('warn');
  });

  it('is left out, and nothing of the rules with it, where the model fails or talks nonsense', async () => {
    for (const reply of [
      { status: 400 },
      { object: { impressions: 'none' } },
      'Sure! Here you go.',
    ] as const) {
      model.reply = () => reply;
      const { verdict, findings } = await check(`${QUIET} It cures gout.`);
      expect([verdict, findings.map(({ rule }) => rule)]).toEqual(['block', ['disease-claim']]);
    }
  });

  it('is told before a launch and kept with what was launched', async () => {
    const { groupId } = await groupOf(member, [{ email: 'marta@clinic.test' }]);
    const fields = buildCampaign({ targetGroups: [groupId], steps: [step(QUIET)] });
    const checks = await member.post<PreflightCheck[]>('/api/campaigns/preflight', fields);
    expect(checks.filter(({ label }) => label === 'Net impression')).toEqual([
      expect.objectContaining({
        state: 'warn',
        text: expect.stringContaining(`“${EXCERPT}”: ${IMPRESSION}`),
      }),
    ]);

    const draft = await createCampaign(member, { targetGroups: [groupId], steps: [step(QUIET)] });
    expect(draft.steps[0]?.claims?.verdict).toBe('ok');
    model.calls.splice(0);
    const launched = await member.patch<Campaign>(`/api/campaigns/${draft.id}`, { status: 'active' });
    expect(launched.steps[0]?.claims).toMatchObject({ verdict: 'warn', body: [imprinted] });
    expect(model.calls).toHaveLength(2);

    // Renaming it asks nobody again and loses nothing; other words are judged anew.
    const renamed = await member.patch<Campaign>(`/api/campaigns/${draft.id}`, { name: 'Spring' });
    expect(renamed.steps[0]?.claims?.body).toMatchObject([imprinted]);
    expect(model.calls).toHaveLength(2);
  });
});
