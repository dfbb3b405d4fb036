import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Agent } from '#features/agents/contract.ts';
import type { ContentAsset } from '#features/content/contract.ts';
import { newId } from '#kit/id.ts';
import { sql } from '#platform/db.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import type { TestClient } from '#tests/support/client.ts';
import type { KnowledgeItem } from '../contract.ts';
import type { TaughtAgent } from '../contract-teaching.ts';

let app: TestApp;
let admin: TestClient;
let member: TestClient;

beforeAll(async () => {
  app = await startTestApp({ worker: false });
  admin = await app.as('admin');
  member = await app.as('member');
});
afterAll(() => app.close());

const GUIDE =
  'Subject: How to brew\n\nHi {{firstName|there}},\n\n**Hearth**\n\nSteep Hearth for **five minutes** under a lid. See [the shop](https://tea.test/hearth).';

async function createAsset(content = GUIDE): Promise<string> {
  const id = newId();
  await app.app.db.execute(
    sql`insert into content_assets (id, name, type, content) values (${id}, 'Brewing guide', 'email', ${content})`,
  );
  return id;
}
const createAgent = async (name: string): Promise<string> =>
  (
    await admin.post<Agent>('/api/chatbot/experts', {
      name,
      expertiseArea: 'Tea',
      communicationStyle: 'friendly',
    })
  ).id;
const knownBy = (expertId: string) =>
  member.get<KnowledgeItem[]>(`/api/chatbot/knowledge?expertId=${expertId}`);
const taught = (assetId: string) =>
  member.get<{ agents: TaughtAgent[]; obstacle: string | null }>(`/api/content-assets/${assetId}/agents`);
const teach = (assetId: string, expertId: string) =>
  admin.call('POST', `/api/content-assets/${assetId}/agents`, { body: { expertId } });
const rewrite = async (id: string, content: string) => {
  const [asset] = await member.get<ContentAsset[]>(`/api/content-assets?ids=${id}`);
  await member.patch(`/api/content-assets/${id}`, { version: asset?.version, content });
};

describe('an asset taught to an agent', () => {
  it('is knowledge that names its source, in words that people read, and is answered from', async () => {
    const [assetId, expertId] = [await createAsset(), await createAgent('Fern')];
    expect((await teach(assetId, expertId)).status).toBe(200);
    const [item] = await knownBy(expertId);
    expect(item).toMatchObject({
      title: 'Brewing guide',
      content:
        'Hi there,\n\n## Hearth\n\nSteep Hearth for five minutes under a lid. See the shop (https://tea.test/hearth).',
      asset: { id: assetId, name: 'Brewing guide' },
      remarks: [],
    });
    expect((await taught(assetId)).agents).toMatchObject([
      { expertId, expertName: 'Fern', knowledgeId: item?.id, isOutdated: false, isRetired: false },
    ]);
    const { answer } = await admin.post<{ answer: string }>('/api/chatbot/chat', {
      question: 'How long do I steep Hearth?',
      expertId,
    });
    expect(answer).toContain('five minutes under a lid');
  });

  it('is one item, however often and by however many it is taught at once', async () => {
    const [assetId, expertId] = [await createAsset(), await createAgent('Linden')];
    const answers = await Promise.all([1, 2, 3, 4].map(() => teach(assetId, expertId)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await knownBy(expertId)).toHaveLength(1);
  });

  it('says that it is out of date once the text is another one, and is renewed in place', async () => {
    const [assetId, expertId] = [await createAsset(), await createAgent('Alder')];
    await teach(assetId, expertId);
    const [before] = await knownBy(expertId);
    // Another tag changes nothing of what it says.
    await member.patch(`/api/content-assets/${assetId}`, { version: 1, tags: ['tea'] });
    expect((await taught(assetId)).agents[0]?.isOutdated).toBe(false);
    await rewrite(assetId, 'Steep Hearth for seven minutes.');
    expect((await taught(assetId)).agents[0]?.isOutdated).toBe(true);
    expect((await knownBy(expertId))[0]?.remarks).toMatchObject([{ kind: 'outdated' }]);
    await teach(assetId, expertId);
    expect(await knownBy(expertId)).toMatchObject([
      { id: before?.id, content: 'Steep Hearth for seven minutes.', remarks: [], passageCount: 1 },
    ]);
  });

  it('keeps what a person has corrected in it as long as the asset says the same', async () => {
    const [assetId, expertId] = [await createAsset(), await createAgent('Rowan')];
    await teach(assetId, expertId);
    const [item] = await knownBy(expertId);
    const change = (body: object) => admin.call('PATCH', `/api/chatbot/knowledge/${item?.id}`, { body });
    await change({ content: 'Steep it for six minutes.', isRetired: true });
    expect((await taught(assetId)).agents[0]).toMatchObject({ isRetired: true, isOutdated: false });
    await teach(assetId, expertId);
    expect(await knownBy(expertId)).toMatchObject([
      { content: 'Steep it for six minutes.', retiredAt: null },
    ]);
  });

  it('stays known by name when the asset is gone', async () => {
    const [assetId, expertId] = [await createAsset(), await createAgent('Hazel')];
    await teach(assetId, expertId);
    await member.call('DELETE', `/api/content-assets/${assetId}`);
    expect((await knownBy(expertId))[0]?.asset).toEqual({ id: null, name: 'Brewing guide' });
    expect((await teach(assetId, expertId)).status).toBe(404);
    await member.post(`/api/content-assets/${assetId}/restore`);
    expect((await knownBy(expertId))[0]?.asset?.id).toBe(assetId);
  });

  it('is an admin’s to teach, and an approved one where the workspace says so', async () => {
    const [assetId, expertId] = [await createAsset(), await createAgent('Yarrow')];
    const asMember = await member.call('POST', `/api/content-assets/${assetId}/agents`, {
      body: { expertId },
    });
    expect(asMember.status).toBe(403);
    await admin.patch('/api/settings/workspace', { approvedContentOnly: true });
    expect((await teach(assetId, expertId)).status).toBe(422);
    expect((await taught(assetId)).obstacle).toContain('approved');
    await app.app.db.execute(sql`update content_assets set status = 'approved' where id = ${assetId}`);
    expect((await teach(assetId, expertId)).status).toBe(200);
    await admin.patch('/api/settings/workspace', { approvedContentOnly: false });
    expect((await teach(assetId, newId())).status).toBe(404);
    expect((await teach(await createAsset('Subject: only that'), expertId)).status).toBe(422);
  });
});
