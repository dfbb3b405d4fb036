import { and, desc, eq, gt, inArray, isNull, lt, lte } from 'drizzle-orm';
import { type Database, type Queryable, rowsOf, sql, type Transaction } from '#platform/db.ts';
import type { LeadBeforeAction } from '../../contract-bulk-actions.ts';
import { MOST_TAGS } from '../../contract-notes.ts';
import { type LeadFilter, leadFilter, valuesOf } from '../lists/list-store.ts';
import { leadActPortions, leadActs, leads } from '../tables.ts';

export type BulkActionRow = typeof leadActs.$inferSelect;

export async function insertBulkAction(tx: Queryable, row: typeof leadActs.$inferInsert): Promise<void> {
  await tx.insert(leadActs).values(row);
}

export async function findBulkAction(db: Queryable, id: string): Promise<BulkActionRow | undefined> {
  const [row] = await db.select().from(leadActs).where(eq(leadActs.id, id));
  return row;
}

/** The act, held until the transaction ends. */
export async function lockBulkAction(tx: Transaction, id: string): Promise<BulkActionRow | undefined> {
  const [row] = await tx.select().from(leadActs).where(eq(leadActs.id, id)).for('update');
  return row;
}

export function listRecentBulkActions(db: Queryable, since: Date): Promise<BulkActionRow[]> {
  return db
    .select()
    .from(leadActs)
    .where(gt(leadActs.createdAt, since))
    .orderBy(desc(leadActs.createdAt), desc(leadActs.id))
    .limit(20);
}

/** Acts that somebody has to go on with. */
export async function listOpenBulkActions(db: Queryable): Promise<string[]> {
  const rows = await db
    .select({ id: leadActs.id })
    .from(leadActs)
    .where(inArray(leadActs.state, ['running', 'undoing']));
  return rows.map(({ id }) => id);
}

export async function updateBulkAction(
  tx: Queryable,
  id: string,
  change: Partial<BulkActionRow>,
): Promise<void> {
  await tx.update(leadActs).set(change).where(eq(leadActs.id, id));
}

/** What each lead was is forgotten with the act. */
export async function purgeBulkActions(db: Queryable, before: Date): Promise<void> {
  await db.delete(leadActs).where(lt(leadActs.createdAt, before));
}

/** The next live leads of a filter in the order of their ids; those that came after `until` are not meant. */
export async function listNextLeads(
  db: Database | Transaction,
  filter: LeadFilter,
  { after, until, limit }: { after: string | null; until: Date; limit: number },
): Promise<string[]> {
  const query = db
    .select({ id: leads.id })
    .from(leads)
    .where(
      and(leadFilter(filter), lte(leads.createdAt, until), after === null ? undefined : gt(leads.id, after)),
    )
    .orderBy(leads.id)
    .limit(limit)
    .prepare('');
  return (await query.execute(valuesOf(filter))).map(({ id }) => id);
}

/** Stores the leads of a batch as they were, for undo. */
export async function insertBatch(
  tx: Transaction,
  actId: string,
  changes: readonly { leadId: string; before: LeadBeforeAction }[],
): Promise<void> {
  const ids = changes.map(({ leadId }) => leadId).toSorted();
  const [firstLeadId, lastLeadId] = [ids[0], ids.at(-1)];
  if (firstLeadId === undefined || lastLeadId === undefined) return;
  const before = Object.fromEntries(changes.map((change) => [change.leadId, change.before]));
  await tx.insert(leadActPortions).values({ actId, firstLeadId, lastLeadId, before });
}

/** The next batch of an action to undo. */
export async function findBatch(
  tx: Transaction,
  actId: string,
): Promise<typeof leadActPortions.$inferSelect | undefined> {
  const [row] = await tx
    .select()
    .from(leadActPortions)
    .where(eq(leadActPortions.actId, actId))
    .orderBy(leadActPortions.firstLeadId)
    .limit(1);
  return row;
}

export async function removeBatch(tx: Transaction, actId: string, firstLeadId: string): Promise<void> {
  await tx
    .delete(leadActPortions)
    .where(and(eq(leadActPortions.actId, actId), eq(leadActPortions.firstLeadId, firstLeadId)));
}

/** Removes these people from stored batches. Lock them first: undo does so too. */
export async function forgetInBatches(tx: Transaction, ids: readonly string[]): Promise<void> {
  const given = sql.param([...ids]);
  await tx.execute(sql`update lead_act_portions set before = before - ${given}::text[]
    where exists (select 1 from unnest(${given}::uuid[]) id where id between first_lead_id and last_lead_id)
      and jsonb_exists_any(before, ${given}::text[])`);
}

const COLUMNS = { groupId: 'group_id', ownerId: 'owner_id', isNotFit: 'is_not_fit' } as const;
const TYPES = { groupId: 'uuid', ownerId: 'text', isNotFit: 'boolean' } as const;
type PlainColumn = keyof typeof COLUMNS;

/** What can still be given back: a colleague or a group may be gone by now. */
const STILL_THERE = {
  groupId: sql`coalesce((select id from lead_groups where id = given.was), leads.group_id)`,
  ownerId: sql`(select id from users where id = given.was)`,
  isNotFit: sql`given.was`,
} as const;

/** Sets one column of these leads where it is another value; answers what it was. */
export function setColumn(
  tx: Transaction,
  ids: readonly string[],
  name: PlainColumn,
  value: string | boolean | null,
): Promise<{ leadId: string; before: LeadBeforeAction }[]> {
  const column = sql.identifier(COLUMNS[name]);
  const given = sql`${value}::${sql.raw(TYPES[name])}`;
  return rowsOf(
    tx,
    sql`with picked as (
        select id, ${column} as was from leads
        where id = any(${sql.param([...ids])}::uuid[]) and deleted_at is null and ${column} is distinct from ${given}
        order by id for update)
      update leads set ${column} = ${given}, version = version + 1, updated_at = now()
      from picked where leads.id = picked.id
      returning leads.id as "leadId", jsonb_build_object(${name}::text, picked.was) as before`,
  );
}

/**
 * Gives each lead its value back, where nobody has set another one since: nobody for an owner who is gone, and the group
 * where it is for one that is gone.
 */
export async function resetColumn(
  tx: Transaction,
  changes: readonly { leadId: string; before: LeadBeforeAction }[],
  { name, set }: { name: PlainColumn; set: string | boolean | null },
): Promise<number> {
  const column = sql.identifier(COLUMNS[name]);
  const type = sql.raw(TYPES[name]);
  const given = JSON.stringify(
    changes.map(({ leadId, before }) => ({ id: leadId, was: before[name] ?? null })),
  );
  const rows = await rowsOf(
    tx,
    sql`with given as (
        select given.id, given.was from leads
        join jsonb_to_recordset(${given}::jsonb) as given(id uuid, was ${type}) on given.id = leads.id
        where ${column} is not distinct from ${set}::${type} order by leads.id for update of leads)
      update leads set ${column} = ${STILL_THERE[name]}, version = version + 1, updated_at = now()
      from given where leads.id = given.id returning leads.id`,
  );
  return rows.length;
}

/** Sets and clears custom values of these leads; answers what was different, by key. */
export function setCustom(
  tx: Transaction,
  ids: readonly string[],
  values: Record<string, unknown>,
): Promise<{ leadId: string; before: LeadBeforeAction }[]> {
  const given = sql`${JSON.stringify(values)}::jsonb`;
  return rowsOf(
    tx,
    sql`with picked as (
        select id, (select jsonb_object_agg(key, coalesce(custom -> key, 'null')) from jsonb_object_keys(${given}) key
          where custom -> key is distinct from nullif(${given} -> key, 'null')) as was
        from leads where id = any(${sql.param([...ids])}::uuid[]) and deleted_at is null
          and jsonb_strip_nulls(custom || ${given}) <> custom
        order by id for update)
      update leads set custom = jsonb_strip_nulls(custom || ${given}), version = version + 1, updated_at = now()
      from picked where leads.id = picked.id
      returning leads.id as "leadId", jsonb_build_object('custom', picked.was) as before`,
  );
}

/** Undo of `setCustom`, for each value that no one has changed since. */
export async function resetCustom(
  tx: Transaction,
  changes: readonly { leadId: string; before: LeadBeforeAction }[],
  set: Record<string, unknown>,
): Promise<number> {
  const was = JSON.stringify(changes.map(({ leadId, before }) => ({ id: leadId, was: before.custom ?? {} })));
  const given = sql`${JSON.stringify(set)}::jsonb`;
  const rows = await rowsOf(
    tx,
    sql`with given as (
        select given.id, given.was from leads
        join jsonb_to_recordset(${was}::jsonb) as given(id uuid, was jsonb) on given.id = leads.id
        order by leads.id for update of leads)
      update leads set custom = jsonb_strip_nulls(custom || coalesce((
          select jsonb_object_agg(key, value) from jsonb_each(given.was)
          where leads.custom -> key is not distinct from nullif(${given} -> key, 'null')), '{}')),
        version = version + 1, updated_at = now()
      from given where leads.id = given.id returning leads.id`,
  );
  return rows.length;
}

/** Adds tags where they are missing; who would then have too many is left as they are. */
export function addTags(
  tx: Transaction,
  ids: readonly string[],
  tags: readonly string[],
): Promise<{ leadId: string; before: LeadBeforeAction }[]> {
  const given = sql`${sql.param([...tags])}::text[]`;
  const missing = sql`array(select tag from unnest(${given}) tag where tag <> all(tags))`;
  return rowsOf(
    tx,
    sql`with picked as (
        select id, ${missing} as added from leads
        where id = any(${sql.param([...ids])}::uuid[]) and deleted_at is null and not tags @> ${given}
          and cardinality(tags) + cardinality(${missing}) <= ${MOST_TAGS}
        order by id for update)
      update leads set tags = tags || picked.added, version = version + 1, updated_at = now()
      from picked where leads.id = picked.id
      returning leads.id as "leadId", jsonb_build_object('tags', picked.added) as before`,
  );
}

export function removeTags(
  tx: Transaction,
  ids: readonly string[],
  tags: readonly string[],
): Promise<{ leadId: string; before: LeadBeforeAction }[]> {
  const given = sql`${sql.param([...tags])}::text[]`;
  return rowsOf(
    tx,
    sql`with picked as (
        select id, array(select tag from unnest(tags) tag where tag = any(${given})) as lost from leads
        where id = any(${sql.param([...ids])}::uuid[]) and deleted_at is null and tags && ${given}
        order by id for update)
      update leads set tags = array(select tag from unnest(tags) tag where tag <> all(${given})),
        version = version + 1, updated_at = now()
      from picked where leads.id = picked.id
      returning leads.id as "leadId", jsonb_build_object('tags', picked.lost) as before`,
  );
}

/** Takes the added tags away again, or gives the removed ones back. */
export async function resetTags(
  tx: Transaction,
  changes: readonly { leadId: string; before: LeadBeforeAction }[],
  were: 'added' | 'removed',
): Promise<number> {
  const given = JSON.stringify(changes.map(({ leadId, before }) => ({ id: leadId, own: before.tags ?? [] })));
  const tags =
    were === 'added'
      ? sql`array(select tag from unnest(tags) tag where tag <> all(given.own))`
      : sql`tags || array(select tag from unnest(given.own) tag where tag <> all(tags))`;
  const rows = await rowsOf(
    tx,
    sql`with given as (
        select leads.id, array(select jsonb_array_elements_text(given.own)) as own from leads
        join jsonb_to_recordset(${given}::jsonb) as given(id uuid, own jsonb) on given.id = leads.id
        order by leads.id for update of leads)
      update leads set tags = ${tags}, version = version + 1, updated_at = now()
      from given where leads.id = given.id returning leads.id`,
  );
  return rows.length;
}

/** Hides these people; answers by what discovery would know them. */
export function markManyDeleted(tx: Transaction, ids: readonly string[], at: Date) {
  return rowsOf<{
    id: string;
    emailKey: string | null;
    handleKey: string | null;
    phoneKey: string | null;
    isDemo: boolean;
  }>(
    tx,
    sql`with picked as (
        select id from leads where id = any(${sql.param([...ids])}::uuid[]) and deleted_at is null order by id for update)
      update leads set deleted_at = ${at.toISOString()}, version = version + 1, updated_at = now()
      from picked where leads.id = picked.id
      returning leads.id, email_key as "emailKey", handle_key as "handleKey", phone_key as "phoneKey", is_demo as "isDemo"`,
  );
}

/** Restores people, except those added again or merged meanwhile. Returns the restored ids. */
export async function markManyRestored(tx: Transaction, ids: readonly string[]): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    tx,
    sql`with picked as (
        select id from leads gone where id = any(${sql.param([...ids])}::uuid[]) and deleted_at is not null
          and not exists (select 1 from leads live where live.deleted_at is null and live.email_key = gone.email_key)
          and not exists (select 1 from leads live where live.deleted_at is null and live.handle_key = gone.handle_key)
          and not exists (select 1 from lead_merges m where m.other_id = gone.id and m.undone_at is null)
        order by id for update)
      update leads set deleted_at = null, version = version + 1, updated_at = now()
      from picked where leads.id = picked.id returning leads.id`,
  );
  return rows.map(({ id }) => id);
}

/** Those of these leads that are still in `stage`. */
export async function listInStage(
  tx: Transaction,
  ids: readonly string[],
  stage: string,
): Promise<Set<string>> {
  const rows = await tx
    .select({ id: leads.id })
    .from(leads)
    .where(and(inArray(leads.id, [...ids]), isNull(leads.deletedAt), sql`${leads.stage} = ${stage}`));
  return new Set(rows.map(({ id }) => id));
}
