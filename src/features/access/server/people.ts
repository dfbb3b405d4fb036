import { actorName, type Role } from '#kit/actor.ts';
import { AppError } from '#kit/errors.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction, type Queryable } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { CurrentUser, ManagedUser, User } from '../contract.ts';
import { isLastAdmin } from '../rules.ts';
import { lockPeopleFor, type Manager } from './manager.ts';
import { listSecondFactorOwners } from './second-factor-store.ts';
import {
  countAdmins,
  deleteIssuedBy,
  deleteUser,
  findSecondFactorDue,
  findUser,
  listFirstNames,
  listUserRows,
  type UserRow,
  updateUser,
} from './store.ts';

type Person = { id: string; name: string };
type PeopleContext = Pick<Context, 'db' | 'clock' | 'log'>;

/** Throws `not_found`. */
export async function getUser(db: Queryable, id: string): Promise<User> {
  const row = await findUser(db, id);
  if (!row) throw personGone();
  return toUser(row);
}

/** The caller, and from when on they need a second factor. */
export async function getCurrentUser({ db }: Pick<Context, 'db'>, id: string): Promise<CurrentUser> {
  const [user, due] = await Promise.all([getUser(db, id), findSecondFactorDue(db, id)]);
  return { ...user, secondFactorFrom: due?.toISOString() ?? null };
}

export async function listAdmins({ db }: Pick<Context, 'db'>): Promise<Person[]> {
  return (await listUserRows(db)).filter(({ role }) => role === 'admin').map(toPerson);
}

export async function listColleagues({ db }: Pick<Context, 'db'>): Promise<Person[]> {
  return (await listUserRows(db)).map(toPerson);
}

/** First names by id; unknown ids are left out. */
export async function firstNames(db: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  return new Map(ids.length === 0 ? [] : await listFirstNames(db, ids));
}

export async function listUsers({ db }: Pick<Context, 'db'>): Promise<User[]> {
  return (await listUserRows(db)).map(toUser);
}

/** The users as an admin sees them. */
export async function listManagedUsers({ db }: Pick<Context, 'db'>): Promise<ManagedUser[]> {
  const [rows, owners] = await Promise.all([listUserRows(db), listSecondFactorOwners(db)]);
  return rows.map((row) => ({
    ...toUser(row),
    hasSecondFactor: owners.has(row.id),
    emailVerified: row.emailVerified,
  }));
}

/** Changes the role from the person's next call on. Refuses with `last_admin` to take it from the only admin. */
export function changeRole(
  { db, clock, log }: PeopleContext,
  id: string,
  role: Role,
  manager: Manager,
): Promise<User> {
  return inTransaction(db, async (tx) => {
    await lockPeopleFor(tx, manager);
    const user = await findUser(tx, id);
    if (!user) throw personGone();
    if (role !== 'admin') await assertNotLastAdmin(tx, user);
    const changed = await updateUser(tx, id, { role, updatedAt: clock.now() });
    if (role !== 'admin') await deleteIssuedBy(tx, id);
    log.info(
      { userId: id, by: manager.id ?? manager.kind, from: user.role, to: role },
      'people: another role',
    );
    await announce(tx, ['users']);
    return toUser(changed ?? user);
  });
}

/** Removes a person and ends their sessions. Refuses with `self` or `last_admin`. */
export function removeUser(
  { db, clock, log, onUserRemoved }: PeopleContext & Pick<Context, 'onUserRemoved'>,
  id: string,
  manager: Manager,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    await lockPeopleFor(tx, manager);
    const user = await findUser(tx, id);
    if (!user) throw personGone();
    if (id === manager.id) {
      throw new AppError('refused', 'Nobody removes themselves. Ask another admin.', { reason: 'self' });
    }
    await assertNotLastAdmin(tx, user);
    await deleteIssuedBy(tx, id);
    await deleteUser(tx, user, clock.now());
    log.info({ userId: id, by: manager.id ?? manager.kind }, 'people: removed');
    for (const handBack of onUserRemoved) await handBack(tx, id);
    await announce(tx, ['users']);
  });
}

function toUser(row: UserRow): User {
  return {
    id: row.id,
    firstName: row.firstName,
    lastName: row.lastName,
    profileImageUrl: row.image,
    email: row.email,
    role: row.role,
  };
}

export function personGone(): AppError {
  return new AppError('not_found', 'This person has no account any more.');
}

function toPerson(row: UserRow): Person {
  return { id: row.id, name: actorName(row) };
}

async function assertNotLastAdmin(tx: Queryable, { role }: UserRow): Promise<void> {
  if (!isLastAdmin(role, await countAdmins(tx))) return;
  throw new AppError('refused', 'This is the last admin. Make somebody else an admin first.', {
    reason: 'last_admin',
  });
}
