import { type Database, inTransaction, type Queryable } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { Log } from '#platform/log.ts';
import type { SecondFactorPolicy } from '../contract.ts';
import { lockPeopleFor, type Manager } from './manager.ts';
import { countWithoutFactor, findAccessPolicy, putAccessPolicy } from './store.ts';

/** Whether members and admins need a second factor: from the day on they may set one up and do nothing else without. */
export function createSecondFactorPolicy({ db, log }: { db: Database; log: Log }) {
  const read = async (from: Queryable): Promise<SecondFactorPolicy> => {
    const [policy, missing] = [await findAccessPolicy(from), await countWithoutFactor(from)];
    return { from: policy?.secondFactorFrom?.toISOString() ?? null, missing };
  };

  return {
    get: (): Promise<SecondFactorPolicy> => read(db),

    change: (from: string | null, manager: Manager): Promise<SecondFactorPolicy> =>
      inTransaction(db, async (tx) => {
        await lockPeopleFor(tx, manager);
        await putAccessPolicy(tx, { secondFactorFrom: from === null ? null : new Date(from) });
        log.info({ by: manager.id ?? manager.kind, from }, 'people: second factor required from');
        await announce(tx, ['users']);
        return read(tx);
      }),
  };
}
