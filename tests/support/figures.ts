import type { FigureRow, Funnel, Touches } from '#features/analytics/contract-funnel.ts';
import { changeWorkspace } from '#features/settings/server/workspace.ts';
import type { NewEvent } from '#features/tracking/server/event-subscribers.ts';
import { recordEvents } from '#features/tracking/server/record-events.ts';
import { newId } from '#kit/id.ts';
import { inTransaction, sql } from '#platform/db.ts';
import { startTestApp } from './app.ts';

/** An application with two campaigns, and the words in which its figures are asked for. */
export async function startFigures() {
  const app = await startTestApp({ worker: false });
  const member = await app.as('member');
  const { db } = app.app;
  const [groupId, assetId] = [newId(), newId()];
  await changeWorkspace(app.app.context, { timeZone: 'UTC' });
  await db.execute(
    sql`insert into lead_groups (id, name, color) values (${groupId}, 'Evening blends', '#3B82F6')`,
  );
  await db.execute(
    sql`insert into content_assets (id, name, type, content) values (${assetId}, 'Brewing guide', 'text', 'Water')`,
  );

  const record = (...events: NewEvent[]) =>
    inTransaction(db, (tx) => recordEvents(app.app.context, tx, events));

  async function addCampaign(name: string, assets: string[] = []): Promise<string> {
    const id = newId();
    await db.execute(sql`insert into campaigns (id, name, objective, status, target_groups, landing_page_url,
        selected_content_assets, channels, utm_campaign, utm_source, utm_medium, launched_at)
      values (${id}, ${name}, 'Sell', 'active', '{}', 'https://example.com', ${sql.param(assets)}::uuid[], '{email}', 'a', 'b', 'c', ${daysAgo(100).toISOString()})`);
    return id;
  }

  async function addLead(name: string, at: Date): Promise<string> {
    const id = newId();
    await db.execute(sql`insert into leads (id, name, email, platform, legal_ground, group_id, created_at)
      values (${id}, ${name}, ${`${name.toLowerCase()}@example.org`}, 'reddit', 'consent', ${groupId}, ${at.toISOString()})`);
    await record({ type: 'lead.discovered', leadId: id, occurredAt: at, data: { platform: 'reddit' } });
    return id;
  }

  /** Nothing has happened yet, and the two campaigns are there. */
  async function beginAnew(): Promise<{ tea: string; soup: string }> {
    await db.execute(sql`truncate events, event_rollups, event_days, event_parts, event_part_days, event_part_moves,
      event_part_marks, campaigns, leads, lead_tallies cascade`);
    return { tea: await addCampaign('Tea', [assetId]), soup: await addCampaign('Soup') };
  }

  const funnel = (query: string): Promise<Funnel> => member.get(`/api/analytics/funnel?${query}`);
  const touches = (query: string): Promise<Touches> => member.get(`/api/analytics/touches?${query}`);
  /** Every page of a list, and what each of them says there are. */
  async function listAll(first: string): Promise<{ rows: FigureRow[]; totals: (string | null)[] }> {
    const [rows, totals]: [FigureRow[], (string | null)[]] = [[], []];
    for (let path: string | null = first; path !== null; ) {
      const answer: Response = await member.call('GET', path);
      totals.push(answer.headers.get('x-total-count'));
      rows.push(...((await answer.json()) as FigureRow[]));
      path = /<([^>]+)>/.exec(answer.headers.get('link') ?? '')?.[1] ?? null;
    }
    return { rows, totals };
  }

  return {
    app,
    member,
    db,
    groupId,
    assetId,
    record,
    addCampaign,
    addLead,
    beginAnew,
    funnel,
    touches,
    listAll,
  };
}

export const daysAgo = (days: number, minutes = 0): Date =>
  new Date(Date.now() - days * 86_400_000 + minutes * 60_000);
