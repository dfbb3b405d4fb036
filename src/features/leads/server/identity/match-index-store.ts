import { and, eq, isNull, or } from 'drizzle-orm';
import { foldText } from '#kit/text.ts';
import { type Queryable, rowsOf, sql } from '#platform/db.ts';
import { keysOfAccount } from '../../rules-accounts.ts';
import { leadGroups, leads } from '../tables.ts';

export type Identity = { emailKey: string | null; handleKey: string | null };
/** Somebody to look for, with the hashes of `lookupHashesOf`. */
export type Sought = Identity & { hashes: readonly string[] };
export type KnownLead = Identity & {
  id: string;
  contactHash: string | null;
  isDemo: boolean;
  groupName: string | null;
};

/**
 * The live leads that each of these people is, in the order given: by address, by account under whichever of its keys,
 * or because a record that went by one of them was merged into it. The one way to know somebody, whether they come in
 * by a search, by a file or by hand.
 */
export async function listKnown(db: Queryable, people: readonly Sought[]): Promise<KnownLead[][]> {
  const byKey = new Map<string, KnownLead[]>();
  const note = (key: string, lead: KnownLead): void => void byKey.set(key, [...(byKey.get(key) ?? []), lead]);
  for (const lead of await listByKeys(db, people)) {
    if (lead.emailKey !== null) note(`address ${lead.emailKey}`, lead);
    for (const key of accountKeysOf(lead)) note(`account ${key}`, lead);
  }
  const hashes = people.flatMap((person) => person.hashes);
  for (const { hash, ...lead } of await listKeepers(db, hashes)) note(`hash ${hash}`, lead);
  return people.map((person) => {
    const keys = [
      ...(person.emailKey === null ? [] : [`address ${person.emailKey}`]),
      ...(person.handleKey === null ? [] : [`account ${person.handleKey}`]),
      ...person.hashes.map((hash) => `hash ${hash}`),
    ];
    const found = keys.flatMap((key) => byKey.get(key) ?? []);
    return [...new Map(found.map((lead) => [lead.id, lead])).values()];
  });
}

async function listByKeys(db: Queryable, people: readonly Identity[]): Promise<KnownLead[]> {
  const emailKeys = people.flatMap(({ emailKey }) => emailKey ?? []);
  const handleKeys = people.flatMap(accountKeysOf);
  if (emailKeys.length + handleKeys.length === 0) return [];
  return rowsOf(
    db,
    sql`select ${LEAD} from leads left join lead_groups on lead_groups.id = leads.group_id and lead_groups.deleted_at is null
      where leads.deleted_at is null and (leads.email_key = any(${sql.param(emailKeys)}::text[])
        or leads.handle_key = any(${sql.param(handleKeys)}::text[]))`,
  );
}

/** The live leads into which records went that were known by these hashes. */
function listKeepers(db: Queryable, hashes: readonly string[]): Promise<(KnownLead & { hash: string })[]> {
  if (hashes.length === 0) return Promise.resolve([]);
  return rowsOf(
    db,
    sql`select gone.contact_hash as hash, ${LEAD} from lead_dismissals gone
      join leads on leads.id = gone.kept_id and leads.deleted_at is null
      left join lead_groups on lead_groups.id = leads.group_id and lead_groups.deleted_at is null
      where gone.contact_hash = any(${sql.param([...hashes])}::text[])`,
  );
}

const LEAD = sql`leads.id, leads.email_key as "emailKey", leads.handle_key as "handleKey",
  leads.contact_hash as "contactHash", leads.is_demo as "isDemo",
  lead_groups.name as "groupName"`;

function accountKeysOf({ handleKey }: Identity): string[] {
  return handleKey === null ? [] : keysOfAccount(handleKey);
}

/**
 * Who is given by a number alone: the live lead of that number and name. A number alone says nothing, because people of
 * one household share it; without this a call that is made again would add the same person twice.
 */
export async function findNamesake(
  tx: Queryable,
  { emailKey, handleKey, phoneKey }: Identity & { phoneKey: string | null },
  name: string,
): Promise<KnownLead | undefined> {
  if (emailKey !== null || handleKey !== null || phoneKey === null) return undefined;
  // Two such calls at once: the later one sees what the first has stored.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`leads.phone ${phoneKey}`}))`);
  const rows = await rowsOf<KnownLead & { name: string }>(
    tx,
    sql`select ${LEAD}, leads.name from leads
      left join lead_groups on lead_groups.id = leads.group_id and lead_groups.deleted_at is null
      where leads.deleted_at is null and leads.phone_key = ${phoneKey} order by leads.created_at`,
  );
  return rows.find((row) => nameKey(row.name) === nameKey(name));
}

function nameKey(name: string): string {
  return foldText(name).replace(/\s+/g, ' ').trim();
}

/** Another live lead that holds this very address or account, which the database gives to one alone. */
export async function findHolder(
  db: Queryable,
  { emailKey, handleKey }: Identity,
  exceptId: string,
): Promise<Omit<KnownLead, 'isDemo' | 'contactHash'> | undefined> {
  const same = [
    ...(emailKey === null ? [] : [eq(leads.emailKey, emailKey)]),
    ...(handleKey === null ? [] : [eq(leads.handleKey, handleKey)]),
  ];
  if (same.length === 0) return undefined;
  const rows = await db
    .select({
      id: leads.id,
      emailKey: leads.emailKey,
      handleKey: leads.handleKey,
      groupName: leadGroups.name,
    })
    .from(leads)
    .leftJoin(leadGroups, and(eq(leadGroups.id, leads.groupId), isNull(leadGroups.deletedAt)))
    .where(and(isNull(leads.deletedAt), or(...same)));
  return rows.find((row) => row.id !== exceptId);
}
