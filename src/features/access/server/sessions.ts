import type { Context } from '#platform/context.ts';
import { inTransaction, type Queryable } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { OwnSession } from '../contract.ts';
import { deviceWords } from '../rules.ts';
import { lockPeopleFor, type Manager } from './manager.ts';
import { personGone } from './people.ts';
import { deleteSessions, findUser, listSessionRows } from './store.ts';

type SessionContext = Pick<Context, 'db' | 'log'>;

/** Where a person is signed in; `ownToken` is the hash of the token that asks. */
export async function listSessions(db: Queryable, userId: string, ownToken: string): Promise<OwnSession[]> {
  return (await listSessionRows(db, userId)).map((row) => ({
    id: row.id,
    device: deviceWords(row.userAgent),
    startedAt: row.createdAt.toISOString(),
    usedAt: row.updatedAt.toISOString(),
    isThis: row.token === ownToken,
  }));
}

/** Ends the caller's sessions in all other browsers. */
export function endOtherSessions(
  { db, log }: SessionContext,
  userId: string,
  ownToken: string,
): Promise<{ ended: number }> {
  return inTransaction(db, async (tx) => {
    const ended = await deleteSessions(tx, userId, { keptToken: ownToken });
    log.info({ userId, ended }, 'people: logged out everywhere else');
    await announce(tx, ['users']);
    return { ended };
  });
}

/** Ends all sessions of a person. Refuses with `not_found`. */
export function endSessions(
  { db, log }: SessionContext,
  userId: string,
  manager: Manager,
): Promise<{ ended: number }> {
  return inTransaction(db, async (tx) => {
    await lockPeopleFor(tx, manager);
    if (!(await findUser(tx, userId))) throw personGone();
    const ended = await deleteSessions(tx, userId);
    log.info({ userId, by: manager.id ?? manager.kind, ended }, 'people: logged out everywhere');
    await announce(tx, ['users']);
    return { ended };
  });
}
