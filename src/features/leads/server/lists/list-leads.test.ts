import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#platform/db.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import type { TestClient } from '#tests/support/client.ts';
import { leadCalls } from '#tests/support/lead-calls.ts';
import type { Lead } from '../../contract.ts';

let app: TestApp;
let member: TestClient;
let serial = 0;

beforeAll(async () => {
  app = await startTestApp();
  member = await app.as('member');
});
afterAll(() => app.close());

const { createGroup, createLead } = leadCalls(() => member);

async function createColleague(name: string): Promise<string> {
  const id = `colleague-${(serial += 1)}`;
  await app.app.db.execute(
    sql`insert into users (id, name, email, role) values (${id}, ${name}, ${`${id}@yarrow.test`}, 'member')`,
  );
  return id;
}

describe('the list of leads', () => {
  // S7-12 S7-04 S3-07
  it('answers an array of leads with their fields', async () => {
    const lead = await createLead();
    const leads = await member.get<Lead[]>('/api/leads?sort=-createdAt');
    expect(Array.isArray(leads)).toBe(true);
    expect(leads[0]?.id).toBe(lead.id);
    expect(Object.keys(leads[0] ?? {})).toEqual(
      expect.arrayContaining([
        'id',
        'name',
        'email',
        'handle',
        'platform',
        'behaviorSignal',
        'aiScore',
        'scoreCategory',
        'contactStatus',
        'groupId',
        'stage',
        'lastContact',
      ]),
    );
  });

  // S7-13
  it('leaves only the leads of the stage asked for', async () => {
    const group = await createGroup();
    const engaged = await createLead({ groupId: group.id });
    await createLead({ groupId: group.id });
    await member.patch(`/api/leads/${engaged.id}`, { stage: 'engaged' });
    const leads = await member.get<Lead[]>(`/api/leads?stage=engaged&groupId=${group.id}`);
    expect(leads.map((lead) => lead.id)).toEqual([engaged.id]);
    expect((await member.call('GET', '/api/leads?stage=dormant')).status).toBe(400);
  });

  it('filters by platform, band, contact status and group', async () => {
    const group = await createGroup('Tea');
    const high = await createLead({
      groupId: group.id,
      platform: 'reddit',
      behaviorSignal: 'Looking for a tea subscription, happy to pay. Which one should I get?',
    });
    const low = await createLead({ groupId: group.id, platform: 'twitter' });
    const find = async (filter: string) =>
      (await member.get<Lead[]>(`/api/leads?groupId=${group.id}&${filter}`)).map((lead) => lead.id);
    expect(await find('platform=reddit')).toEqual([high.id]);
    expect(await find('band=high')).toEqual([high.id]);
    expect(await find('band=low')).toEqual([low.id]);
    expect(await find('band=medium')).toEqual([]);
    expect(await find('contactStatus=verified')).toEqual([]);
    expect(await find('contactStatus=manual_verification')).toHaveLength(2);
  });

  it('searches name, e-mail, handle and signal without regard to case and accents', async () => {
    const group = await createGroup();
    const lead = await createLead({
      groupId: group.id,
      name: 'Renée Müller',
      email: 'rm@customer.test',
      handle: '@renee_walks',
      behaviorSignal: 'Crème brûlée flavoured oats',
    });
    await createLead({ groupId: group.id });
    for (const words of ['renee mul', 'RM@CUST', 'renee_w', 'creme BRULEE', 'Renée']) {
      const query = encodeURIComponent(words);
      const found = await member.get<Lead[]>(`/api/leads?groupId=${group.id}&q=${query}`);
      expect(
        found.map(({ id }) => id),
        words,
      ).toEqual([lead.id]);
    }
  });

  it('takes wildcards in a search as plain characters', async () => {
    const group = await createGroup();
    const literal = await createLead({ groupId: group.id, name: String.raw`100%_sure\thing` });
    await createLead({ groupId: group.id, name: '100 things for sure' });
    for (const words of ['100%_s', '%_', String.raw`e\t`]) {
      const query = encodeURIComponent(words);
      const found = await member.get<Lead[]>(`/api/leads?groupId=${group.id}&q=${query}`);
      expect(
        found.map(({ id }) => id),
        words,
      ).toEqual([literal.id]);
    }
  });

  // S7-05
  it('pages by limit and cursor, with Link rel="next" while there is more and the total in X-Total-Count', async () => {
    const group = await createGroup();
    for (let index = 0; index < 5; index += 1) await createLead({ groupId: group.id });
    const seen: string[] = [];
    let path: string | undefined = `/api/leads?groupId=${group.id}&limit=2`;
    while (path !== undefined) {
      const answer: Response = await member.call('GET', path);
      expect(answer.headers.get('x-total-count')).toBe('5');
      seen.push(...((await answer.json()) as Lead[]).map((lead) => lead.id));
      path = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
    }
    expect(seen).toHaveLength(5);
    expect(new Set(seen).size).toBe(5);
  });

  it.each(['aiScore', 'name', 'createdAt', 'lastContact', 'stage', 'contactStatus', 'platform'])(
    'sorts by %s both ways and pages through it without losing or repeating anybody',
    async (column) => {
      const group = await createGroup();
      const made: Lead[] = [];
      for (const [index, name] of ['beth', 'Adam', 'Ünal', 'cara', 'Adam'].entries()) {
        made.push(
          await createLead({
            groupId: group.id,
            name,
            platform: index % 2 === 0 ? 'reddit' : 'twitter',
            behaviorSignal: index > 2 ? 'Where can I buy this?' : 'Nice',
          }),
        );
      }
      await member.patch(`/api/leads/${made[1]?.id}`, { stage: 'converted', contactStatus: 'verified' });
      await app.app.db.execute(
        sql`update leads set last_contact_at = now() where id in (${made[0]?.id}, ${made[2]?.id})`,
      );
      const walk = async (sort: string): Promise<Lead[]> => {
        const leads: Lead[] = [];
        let path: string | undefined = `/api/leads?groupId=${group.id}&limit=2&sort=${sort}`;
        while (path !== undefined) {
          const answer: Response = await member.call('GET', path);
          leads.push(...((await answer.json()) as Lead[]));
          path = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
        }
        return leads;
      };
      const up = await walk(column);
      const down = await walk(`-${column}`);
      expect(new Set(up.map(({ id }) => id)).size).toBe(5);
      expect(down.map(({ id }) => id)).toEqual(up.map(({ id }) => id).toReversed());
      expect((await walk(`${column}:desc`)).map(({ id }) => id)).toEqual(down.map(({ id }) => id));
    },
  );

  it('sorts by the name of the owner, the best of each first and those without one at the end', async () => {
    const group = await createGroup();
    const [mia, ben] = await Promise.all(['Mia Sorter', 'Ben Sorter'].map((name) => createColleague(name)));
    const owners = [mia, ben, null, ben, mia, null, ben];
    for (const [index, ownerId] of owners.entries()) {
      const lead = await createLead({
        groupId: group.id,
        name: `Owned ${index}`,
        behaviorSignal: index % 2 === 0 ? 'Can anyone recommend an evening tea?' : 'Nice',
      });
      if (ownerId) await member.patch(`/api/leads/${lead.id}`, { ownerId });
    }
    const walk = async (sort: string): Promise<(string | null)[]> => {
      const leads: Lead[] = [];
      let path: string | undefined = `/api/leads?groupId=${group.id}&limit=2&sort=${sort}`;
      while (path !== undefined) {
        const answer: Response = await member.call('GET', path);
        expect(answer.headers.get('x-total-count')).toBe('7');
        leads.push(...((await answer.json()) as Lead[]));
        path = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
      }
      expect(new Set(leads.map(({ id }) => id)).size).toBe(7);
      for (const [index, lead] of leads.entries()) {
        const before = leads[index - 1];
        if (before?.ownerId === lead.ownerId)
          expect(Number(before.aiScore)).toBeGreaterThanOrEqual(Number(lead.aiScore));
      }
      return leads.map(({ ownerId }) => ownerId);
    };
    expect(await walk('owner')).toEqual([ben, ben, ben, mia, mia, null, null]);
    expect(await walk('-owner')).toEqual([mia, mia, ben, ben, ben, null, null]);
    const mine = await member.get<Lead[]>(`/api/leads?groupId=${group.id}&ownerId=${mia}&sort=owner&q=owned`);
    expect(mine).toHaveLength(2);
  });

  it('sorts names without regard to case and stages in pipeline order', async () => {
    const group = await createGroup();
    for (const name of ['beth', 'Adam', 'Cara']) await createLead({ groupId: group.id, name });
    const names = await member.get<Lead[]>(`/api/leads?groupId=${group.id}&sort=name`);
    expect(names.map(({ name }) => name)).toEqual(['Adam', 'beth', 'Cara']);

    await member.patch(`/api/leads/${names[0]?.id}`, { stage: 'converted' });
    await member.patch(`/api/leads/${names[1]?.id}`, { stage: 'contacted' });
    const stages = await member.get<Lead[]>(`/api/leads?groupId=${group.id}&sort=stage`);
    expect(stages.map(({ stage }) => stage)).toEqual(['new', 'contacted', 'converted']);
  });

  it.each([
    'sort=aiScore;drop table leads',
    'sort=password',
    `sort=owner&cursor=${Buffer.from('["x 1 or 1=1","00000000-0000-7000-8000-000000000000"]').toString('base64url')}`,
    'limit=0',
    'limit=201',
    'cursor=nonsense',
    `cursor=${Buffer.from('["x","00000000-0000-7000-8000-000000000000"]').toString('base64url')}`,
    `sort=createdAt&cursor=${Buffer.from('["2026-13-99T00:00:00.000000Z","00000000-0000-7000-8000-000000000000"]').toString('base64url')}`,
    `sort=stage&cursor=${Buffer.from('["1 or 1=1","00000000-0000-7000-8000-000000000000"]').toString('base64url')}`,
    'groupId=1',
    'band=best',
    `q=${'x'.repeat(201)}`,
  ])('refuses ?%s', async (query) => {
    expect((await member.call('GET', `/api/leads?${query.replaceAll(' ', '%20')}`)).status).toBe(400);
  });
});
