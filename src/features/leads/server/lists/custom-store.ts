import type { CustomFilter } from '#features/custom-fields/contract.ts';
import { type Queryable, rowsOf, type SQL, sql } from '#platform/db.ts';

const RANGE = /^(-?\d{1,16}(?:\.\d{1,6})?)?\.\.(-?\d{1,16}(?:\.\d{1,6})?)?$/;
const DAYS = /^(\d{4}-\d\d-\d\d)?\.\.(\d{4}-\d\d-\d\d)?$/;
const NUMBER = /^-?\d{1,16}(?:\.\d{1,6})?$/;

/** The value of a field as JSON, as text, and as a number where it is one or an amount. */
function valueOf(key: string): { json: SQL; words: SQL; amount: SQL } {
  const json = sql`(leads.custom -> ${key}::text)`;
  return {
    json,
    words: sql`(leads.custom ->> ${key}::text)`,
    amount: sql`(case jsonb_typeof${json} when 'number' then ${json}::numeric
      when 'object' then (${json} -> 'amountMinor')::numeric end)`,
  };
}

/** What a list is sorted by; a lead without a value comes last. */
export function customKeys(key: string, isDescending: boolean): { amount: SQL; words: SQL } {
  const { words, amount } = valueOf(key);
  const last = sql.raw(isDescending ? "'-Infinity'" : "'Infinity'");
  const lastWords = sql.raw(isDescending ? "''" : 'chr(1114111)');
  return {
    amount: sql`(coalesce(round(${amount}, 6), ${last}::numeric))`,
    words: sql`(coalesce(left(lower(${words}), 40), ${lastWords}) collate "C")`,
  };
}

/** Leads whose values are these; of several for one field any of them. */
export function hasCustom(filter: CustomFilter): SQL {
  const conditions = Object.entries(filter).map(([key, given]) => {
    const values = [given].flat().filter((value) => value !== '');
    if (values.length === 0) return sql`true`;
    return sql`(${sql.join(
      values.map((value) => isValue(key, value)),
      sql` or `,
    )})`;
  });
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`;
}

function isValue(key: string, value: string): SQL {
  const { json, words, amount } = valueOf(key);
  const alternatives = [
    sql`(jsonb_typeof${json} in ('string', 'boolean') and lower(${words}) = lower(${value}::text))`,
    sql`(jsonb_typeof${json} = 'array' and jsonb_exists(${json}, ${value}::text))`,
  ];
  if (NUMBER.test(value)) alternatives.push(sql`${amount} = ${value}::numeric`);
  const [, least, most] = RANGE.exec(value) ?? [];
  if (least !== undefined || most !== undefined) alternatives.push(isBetween(amount, least, most, 'numeric'));
  const [, from, to] = DAYS.exec(value) ?? [];
  if (from !== undefined || to !== undefined) {
    const day = sql`(case when jsonb_typeof${json} = 'string' then ${words} end)`;
    alternatives.push(sql`(${isType(key, 'date')} and ${isBetween(day, from, to, 'text')})`);
  }
  // A box that was never ticked is one without a value.
  if (value === 'false') alternatives.push(sql`(${json} is null and ${isType(key, 'checkbox')})`);
  return sql`(${sql.join(alternatives, sql` or `)})`;
}

function isBetween(value: SQL, least: string | undefined, most: string | undefined, type: string): SQL {
  const cast = sql.raw(type);
  const from = least === undefined ? sql`true` : sql`${value} >= ${least}::${cast}`;
  const to = most === undefined ? sql`true` : sql`${value} <= ${most}::${cast}`;
  return sql`(${value} is not null and ${from} and ${to})`;
}

/** Uncorrelated, so it is asked once. */
function isType(key: string, type: 'date' | 'checkbox'): SQL {
  return sql`exists (select from custom_fields
    where entity = 'lead' and custom_fields.key = ${key} and custom_fields.type = ${type})`;
}

/** Views that show, filter or sort by a field. The name of a private one is null. */
export function listViewsWithField(db: Queryable, key: string): Promise<{ name: string | null }[]> {
  return rowsOf(
    db,
    sql`select case when is_shared then name end as name from lead_views
      where deleted_at is null and (jsonb_exists(query -> 'custom', ${key})
        or ltrim(split_part(query ->> 'sort', ':', 1), '-') = ${`custom.${key}`})
      order by name limit 20`,
  );
}
