import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AiActivity } from '#features/analytics/contract.ts';
import type { UnansweredQuestion } from '#features/conversations/contract-inbox.ts';
import { newId } from '#kit/id.ts';
import { rowsOf, sql } from '#platform/db.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import type { TestClient } from '#tests/support/client.ts';
import { startMailServer, type TestMailServer } from '#tests/support/mail-server.ts';
import type { Community } from '../contract.ts';
import type { CommunityPost } from '../contract-posts.ts';
import { findUnmoderated, moderatePost } from './moderate-post.ts';
import { tellTeam } from './tell-team.ts';

let running: TestApp;
let mail: TestMailServer;
/** The mail server takes nothing for the moment. */
let isBusy = false;
let client: TestClient;
let circle: Community;
const fern = newId();

beforeAll(async () => {
  mail = await startMailServer({
    onRcptTo: (_address, _session, done) =>
      isBusy ? done(Object.assign(new Error('Try again later'), { responseCode: 451 })) : done(),
  });
  running = await startTestApp({
    env: { SMTP_URL: mail.url, MAIL_FROM: 'Fernhill <hello@fernhill.test>' },
    worker: false,
  });
  client = await running.as('admin');
  await db().execute(sql`insert into experts (id, name, expertise_area) values (${fern}, 'Fern', 'Tea')`);
  await client.post('/api/chatbot/knowledge', {
    expertId: fern,
    title: 'Returns',
    content: 'You have 45 days from delivery to send a product back, also when it was opened.',
  });
});
afterAll(async () => {
  await running.close();
  await mail.close();
});
beforeEach(async () => {
  await db().execute(sql`update communities set moderator_expert_id = null`);
  await db().execute(sql`update experts set is_active = true`);
  circle = await client.post('/api/communities', { name: `Circle ${newId()}`, moderatorExpertId: fern });
  await inChargeSince(new Date(Date.now() - 30 * 86_400_000));
});

const db = () => running.app.db;
const queueWaiting = () => findUnmoderated(running.app.context);
const moderate = (postId: string) => moderatePost(running.app.context, { communityId: circle.id, postId });
const QUESTION = 'Can I send a product back that I opened?';
/** Reads like a claim, though no rule names it. */
const LIKELY = 'Our finger test finds thyroid disease at home.';

/** Said by somebody an hour ago. */
async function say(
  body: string,
  more: { at?: Date; flags?: object[]; state?: string } = {},
): Promise<string> {
  const id = newId();
  const at = more.at ?? new Date(Date.now() - 3_600_000);
  await db().execute(sql`insert into community_posts (id, community_id, author_name, body, state, flags, posted_at)
    values (${id}, ${circle.id}, 'Ada', ${body}, ${more.state ?? 'published'},
      ${JSON.stringify(more.flags ?? [])}::jsonb, ${at.toISOString()})`);
  return id;
}
async function isTaken(post: string): Promise<boolean> {
  await queueWaiting();
  return (await jobs('communities.moderate')).some(({ data }) => data.postId === post);
}
async function inChargeSince(at: Date): Promise<void> {
  await db().execute(
    sql`update communities set moderator_since = ${at.toISOString()} where id = ${circle.id}`,
  );
}
const queue = () => client.get<CommunityPost[]>(`/api/communities/${circle.id}/posts?view=queue`);
const comments = (id: string) =>
  client.get<CommunityPost[]>(`/api/communities/${circle.id}/posts/${id}/comments`);
const jobs = (name: string) =>
  rowsOf<{ data: { postId: string } }>(db(), sql`select data from pgboss.job where name = ${name}`);
const settings = (given: object) => client.patch(`/api/communities/${circle.id}`, { settings: given });

describe('the moderator agent', () => {
  it('drafts an answer from what it knows; a person lets it out, and nothing is said before', async () => {
    const id = await say(QUESTION);
    expect(await moderate(id)).toBe('drafted');
    expect(await comments(id)).toEqual([]);
    const [draft] = await queue();
    expect(draft).toMatchObject({
      state: 'draft',
      parentId: id,
      draftedBy: 'Fern',
      authorName: 'Fern (AI agent)',
      answers: { authorName: 'Ada', excerpt: QUESTION },
    });
    expect(draft?.body).toContain('You have 45 days from delivery');
    expect(draft?.body).not.toMatch(/\[1\]|HUMAN/);
    const path = `/api/communities/${circle.id}/posts/${draft?.id}`;
    await client.patch(path, { state: 'published' });
    expect(await comments(id)).toMatchObject([{ state: 'published', isTeam: true }]);
    await client.post(`${path}/hold`);
    expect([await comments(id), await queue()]).toMatchObject([[], [{ id: draft?.id, state: 'draft' }]]);
  });

  it('answers by itself where the rule allows it, and that can be undone from the dashboard', async () => {
    await settings({ moderatorMode: 'answers' });
    const id = await say(QUESTION);
    expect(await moderate(id)).toBe('answered');
    expect(await moderate(id), 'once more').toBe('left');
    expect(await comments(id)).toHaveLength(1);
    const activity = () => client.get<AiActivity[]>('/api/analytics/ai-activity');
    const [item] = await activity();
    expect(item).toMatchObject({
      kind: 'answered',
      title: `Answered a post in ${circle.name}`,
      by: 'Fern',
      undo: 'possible',
    });
    expect(
      (await client.call('POST', '/api/analytics/ai-activity/undo', { body: { id: item?.id } })).status,
    ).toBe(200);
    expect(await comments(id)).toEqual([]);
    expect((await activity())[0]).toMatchObject({ kind: 'answered', undo: 'done' });
    expect(await moderate(id), 'nor does it come back').toBe('left');
  });

  it('the dashboard takes back what the agent said by itself here, and nothing else', async () => {
    const undo = async (postId: string) =>
      (
        await client.call('POST', '/api/analytics/ai-activity/undo', {
          body: { id: `answered:${circle.id}:${postId}` },
        })
      ).status;
    await settings({ moderatorMode: 'answers' });
    const id = await say(QUESTION);
    expect(await undo(id), 'of a member').toBe(404);
    await moderate(id);
    const [answer] = await comments(id);
    const answerId = answer?.id ?? '';
    await db().execute(sql`update community_posts set answer_state = 'sent' where id = ${answerId}`);
    expect(await undo(answerId), 'said at the mirrored place too').toBe(409);
    expect(await comments(id)).toHaveLength(1);
  });

  it.each([
    ['what it does not know', 'Which bus goes to the harbour on Sundays?', 'unknown'],
    ['what nobody asks', 'I opened the product and sent it back.', 'left'],
  ])('stays silent about %s', async (_what, body, outcome) => {
    const id = await say(body);
    expect(await moderate(id)).toBe(outcome);
    expect([...(await queue()), ...(await comments(id))]).toEqual([]);
  });

  it('tells what it does not know among the unanswered questions, with where it was asked, until that is settled', async () => {
    const unanswered = async () =>
      (await client.get<UnansweredQuestion[]>(`/api/chatbot/unanswered?expertId=${fern}`)).filter(
        ({ question }) => question.includes('ferry'),
      );
    const id = await say('Which ferry goes to the island on Sundays?');
    expect(await moderate(id)).toBe('unknown');
    const question = {
      expertId: fern,
      agentName: 'Fern',
      question: 'Which ferry goes to the island on Sundays?',
      times: 1,
      place: { communityId: circle.id, postId: id, name: circle.name },
    };
    expect(await unanswered()).toMatchObject([question]);
    const again = await say('which ferry goes to the island on sundays', {
      at: new Date(Date.now() - 60_000),
    });
    expect(await moderate(again)).toBe('unknown');
    expect(await unanswered()).toMatchObject([{ times: 2, place: { postId: again } }]);
    // Whoever takes back their words is not quoted any more.
    await client.call('DELETE', `/api/communities/${circle.id}/posts/${again}`);
    expect(await unanswered()).toMatchObject([question]);
    await client.post('/api/chatbot/unanswered/dismiss', { expertId: fern, question: question.question });
    expect(await unanswered()).toEqual([]);
  });

  it.each([
    [
      'that somebody has answered',
      async (id: string) =>
        client.post(`/api/communities/${circle.id}/posts`, { parentId: id, body: 'Yes.' }),
    ],
    [
      'that is a comment',
      async (id: string) => {
        const above = await say('I opened the product and sent it back.');
        await db().execute(sql`update community_posts set parent_id = ${above} where id = ${id}`);
      },
    ],
    [
      'that was deleted',
      async (id: string) => client.call('DELETE', `/api/communities/${circle.id}/posts/${id}`),
    ],
    [
      'of a community without an agent',
      async () => client.patch(`/api/communities/${circle.id}`, { moderatorExpertId: null }),
    ],
    [
      'of a community that is off',
      async () => client.patch(`/api/communities/${circle.id}`, { isActive: false }),
    ],
  ])('leaves a post alone %s', async (_what, before) => {
    const id = await say(QUESTION);
    await before(id);
    expect(await moderate(id)).toBe('left');
  });

  it.each([
    ['crisis', 'I do not want to live any more. Can I send a product back?'],
    ['medication', 'Can I stop taking my blood thinner while I drink the tea?'],
  ])(
    'escalates %s, whatever the rule allows: flag, one mail, a draft that a person reads',
    async (_what, body) => {
      await settings({ moderatorMode: 'answers' });
      const id = await say(body);
      expect(await moderate(id)).toBe('escalated');
      expect(await comments(id), 'nothing is answered by itself').toEqual([]);
      expect(await queue()).toMatchObject([{ state: 'draft', parentId: id }]);
      const [post] = await client.get<CommunityPost[]>(`/api/communities/${circle.id}/posts`);
      expect(post?.flags).toMatchObject([{ kind: 'safety' }]);
      await queueWaiting();
      expect((await jobs('communities.escalate')).filter(({ data }) => data.postId === id)).toHaveLength(1);
      await tellTeam(running.app.context, { communityId: circle.id, postId: id });
    },
  );

  it('tries again to tell of an escalation while no mail leaves, and tells nobody twice', async () => {
    const id = await say('He collapsed', {
      flags: [{ kind: 'safety', reason: 'emergency', details: {}, excerpt: 'collapsed' }],
    });
    const tell = () => tellTeam(running.app.context, { communityId: circle.id, postId: id });
    mail.received.length = 0;
    isBusy = true;
    await expect(tell()).rejects.toThrow('comes again');
    isBusy = false;
    await tell();
    await tell();
    expect(mail.received).toHaveLength(1);
  });

  it('flagged posts are drafted for even where it may answer by itself', async () => {
    await settings({ moderatorMode: 'answers' });
    const id = await say(QUESTION, {
      flags: [{ kind: 'spam', reason: 'many_links', details: { links: 4 }, excerpt: '' }],
    });
    expect(await moderate(id)).toBe('drafted');
  });

  it('takes each post once, however many processes look, and no archive', async () => {
    const ids = [await say(QUESTION), await say(QUESTION)];
    const old = await say(QUESTION, { at: new Date(Date.now() - 4 * 86_400_000) });
    const fresh = await say(QUESTION, { at: new Date() });
    const reply = await say(QUESTION);
    await db().execute(sql`update community_posts set parent_external_id = 'not here' where id = ${reply}`);
    const held = await say('He collapsed', {
      state: 'held',
      flags: [{ kind: 'safety', reason: 'emergency', details: {}, excerpt: 'collapsed' }],
    });
    await Promise.all([queueWaiting(), queueWaiting(), queueWaiting()]);
    const taken = (await jobs('communities.moderate')).map(({ data }) => data.postId);
    expect(taken.filter((id) => ids.includes(id)).toSorted()).toEqual(ids.toSorted());
    expect(taken).not.toContain(old);
    expect(taken).not.toContain(fresh);
    expect(taken, 'an answer whose post is not here').not.toContain(reply);
    expect((await jobs('communities.escalate')).filter(({ data }) => data.postId === held)).toHaveLength(1);
  });

  it.each([
    ['given to a community', { moderatorExpertId: null }, { moderatorExpertId: fern }],
    ['of a community that is on again', { isActive: false }, { isActive: true }],
  ])('%s answers nothing that was posted before', async (_what, off, on) => {
    await client.patch(`/api/communities/${circle.id}`, off);
    const before = await say(QUESTION);
    await client.patch(`/api/communities/${circle.id}`, on);
    await queueWaiting();
    const taken = () =>
      jobs('communities.moderate').then((all) => all.some(({ data }) => data.postId === before));
    expect(await taken()).toBe(false);
    // A change of something else does not begin anew.
    await inChargeSince(new Date(Date.now() - 7_200_000));
    await client.patch(`/api/communities/${circle.id}`, { description: 'Of tea' });
    await queueWaiting();
    expect(await taken()).toBe(true);
  });

  it('says what its knowledge holds though it reads like a claim, and so may whoever lets a draft out', async () => {
    await client.post('/api/chatbot/knowledge', { expertId: fern, title: 'Finger test', content: LIKELY });
    expect(await moderate(await say('What does your finger test find?'))).toBe('drafted');
    const [draft] = await queue();
    expect(draft?.body).toContain(LIKELY.slice(0, -1));
    const path = `/api/communities/${circle.id}/posts`;
    await client.patch(`${path}/${draft?.id}`, { state: 'published' });
    expect((await client.call('POST', path, { body: { body: LIKELY } })).status, 'of the team').toBe(422);
  });

  it('leaves the archive of a place that was connected today', async () => {
    const source = newId();
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
    await db().execute(sql`insert into community_sources (id, community_id, kind, place, state, created_at)
      values (${source}, ${circle.id}, 'rss', 'https://archive.test/feed', 'connected', ${hoursAgo(2).toISOString()})`);
    const [archived, news] = [await say(QUESTION, { at: hoursAgo(3) }), await say(QUESTION)];
    const gone = await say(QUESTION);
    await db().execute(sql`update community_posts set external_id = id::text,
      source_id = case when id = ${gone} then null else ${source}::uuid end where id in (${archived}, ${news}, ${gone})`);
    expect(await isTaken(news)).toBe(true);
    expect(await isTaken(archived)).toBe(false);
    expect(await isTaken(gone), 'of a place that is not mirrored any more').toBe(false);
  });

  it('leaves what was said while it was off itself', async () => {
    await db().execute(sql`update experts set is_active = false where id = ${fern}`);
    const between = await say(QUESTION);
    expect(await isTaken(between)).toBe(false);
    await db().execute(sql`update experts set is_active = true where id = ${fern}`);
    const after = await say(QUESTION);
    expect(await isTaken(after)).toBe(true);
    expect(await isTaken(between)).toBe(false);
  });

  it('answers so many posts in a day; danger is looked at beyond that', async () => {
    await settings({ moderatorDailyLimit: 1 });
    expect(await moderate(await say('Which bus goes to the harbour?')), 'knows nothing of it').toBe(
      'unknown',
    );
    expect(await moderate(await say('I opened it and sent it back.')), 'asks nothing, counts nothing').toBe(
      'left',
    );
    expect(await moderate(await say(QUESTION))).toBe('drafted');
    expect(await moderate(await say(QUESTION))).toBe('over');
    expect(await moderate(await say('I do not want to live any more.'))).toBe('escalated');
  });

  it('answers once though two processes read the same post', async () => {
    const id = await say(QUESTION);
    const outcomes = await Promise.all([moderate(id), moderate(id)]);
    expect(outcomes.toSorted()).toEqual(['drafted', 'left']);
    expect(await queue()).toHaveLength(1);
  });
});
