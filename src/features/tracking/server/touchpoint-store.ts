import { and, eq, inArray } from 'drizzle-orm';
import { workspace } from '#features/settings/server/tables.ts';
import { type Queryable, rowsOf, sql } from '#platform/db.ts';
import { events, touchpoints, trackedLinks } from './tables.ts';

export type NewTouchpoint = typeof touchpoints.$inferInsert;
export type Touchpoint = typeof touchpoints.$inferSelect;

export async function findTouchpoint(db: Queryable, id: string): Promise<Touchpoint | undefined> {
  const [row] = await db.select().from(touchpoints).where(eq(touchpoints.id, id));
  return row;
}

/** As one document: a thousand rows with a parameter for each field take many times the memory and the time. */
export async function openTouchpoints(tx: Queryable, rows: readonly NewTouchpoint[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.execute(sql`insert into touchpoints (id, campaign_id, lead_id, message_id, channel, contact_hash, is_demo, created_at)
    select "id", "campaignId", "leadId", "messageId", "channel", "contactHash", coalesce("isDemo", false),
      coalesce("createdAt", now())
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given("id" uuid, "campaignId" uuid, "leadId" uuid,
      "messageId" uuid, "channel" text, "contactHash" text, "isDemo" boolean, "createdAt" timestamptz)`);
}

export async function renewTouchpoints(
  tx: Queryable,
  rows: readonly Pick<Touchpoint, 'id' | 'contactHash'>[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx.execute(sql`update touchpoints set contact_hash = given."contactHash"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given("id" uuid, "contactHash" text)
    where touchpoints.id = given."id"`);
}

export async function findTouchpoints(db: Queryable, ids: string[]): Promise<Touchpoint[]> {
  return ids.length === 0 ? [] : db.select().from(touchpoints).where(inArray(touchpoints.id, ids));
}

/**
 * Takes note that a mail was opened, or loaded by a machine; undefined where that is known, the mail is none of ours, or
 * the workspace does not count that now.
 */
export async function claimOpen(
  tx: Queryable,
  touchpointId: string,
  { isMachine }: { isMachine: boolean },
): Promise<Touchpoint | undefined> {
  const column = sql.raw(isMachine ? 'preloaded_at' : 'opened_at');
  const [row] = await rowsOf<{ id: string }>(
    tx,
    sql`update touchpoints set ${column} = now() where id = ${touchpointId} and channel = 'email'
      and campaign_id is not null and ${column} is null
      and exists (select 1 from ${workspace} where counts_opens) returning id`,
  );
  return row && findTouchpoint(tx, row.id);
}

/** When the message of a touchpoint left; undefined when that is not known. */
export async function findSentAt(
  db: Queryable,
  { leadId, messageId }: Touchpoint,
): Promise<Date | undefined> {
  if (leadId === null || messageId === null) return undefined;
  const [row] = await db
    .select({ occurredAt: events.occurredAt })
    .from(events)
    .where(and(eq(events.leadId, leadId), eq(events.messageId, messageId), eq(events.type, 'message.sent')));
  return row?.occurredAt;
}

/** Those of the given ids that belong to a campaign with tracked links. */
export async function findLinkedCampaigns(db: Queryable, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectDistinct({ id: trackedLinks.campaignId })
    .from(trackedLinks)
    .where(inArray(trackedLinks.campaignId, ids));
  return new Set(rows.map((row) => row.id));
}

/** The position of a campaign's link, made when it is new. */
export async function trackLink(tx: Queryable, campaignId: string, url: string): Promise<number> {
  const [row] = await rowsOf<{ position: number }>(
    tx,
    sql`with known as (
        select position from tracked_links where campaign_id = ${campaignId} and url = ${url}
      ), added as (
        insert into tracked_links (campaign_id, position, url)
        select ${campaignId}, coalesce(max(position) + 1, 0), ${url} from tracked_links
        where campaign_id = ${campaignId} and not exists (select 1 from known)
        having not exists (select 1 from known)
        returning position
      )
      select position from known union all select position from added`,
  );
  if (!row) throw new Error('the link could not be stored');
  return row.position;
}

export async function findTrackedLink(
  db: Queryable,
  campaignId: string,
  position: number,
): Promise<string | undefined> {
  const [row] = await rowsOf<{ url: string }>(
    db,
    sql`select url from ${trackedLinks} where campaign_id = ${campaignId} and position = ${position}`,
  );
  return row?.url;
}

/** What stays known with the events of somebody who is forgotten: where they were found and in which group they stood. */
export type Forgotten = { id: string; groupId: string | null; platform: string };

/**
 * Leaves of these people's events what is counted, and takes out free text, which may name them. Their lead group and
 * source, which name nobody, come in its place, so that an erasure changes no sum. With `changeTypes` the only change that is
 * made to events.
 */
export async function forgetInEvents(tx: Queryable, people: readonly Forgotten[]): Promise<void> {
  const known = people.map(({ id, groupId, platform }) => ({
    id,
    facts: { ...(groupId === null ? {} : { group: groupId }), platform },
  }));
  // The source of an event itself gives way to that of the person, by which it was counted until now.
  await tx.execute(sql`update events set data = (
      select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(data)
      where key in ('from', 'to', 'platform', 'transport', 'agentId', 'communityId', 'undoes', 'amountMinor', 'currency',
        'purchaseId', 'heldBecause')
    ) || gone.facts
    from jsonb_to_recordset(${JSON.stringify(known)}::jsonb) as gone(id uuid, facts jsonb)
    where lead_id = gone.id`);
}

/** Gives what happened with one person to another who is the same; answers which events and touchpoints. */
export async function movePerson(tx: Queryable, from: string, to: string): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    tx,
    sql`with own_events as (update events set lead_id = ${to} where lead_id = ${from} returning id),
        own_touchpoints as (update touchpoints set lead_id = ${to} where lead_id = ${from} returning id)
      select id from own_events union all select id from own_touchpoints`,
  );
  return rows.map(({ id }) => id);
}

/** Undo of `movePerson` with what it answered. */
export async function movePersonBack(
  tx: Queryable,
  ids: readonly string[],
  from: string,
  to: string,
): Promise<void> {
  const given = sql`${sql.param([...ids])}::uuid[]`;
  await tx.execute(sql`update events set lead_id = ${to} where lead_id = ${from} and id = any(${given})`);
  await tx.execute(
    sql`update touchpoints set lead_id = ${to} where lead_id = ${from} and id = any(${given})`,
  );
}
