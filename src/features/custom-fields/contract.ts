import { z } from 'zod';
import { endpoint, IdParams, Nothing } from '#kit/endpoint.ts';

export const CUSTOM_ENTITIES = ['lead', 'company', 'deal'] as const;
export const CustomEntity = z.enum(CUSTOM_ENTITIES, `One of ${CUSTOM_ENTITIES.join(', ')}.`);
export type CustomEntity = z.infer<typeof CustomEntity>;

export const CUSTOM_TYPES = [
  'text',
  'number',
  'money',
  'date',
  'choice',
  'choices',
  'checkbox',
  'url',
  'user',
] as const;
export const CustomType = z.enum(CUSTOM_TYPES, `One of ${CUSTOM_TYPES.join(', ')}.`);
export type CustomType = z.infer<typeof CustomType>;

/** Fields of each entity that are in use at the same time. */
export const MOST_FIELDS = 100;
const MOST_OPTIONS = 200;

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

export const Money = z.strictObject({
  amountMinor: z.number().int().min(-1e12).max(1e12),
  currency: z.string().refine((code) => CURRENCIES.has(code)),
});

/** A value as it is stored; which of them a field takes depends on its type. */
export const CustomValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), Money]);
export type CustomValue = z.infer<typeof CustomValue>;

/** The values of a record by the keys of their fields. */
export const CustomValues = z.record(z.string(), CustomValue);
export type CustomValues = z.infer<typeof CustomValues>;

/** Values to set; null clears one. `readCustomValues` checks them by the types of the fields. */
export const CustomInput = z
  .record(z.string().max(40, 'At most 40 characters.'), z.unknown())
  .refine((given) => Object.keys(given).length <= MOST_FIELDS, `At most ${MOST_FIELDS} values.`);
export type CustomInput = z.output<typeof CustomInput>;

const FIELD_KEY = /^[a-z][a-z0-9_]{0,39}$/;

/**
 * Which values a list shows, by key: `gold`, several for any of them, or for numbers, amounts (minor units) and days a
 * range, `10..20`, `10..` or `..20`.
 */
export const CustomFilter = z
  .record(
    z.string().regex(FIELD_KEY, 'There is no custom field with this key.'),
    z.union([z.string().max(200), z.array(z.string().max(200)).max(50)], 'At most 200 characters.'),
  )
  .refine((given) => Object.keys(given).length <= 20, 'At most 20 custom fields.');
export type CustomFilter = z.output<typeof CustomFilter>;

const Key = z
  .string()
  .regex(FIELD_KEY, 'A small letter, then small letters, digits and _; at most 40 characters.')
  // Every object has it.
  .refine((key) => key !== 'constructor', 'Choose another key.');
const Label = z.string().trim().min(1, 'Enter a label.').max(80, 'At most 80 characters.');
const Option = z.string().trim().min(1, 'Enter an option.').max(80, 'At most 80 characters.');
const Options = z
  .array(Option)
  .max(MOST_OPTIONS, `At most ${MOST_OPTIONS} options.`)
  .refine((options) => new Set(options).size === options.length, 'Each option once.');

export const CustomField = z.object({
  id: z.uuid(),
  entity: CustomEntity,
  key: z.string(),
  label: z.string(),
  type: CustomType,
  /** Of `choice` and `choices`. */
  options: z.array(z.string()),
  /** Asked for when a record is added by hand. */
  required: z.boolean(),
  /** What a new record gets where nothing is given. */
  default: CustomValue.nullable(),
  position: z.number().int(),
  /** Raised by each change; sent back with a change so that two people do not overwrite each other. */
  version: z.number().int(),
  createdAt: z.iso.datetime(),
  archivedAt: z.iso.datetime().nullable(),
});
export type CustomField = z.infer<typeof CustomField>;

export const NewCustomField = z.object({
  entity: CustomEntity,
  key: Key,
  label: Label,
  type: CustomType,
  options: Options.default([]),
  required: z.boolean().default(false),
  default: z.unknown().optional(),
});
export type NewCustomField = z.output<typeof NewCustomField>;

export const CustomFieldChange = z
  .object({
    label: Label,
    options: Options,
    required: z.boolean(),
    /** Null: none. */
    default: z.unknown(),
    position: z.number().int().min(0).max(1_000),
    /** The version that was read; a change on top of an older one is answered with 409. */
    version: z.number().int(),
  })
  .partial();
export type CustomFieldChange = z.output<typeof CustomFieldChange>;

export const listCustomFields = endpoint({
  method: 'GET',
  path: '/api/custom-fields',
  access: 'viewer',
  summary: 'Custom fields in their order, of one entity or all',
  query: z.object({
    entity: CustomEntity.optional(),
    /** The archived ones instead. */
    archived: z
      .enum(['true', 'false'], 'true or false.')
      .default('false')
      .transform((value) => value === 'true'),
  }),
  response: z.array(CustomField),
});

export const createCustomField = endpoint({
  method: 'POST',
  path: '/api/custom-fields',
  access: 'member',
  summary: 'Add a custom field to leads, companies or deals',
  body: NewCustomField,
  response: CustomField,
  status: 201,
});

export const changeCustomField = endpoint({
  method: 'PATCH',
  path: '/api/custom-fields/:id',
  access: 'member',
  summary: 'Change label, options, default or place of a custom field',
  params: IdParams,
  body: CustomFieldChange,
  response: CustomField,
});

export const archiveCustomField = endpoint({
  method: 'DELETE',
  path: '/api/custom-fields/:id',
  access: 'member',
  summary: 'Archive a custom field that nothing uses; its values return when it is restored',
  params: IdParams,
  response: Nothing,
  status: 204,
});

export const restoreCustomField = endpoint({
  method: 'POST',
  path: '/api/custom-fields/:id/restore',
  access: 'member',
  summary: 'Bring an archived custom field back with its values (Undo)',
  params: IdParams,
  response: CustomField,
});
