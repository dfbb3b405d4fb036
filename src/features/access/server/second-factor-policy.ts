import type { Context } from '#platform/context.ts';
import { inTransaction, type Queryable } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { SecondFactorPolicy } from '../contract.ts';
import { lockPeopleFor, type Manager } from './manager.ts';
import { countWithoutFactor, findAccessPolicy, putAccessPolicy } from './store.ts';

/** The date from which members and admins need a second factor, and how many have none. */
export async function getSecondFactorPolicy(db: Queryable): Promise<SecondFactorPolicy> {
  const [policy, missing] = [await findAccessPolicy(db), await countWithoutFactor(db)];
  return { from: policy?.secondFactorFrom?.toISOString() ?? null, missing };
}

/** Requires a second factor from a date on, or from null not at all; people without one can then only set one up. */
export function changeSecondFactorPolicy(
  { db, log }: Pick<Context, 'db' | 'log'>,
  from: string | null,
  manager: Manager,
): Promise<SecondFactorPolicy> {
  return inTransaction(db, async (tx) => {
    await lockPeopleFor(tx, manager);
    await putAccessPolicy(tx, { secondFactorFrom: from === null ? null : new Date(from) });
    log.info({ by: manager.id ?? manager.kind, from }, 'people: second factor required from');
    await announce(tx, ['users']);
    return getSecondFactorPolicy(tx);
  });
}
