import { eq } from 'drizzle-orm';
import type { Channel } from '#features/campaigns/contract.ts';
import type { MessageReasonDetails, Receipt } from '#features/campaigns/contract-messages.ts';
import { type Queryable, rowsOf, type SQL, sql } from '#platform/db.ts';
import type { MessengerId } from '#providers/messaging/port.ts';
import { ANSWERED, type AnsweredMessage } from './reply-store.ts';
import { messengerPeers, messengerReadings } from './tables.ts';

/** A platform counts in seconds, by a clock of its own. */
const CLOCKS_APART = "interval '1 minute'";

/** Whether a message had left by then, so that something said then can answer it. */
const hadLeftBy = (at: Date): SQL =>
  sql`coalesce(sent_at, due_at) <= ${at.toISOString()}::timestamptz + ${sql.raw(CLOCKS_APART)}`;

/** The newest message that had left to this contact over a channel at that moment. */
export async function findMessageOfContact(
  db: Queryable,
  { channel, contactHash, at }: { channel: Channel; contactHash: string; at: Date },
): Promise<AnsweredMessage | undefined> {
  const [row] = await rowsOf<AnsweredMessage>(
    db,
    sql`${ANSWERED} where contact_hash = ${contactHash} and channel = ${channel} and channel <> 'email'
        -- One to somebody who was erased since has nobody any more; another record of theirs may have.
        and lead_id is not null and status in ('sending', 'sent', 'unconfirmed')
        and ${hadLeftBy(at)}
      order by messages.id desc limit 1`,
  );
  return row;
}

export async function findMessageOfPeer(
  db: Queryable,
  { peerHash, at }: { peerHash: string; at: Date },
): Promise<AnsweredMessage | undefined> {
  const [row] = await rowsOf<AnsweredMessage>(
    db,
    sql`${ANSWERED} where messages.id = (select message_id from messenger_peers where peer_hash = ${peerHash})
      and ${hadLeftBy(at)}`,
  );
  return row;
}

/** Remembers under which name a platform knows whom a message went to. */
export async function keepPeer(tx: Queryable, peerHash: string, messageId: string): Promise<void> {
  await tx
    .insert(messengerPeers)
    .values({ peerHash, messageId })
    .onConflictDoUpdate({ target: messengerPeers.peerHash, set: { messageId } });
}

/**
 * A message that was given up as unconfirmed, also one that waits to be sent again for that, or whose worker has not
 * written its outcome down and may never do so, has left, when its last attempt began; false when that was known.
 */
export async function confirmMessage(tx: Queryable, id: string): Promise<boolean> {
  const rows = await rowsOf(
    tx,
    sql`update messages set status = 'sent', reason = null, details = null, sent_at = coalesce(sent_at,
        (select max(started_at) from message_attempts where message_id = messages.id), now())
      where id = ${id} and (status in ('sending', 'unconfirmed')
        or (status = 'queued' and exists (select 1 from message_attempts where message_id = messages.id
          and (verdict is null or verdict->>'kind' = 'unconfirmed')))) returning id`,
  );
  return rows.length === 1;
}

/**
 * A message that was accepted has not reached the person; false when that is known already. The report may be here
 * before the call that it is about has been written down.
 */
export async function failMessage(
  tx: Queryable,
  id: string,
  details: MessageReasonDetails,
): Promise<boolean> {
  const rows = await rowsOf(
    tx,
    sql`update messages set status = 'failed', reason = 'refused',
        details = case when address is not null then ${JSON.stringify(details)}::jsonb end
      where id = ${id} and status in ('sending', 'sent', 'unconfirmed') and receipt is null returning id`,
  );
  return rows.length === 1;
}

/** Receipts come in any order; what has been read stays read. */
export async function noteReceipt(tx: Queryable, id: string, receipt: Receipt): Promise<void> {
  await tx.execute(sql`update messages set receipt = ${receipt}
    where id = ${id} and (receipt is null or ${receipt} = 'read')`);
}

/** What a platform says about an answer of ours. */
export async function settleAnswerByReport(
  tx: Queryable,
  id: string,
  report: 'sent' | { failed: MessageReasonDetails },
): Promise<void> {
  if (report === 'sent') {
    await tx.execute(sql`update reply_answers set status = 'sent', reason = null, details = null
      where id = ${id} and status in ('sending', 'unconfirmed')`);
  } else {
    await tx.execute(sql`update reply_answers set status = 'failed', reason = 'platform_declined',
      details = ${JSON.stringify(report.failed)}::jsonb
      where id = ${id} and status <> 'failed'`);
  }
}

/** Takes the next look at a platform for this process; undefined when another one has just looked. */
export async function claimMessengerReading(
  db: Queryable,
  messenger: MessengerId,
  everyMs: number,
): Promise<{ cursor: string | null } | undefined> {
  const [row] = await rowsOf<{ cursor: string | null }>(
    db,
    sql`insert into messenger_readings (messenger, read_at) values (${messenger}, now())
      on conflict (messenger) do update set read_at = excluded.read_at
        where messenger_readings.read_at < now() - ${everyMs} * interval '1 millisecond'
      returning cursor`,
  );
  return row;
}

export async function noteMessengerReading(
  tx: Queryable,
  messenger: MessengerId,
  cursor: string,
): Promise<void> {
  await tx.update(messengerReadings).set({ cursor }).where(eq(messengerReadings.messenger, messenger));
}

/** Whether somebody has written to us over a channel within the last `hours`. */
export async function hasOpenWindow(
  db: Queryable,
  { channel, leadId, hours }: { channel: Channel; leadId: string; hours: number },
): Promise<boolean> {
  return (await listOpenWindows(db, { channel, leadIds: [leadId], hours })).size > 0;
}

/** Those of these people who have written to us over a channel within the last `hours`. */
export async function listOpenWindows(
  db: Queryable,
  { channel, leadIds, hours }: { channel: Channel; leadIds: readonly string[]; hours: number },
): Promise<Set<string>> {
  const rows = await rowsOf<{ leadId: string }>(
    db,
    sql`select distinct lead_id as "leadId" from inbound_mails
      where lead_id = any(${sql.param([...leadIds])}::uuid[]) and channel = ${channel} and kind = 'reply'
        and received_at > now() - make_interval(hours => ${hours})`,
  );
  return new Set(rows.map(({ leadId }) => leadId));
}

/** Everybody who is written to at this number: two people of one practice may share it. */
export async function listLeadsOfPhone(db: Queryable, phoneKey: string): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`select id from leads where phone_key = ${phoneKey} and deleted_at is null order by id`,
  );
  return rows.map(({ id }) => id);
}
