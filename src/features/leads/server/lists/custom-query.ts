import type { CustomFieldUse } from '#features/custom-fields/server/custom-fields.ts';
import { listCustomFields } from '#features/custom-fields/server/custom-fields.ts';
import { AppError } from '#kit/errors.ts';
import type { Queryable } from '#platform/db.ts';
import type { LeadQuery } from '../../contract.ts';
import { isCustomColumn, readSort } from '../../rules.ts';
import { listViewsWithField } from './custom-store.ts';

/** Refuses filters and sorting by fields that leads do not have; says whether the list is sorted by numbers. */
export async function readCustomQuery(
  db: Queryable,
  { custom = {}, sort }: Pick<LeadQuery, 'custom' | 'sort'>,
): Promise<{ isNumeric: boolean }> {
  const { column } = readSort(sort);
  const filtered = Object.keys(custom);
  if (filtered.length === 0 && !isCustomColumn(column)) return { isNumeric: false };
  const fields = new Map(
    (await listCustomFields({ db }, { entity: 'lead' })).map(({ key, type }) => [key, type]),
  );
  for (const key of filtered) if (!fields.has(key)) throw unknownField(`custom.${key}`);
  if (!isCustomColumn(column)) return { isNumeric: false };
  const type = fields.get(column.slice('custom.'.length));
  if (type === undefined) throw unknownField('sort');
  return { isNumeric: type === 'number' || type === 'money' };
}

/** The saved views that a custom field is in. */
export async function viewsWithField(
  db: Queryable,
  { entity, key }: { entity: string; key: string },
): Promise<CustomFieldUse[]> {
  if (entity !== 'lead') return [];
  return (await listViewsWithField(db, key)).map(({ name }) => ({ kind: 'view', name }));
}

function unknownField(field: string): AppError {
  const message = 'There is no custom field with this key.';
  return new AppError('invalid_input', message, { fields: { [field]: message } });
}
