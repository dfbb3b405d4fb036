import { z } from 'zod';
import { findCondition } from '#features/compliance/rules-health.ts';
import {
  type CustomField,
  type CustomInput,
  type CustomValue,
  type CustomValues,
  Money,
} from './contract.ts';

/** What decides which values a field takes. */
export type FieldRules = Pick<CustomField, 'key' | 'label' | 'type' | 'options' | 'required' | 'default'>;

const LONGEST_TEXT = 2_000;

const Day = z.iso.date().refine((day) => day >= '1000-01-01' && day <= '9999-12-30');
const Url = z.url({ protocol: /^https?$/ }).max(2_000);

type Read = { value: CustomValue } | { problem: string };

/** One value by the type of its field, or what is wrong with it. Empty text is no value, see `isEmpty`. */
function readValue({ type, options }: Pick<FieldRules, 'type' | 'options'>, given: unknown): Read {
  const take = <T extends CustomValue>(schema: z.ZodType<T>, problem: string): Read => {
    const read = schema.safeParse(given);
    return read.success ? { value: read.data } : { problem };
  };
  switch (type) {
    case 'text':
      return take(z.string().trim().max(LONGEST_TEXT), 'A text of at most 2,000 characters.');
    case 'number':
      return take(z.number().min(-1e15).max(1e15), 'A number.');
    case 'money':
      return take(Money, 'An amount: amountMinor, a whole number, and currency, for example EUR.');
    case 'date':
      return take(Day, 'A day, for example 2026-01-31.');
    case 'checkbox':
      return take(z.boolean(), 'true or false.');
    case 'url':
      return take(z.string().trim().pipe(Url), 'A web address that begins with https:// or http://.');
    case 'user':
      return take(z.string().min(1).max(64), 'The id of a colleague.');
    case 'choice':
      return take(
        z.string().refine((option) => options.includes(option)),
        `One of ${inWords(options)}.`,
      );
    case 'choices': {
      const Chosen = z.array(z.string().refine((option) => options.includes(option))).max(options.length * 2);
      const read = take(Chosen, `A list of ${inWords(options)}.`);
      return 'value' in read && Array.isArray(read.value) ? { value: [...new Set(read.value)] } : read;
    }
  }
}

function inWords(options: readonly string[]): string {
  const shown = options.slice(0, 10).join(', ');
  return options.length > 10 ? `${shown} and ${options.length - 10} more` : shown;
}

function isEmpty(given: unknown): boolean {
  return (
    given === null || given === undefined || given === '' || (Array.isArray(given) && given.length === 0)
  );
}

export type CustomReading = {
  /** Values to set, and null for those to clear. */
  values: Record<string, CustomValue | null>;
  /** Ids of colleagues that have to exist, by field. */
  users: { key: string; userId: string }[];
  /** What is wrong, by `custom.<key>`. */
  problems: Record<string, string>;
};

/**
 * Reads values by the types of their fields. A new record gets defaults and needs the required ones; a change touches
 * only the keys that are given.
 */
export function readCustomValues(
  fields: readonly FieldRules[],
  input: CustomInput,
  { isNew = false }: { isNew?: boolean } = {},
): CustomReading {
  const reading: CustomReading = { values: {}, users: [], problems: {} };
  const byKey = new Map(fields.map((field) => [field.key, field]));
  for (const [key, given] of Object.entries(input)) {
    const field = byKey.get(key);
    if (!field) reading.problems[`custom.${key}`] = 'There is no custom field with this key.';
    else if (!isEmpty(given)) note(reading, field, readValue(field, given));
    else if (field.required && !isNew) reading.problems[`custom.${key}`] = required(field);
    else reading.values[key] = null;
  }
  if (!isNew) return reading;
  for (const field of fields) {
    const { key } = field;
    if (!isEmpty(reading.values[key]) || `custom.${key}` in reading.problems) continue;
    if (!(key in input) && field.default !== null) note(reading, field, { value: field.default });
    else if (field.required) reading.problems[`custom.${key}`] = required(field);
  }
  return reading;
}

function note(reading: CustomReading, { key, type }: FieldRules, read: Read): void {
  if ('problem' in read) {
    reading.problems[`custom.${key}`] = read.problem;
    return;
  }
  reading.values[key] = read.value === '' ? null : read.value;
  if (type === 'user' && typeof read.value === 'string') reading.users.push({ key, userId: read.value });
}

function required({ label }: FieldRules): string {
  return `${label} is required.`;
}

/** What new records get without a word: a record that comes by a file or a search needs nothing. */
export function defaultsOf(fields: readonly FieldRules[]): CustomValues {
  return Object.fromEntries(
    fields.flatMap(({ key, default: value }) => (value === null ? [] : [[key, value] as const])),
  );
}

/** The values of a record with these changes. */
export function withValues(before: CustomValues, changes: CustomReading['values']): CustomValues {
  const all = Object.entries({ ...before, ...changes });
  return Object.fromEntries(all.flatMap(([key, value]) => (value === null ? [] : [[key, value] as const])));
}

/** What is wrong with options, by their type; undefined where nothing is. */
export function optionsProblem({ type, options }: Pick<FieldRules, 'type' | 'options'>): string | undefined {
  const hasOptions = type === 'choice' || type === 'choices';
  if (hasOptions && options.length === 0) return 'Enter at least one option.';
  return !hasOptions && options.length > 0 ? 'Only choice fields have options.' : undefined;
}

/** A default as it is stored, or what is wrong with it. */
export function readDefault(
  field: Pick<FieldRules, 'type' | 'options'>,
  given: unknown,
): { value: CustomValue | null } | { problem: string } {
  return isEmpty(given) ? { value: null } : readValue(field, given);
}

/** Why a field may not say this: its values would be a list of people and what ails them. By part of the field. */
export function conditionProblems(field: {
  key?: string;
  label?: string | undefined;
  options?: readonly string[] | undefined;
}): Record<string, string> {
  const texts: [string, string][] = [
    ...(field.key === undefined ? [] : [['key', field.key.replaceAll('_', ' ')] as [string, string]]),
    ...(field.label === undefined ? [] : [['label', field.label] as [string, string]]),
    ...(field.options ?? []).map((option, at): [string, string] => [`options.${at}`, option]),
  ];
  return Object.fromEntries(
    texts.flatMap(([part, text]) => {
      const condition = findCondition(text);
      if (condition === undefined) return [];
      const message = `“${condition}” is a health condition, and the field would say who has it. Record what people look for instead, for example “Interest: evening routines”.`;
      return [[part, message]];
    }),
  );
}

/** A value as text, for files and messages; `names` are those of colleagues by id. */
export function customText(value: CustomValue | undefined, names?: ReadonlyMap<string, string>): string {
  if (value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return names?.get(value) ?? value;
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.join('; ');
  return `${moneyNumber(value)} ${value.currency}`;
}

/** "12.50" for 1250 cents; as many decimals as the currency has. */
function moneyNumber({ amountMinor, currency }: { amountMinor: number; currency: string }): string {
  const digits = minorDigits(currency);
  return (amountMinor / 10 ** digits).toFixed(digits);
}

function minorDigits(currency: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}
