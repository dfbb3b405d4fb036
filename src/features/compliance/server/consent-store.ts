import { and, desc, eq, inArray } from 'drizzle-orm';
import { newId } from '#kit/id.ts';
import { type Queryable, rowsOf, type SQL, sql } from '#platform/db.ts';
import { type ConsentObstacle, type ConsentPurpose, ContactChannel, type LegalGround } from '../contract.ts';
import { EU_COUNTRIES, OPT_IN_CHANNELS, STRICT_GROUNDS } from '../rules-consent.ts';
import { consents } from './tables.ts';

export type ConsentRow = typeof consents.$inferSelect;
export type NewConsentRow = typeof consents.$inferInsert;

export async function insertConsent(tx: Queryable, row: NewConsentRow): Promise<void> {
  await tx.insert(consents).values(row);
}

/** As one document: a thousand lines with a parameter for each field take many times as long. */
export async function insertConsents(tx: Queryable, rows: NewConsentRow[]): Promise<void> {
  if (rows.length === 0) return;
  // Half a character, which a heading in a workbook can hold and the database cannot.
  const given = JSON.stringify(rows, (_key, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed() : value,
  );
  await tx.execute(sql`insert into consents (id, lead_id, channel, purpose, ground, source, source_url, text_version, proof,
      collected_at, expires_at, recorded_at, recorded_by, is_demo)
    select id, "leadId", channel, purpose, ground, source, "sourceUrl", coalesce("textVersion", ''), coalesce(proof, ''),
      "collectedAt", "expiresAt", coalesce("recordedAt", now()), "recordedBy", coalesce("isDemo", false)
    from jsonb_to_recordset(${given}::jsonb) as given(id uuid, "leadId" uuid, channel text, purpose text, ground text,
      source text, "sourceUrl" text, "textVersion" text, proof text, "collectedAt" timestamptz, "expiresAt" timestamptz,
      "recordedAt" timestamptz, "recordedBy" text, "isDemo" boolean)`);
}

/** The ledger of a person, newest first. */
export function listConsents(db: Queryable, leadId: string): Promise<ConsentRow[]> {
  return db.select().from(consents).where(eq(consents.leadId, leadId)).orderBy(desc(consents.id));
}

export type LatestConsent = { leadId: string; channel: ContactChannel; ground: LegalGround | null };

/** What the ledger of these people says last of marketing, by channel; a null ground is a withdrawal. */
export function listLatestConsents(db: Queryable, leadIds: readonly string[]): Promise<LatestConsent[]> {
  return rowsOf(
    db,
    sql`select distinct on (lead_id, channel) lead_id as "leadId", channel, ground from consents
      where lead_id = any(${sql.param([...leadIds])}::uuid[]) and purpose = 'marketing'
      order by lead_id, channel, id desc`,
  );
}

/** Takes lines out of the ledger that should never have come in; answers those that were still there. */
export function deleteConsentLines(tx: Queryable, ids: readonly string[]): Promise<ConsentRow[]> {
  return tx
    .delete(consents)
    .where(inArray(consents.id, [...ids]))
    .returning();
}

export async function deleteConsents(tx: Queryable, leadIds: readonly string[]): Promise<void> {
  await tx.delete(consents).where(inArray(consents.leadId, [...leadIds]));
}

/**
 * Gives the ledger of one person to another who is the same. Whoever of them had withdrawn has withdrawn. Answers the
 * lines, those that were added for that with a plus in front.
 */
export async function moveConsents(
  tx: Queryable,
  from: string,
  to: string,
  { by, at }: { by: string; at: Date },
): Promise<string[]> {
  const latest = await rowsOf<{
    leadId: string;
    channel: ContactChannel;
    purpose: ConsentPurpose;
    ground: string | null;
  }>(
    tx,
    sql`select distinct on (lead_id, channel, purpose) lead_id as "leadId", channel, purpose, ground from consents
      where lead_id in (${from}, ${to}) order by lead_id, channel, purpose, id desc`,
  );
  const moved = await tx
    .update(consents)
    .set({ leadId: to })
    .where(eq(consents.leadId, from))
    .returning({ id: consents.id });
  const refused = new Map(
    latest.flatMap((line) =>
      line.ground === null ? [[`${line.channel} ${line.purpose}`, line] as const] : [],
    ),
  );
  const added: string[] = [];
  for (const { channel, purpose } of refused.values()) {
    const isOpen = latest.some(
      (line) => line.channel === channel && line.purpose === purpose && line.ground !== null,
    );
    if (!isOpen) continue;
    const id = newId();
    await insertConsent(tx, {
      id,
      leadId: to,
      channel,
      purpose,
      ground: null,
      source: 'message',
      collectedAt: at,
      recordedBy: by,
    });
    added.push(`+${id}`);
  }
  return [...moved.map(({ id }) => id), ...added];
}

/** Undo of `moveConsents` with what it answered. */
export async function moveConsentsBack(
  tx: Queryable,
  lines: readonly string[],
  from: string,
  to: string,
): Promise<void> {
  const added = lines.flatMap((line) => (line.startsWith('+') ? [line.slice(1)] : []));
  const moved = lines.filter((line) => !line.startsWith('+'));
  await tx.delete(consents).where(and(eq(consents.leadId, from), inArray(consents.id, added)));
  await tx
    .update(consents)
    .set({ leadId: to })
    .where(and(eq(consents.leadId, from), inArray(consents.id, moved)));
}

/**
 * Notes for another person what somebody's ledger says last of a channel and purpose, where that is a withdrawal later
 * than `sinceId`. Answers which line became which.
 */
export async function copyWithdrawals(
  tx: Queryable,
  { from, to, sinceId }: { from: string; to: string; sinceId: string },
): Promise<{ of: string; id: string }[]> {
  const latest = await tx
    .selectDistinctOn([consents.channel, consents.purpose])
    .from(consents)
    .where(eq(consents.leadId, from))
    .orderBy(consents.channel, consents.purpose, desc(consents.id));
  const withdrawals = latest.filter(({ id, ground }) => ground === null && id > sinceId);
  const copies = withdrawals.map((line) => ({ ...line, id: newId(), leadId: to }));
  await insertConsents(tx, copies);
  return withdrawals.flatMap(({ id: of }, index) => {
    const copy = copies[index];
    return copy ? [{ of, id: copy.id }] : [];
  });
}

/** Lines `old` that another one replaced before an instant; the newest always counts and stays. */
const isReplaced = (before: Date): SQL => sql`exists (
  select 1 from consents newer where newer.lead_id = old.lead_id and newer.channel = old.channel
    and newer.purpose = old.purpose and newer.id > old.id and newer.recorded_at < ${before.toISOString()})`;

/** Removes lines that another one replaced before an instant; answers how many. */
export async function purgeConsents(db: Queryable, before: Date): Promise<number> {
  const rows = await rowsOf(db, sql`delete from consents old where ${isReplaced(before)} returning id`);
  return rows.length;
}

export async function countReplacedConsents(db: Queryable, before: Date): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    db,
    sql`select count(*)::int as count from consents old where ${isReplaced(before)}`,
  );
  return row?.count ?? 0;
}

const listed = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ');
const obstacle = (code: ConsentObstacle): string => `'${code}'`;

/** The country is unknown or under no rule that we know: the strictest region of the workspace decides. */
const IS_WORKSPACE_STRICT = `coalesce((select jurisdictions && '{EU,UK}' from workspace), true)`;

/**
 * The ground of somebody on a channel that no line of the ledger speaks of. Consent is for a channel: that of a lead
 * speaks of mail, the ledger says if of more.
 */
const carriedGround = (channel: string): string => `case
    when leads.legal_ground = 'consent' and ${channel} <> 'email'
    then 'legitimate_interest' else leads.legal_ground end`;

/**
 * The consent gate as SQL, so that claims, previews and lists decide alike and in their own statement: a lateral
 * subquery with the columns `ground` and `obstacle` (null: it may be sent) for a row of `leads`.
 * @param channel expression with the channel
 * @param isPractice expression: it goes to an address or account that belongs to nobody, so no country's rule holds
 */
export function consentGate(channel: string, isPractice: string): string {
  return `lateral (
    select held.ground, case
      when held.ground is null then ${obstacle('withdrawn')}
      when latest.expires_at <= now() then ${obstacle('expired')}
      when held.ground = 'enquiry' then ${obstacle('enquiry')}
      when ${isPractice} then null
      when ${channel} in (${listed(OPT_IN_CHANNELS)}) then
        case when held.ground <> 'consent' then ${obstacle('opt_in')} end
      when held.ground in (${listed(STRICT_GROUNDS)}) then null
      when leads.country in (${listed(EU_COUNTRIES)}) then ${obstacle('eu')}
      when leads.country = 'GB' then ${obstacle('uk')}
      when leads.country = 'US' then null
      when ${IS_WORKSPACE_STRICT} then ${obstacle('unknown_region')}
    end as obstacle
    from (select 1) always left join lateral (
      select id, ground, expires_at from consents
      where lead_id = leads.id and channel = ${channel} and purpose = 'marketing' order by id desc limit 1
    ) latest on true
    cross join lateral (
      select case when latest.id is null then ${carriedGround(channel)} else latest.ground end as ground
    ) held
  )`;
}

/** Whether what is sent to a lead over a channel reaches nobody (`isPracticeAddress` of the mail port, in SQL). */
export function isPracticeLead(channel: string): string {
  return `case ${channel} when 'email' then
      coalesce(leads.email ~* '(@|\\.)(example\\.(com|net|org)|example|invalid|localhost)\\.?\\s*$', false)
    else ${channel} = 'social_dm' and leads.platform = 'practice' end`;
}

export type ChannelGate = {
  channel: ContactChannel;
  ground: LegalGround | null;
  obstacle: ConsentObstacle | null;
  /** What is sent reaches nobody, so no country's rule was looked at. */
  isPractice: boolean;
};

/** What may be sent to a person, channel by channel. */
export async function listChannelGates(db: Queryable, leadId: string): Promise<ChannelGate[]> {
  return rowsOf(
    db,
    sql`select channel, consent.ground, consent.obstacle,
        ${sql.raw(isPracticeLead('asked.channel'))} as "isPractice"
      from unnest(${sql.param([...ContactChannel.options])}::text[]) with ordinality as asked(channel, position)
      join leads on leads.id = ${leadId}
      cross join ${sql.raw(consentGate('asked.channel', isPracticeLead('asked.channel')))} consent
      order by position`,
  );
}
