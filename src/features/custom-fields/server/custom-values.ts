import { AppError } from '#kit/errors.ts';
import type { Queryable } from '#platform/db.ts';
import type { CustomEntity, CustomInput, CustomValues } from '../contract.ts';
import { type CustomReading, defaultsOf, readCustomValues, withValues } from '../rules.ts';
import { listCustomFields } from './custom-fields.ts';
import { listUnknownUsers, liveValues } from './store.ts';

export { liveValues };

/** The values of a record that no one fills in by hand. */
export async function customDefaults(tx: Queryable, entity: CustomEntity): Promise<CustomValues> {
  return defaultsOf(await listCustomFields({ db: tx }, { entity }));
}

/**
 * The values of a record after a change, checked: `before` are those that are stored, null for a new record. Throws
 * `invalid_input` with `custom.<key>`. The caller holds the record.
 */
export async function takeCustomValues(
  tx: Queryable,
  entity: CustomEntity,
  { given, before }: { given: CustomInput; before: CustomValues | null },
): Promise<CustomValues> {
  const changes = await readCustomChanges(tx, entity, given, { isNew: before === null });
  return withValues(before ?? {}, changes);
}

/** The values to set, and null for those to clear. Throws like `takeCustomValues`. */
export async function readCustomChanges(
  tx: Queryable,
  entity: CustomEntity,
  given: CustomInput,
  { isNew = false }: { isNew?: boolean } = {},
): Promise<CustomReading['values']> {
  const fields = await listCustomFields({ db: tx }, { entity });
  const { values, users, problems } = readCustomValues(fields, given, { isNew });
  const unknown = new Set(
    await listUnknownUsers(
      tx,
      users.map(({ userId }) => userId),
    ),
  );
  for (const { key, userId } of users)
    if (unknown.has(userId)) problems[`custom.${key}`] = 'This colleague is not in the workspace any more.';
  const [first] = Object.values(problems);
  if (first !== undefined) throw new AppError('invalid_input', first, { fields: problems });
  return values;
}
