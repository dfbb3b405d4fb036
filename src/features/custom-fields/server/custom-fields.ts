import type { z } from 'zod';
import type { Actor } from '#kit/actor.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction, type Queryable, type Transaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import {
  type CustomEntity,
  type CustomField,
  type CustomFieldChange,
  type listCustomFields as listEndpoint,
  MOST_FIELDS,
  type NewCustomField,
} from '../contract.ts';
import { conditionProblems, optionsProblem, readDefault } from '../rules.ts';
import {
  countFields,
  type FieldRow,
  findByKey,
  holdEntity,
  insertField,
  listRows,
  listUnknownUsers,
  lockField,
  nextPosition,
  setPositions,
  updateField,
} from './store.ts';

/** Something that reads a field and would break without it. `name` is null for what only its owner may see. */
export type CustomFieldUse = { kind: 'view' | 'segment' | 'template'; name: string | null };
type ListUses = (tx: Queryable, field: { entity: CustomEntity; key: string }) => Promise<CustomFieldUse[]>;

declare module '#platform/context.ts' {
  interface Context {
    /** What uses a field, by feature; a field in use is not archived. */
    readonly customFieldUses: readonly ListUses[];
  }
}

type FieldContext = Pick<Context, 'db' | 'clock' | 'compliance'>;

/** Fields in their order. */
export async function listCustomFields(
  { db }: { db: Queryable },
  { entity, archived = false }: Partial<z.output<typeof listEndpoint.query>>,
): Promise<CustomField[]> {
  return (await listRows(db, { entity, isArchived: archived })).map(toField);
}

/** Refuses a key that is taken with `conflict`, and what names a health condition. */
export function createCustomField(
  ctx: FieldContext,
  given: NewCustomField,
  actor: Actor,
): Promise<CustomField> {
  return inTransaction(ctx.db, async (tx) => {
    const { entity, key, label, type, options, required } = given;
    assertNone(conditionProblems(given));
    const badOptions = optionsProblem(given);
    if (badOptions !== undefined) throw invalid('options', badOptions);
    const value = await checkedDefault(tx, given, given.default);
    await holdEntity(tx, entity);
    const same = await findByKey(tx, entity, key);
    if (same) throw keyTaken(same);
    await assertRoom(tx, entity);
    const row = await insertField(tx, {
      id: newId(),
      entity,
      key,
      label,
      type,
      options,
      isRequired: required,
      defaultValue: value,
      position: await nextPosition(tx, entity),
      createdAt: ctx.clock.now(),
    });
    await record(ctx, tx, { actor, action: 'custom_field.created', row });
    return toField(row);
  });
}

/** Refuses with `conflict` when the field was changed since `change.version`. */
export function changeCustomField(
  ctx: FieldContext,
  id: string,
  { version, position, default: given, required, label, options }: CustomFieldChange,
  actor: Actor,
): Promise<CustomField> {
  return inTransaction(ctx.db, async (tx) => {
    const before = await liveField(tx, id);
    if (version !== undefined && version !== before.version) {
      throw new AppError('conflict', 'Someone else changed this field. Load it again.', {
        reason: 'stale_version',
      });
    }
    assertNone(conditionProblems({ label, options }));
    const next = { type: before.type, options: options ?? before.options };
    const badOptions = optionsProblem(next);
    if (badOptions !== undefined) throw invalid('options', badOptions);
    // A default that is no option any more would fail every new record.
    const value = await checkedDefault(tx, next, given === undefined ? before.defaultValue : given);
    const row = await updateField(tx, id, {
      ...(label === undefined ? {} : { label }),
      ...(options === undefined ? {} : { options }),
      ...(required === undefined ? {} : { isRequired: required }),
      defaultValue: value,
    });
    if (position !== undefined) await moveTo(tx, row, position);
    await record(ctx, tx, { actor, action: 'custom_field.changed', row });
    return toField((await lockField(tx, id)) ?? row);
  });
}

/** Hides a field; its values are kept for `restoreCustomField`. Refuses with `conflict` while something uses it. */
export function archiveCustomField(
  ctx: FieldContext & Pick<Context, 'customFieldUses'>,
  id: string,
  actor: Actor,
): Promise<void> {
  return inTransaction(ctx.db, async (tx) => {
    const row = await liveField(tx, id);
    const uses: CustomFieldUse[] = [];
    for (const list of ctx.customFieldUses) uses.push(...(await list(tx, row)));
    if (uses.length > 0) throw inUse(uses);
    await updateField(tx, id, { archivedAt: ctx.clock.now() });
    await record(ctx, tx, { actor, action: 'custom_field.archived', row });
  });
}

/** Undo of `archiveCustomField`; a second call changes nothing. */
export function restoreCustomField(ctx: FieldContext, id: string, actor: Actor): Promise<CustomField> {
  return inTransaction(ctx.db, async (tx) => {
    const row = await lockField(tx, id);
    if (!row) throw fieldNotFound();
    if (row.archivedAt === null) return toField(row);
    await holdEntity(tx, row.entity);
    await assertRoom(tx, row.entity);
    const restored = await updateField(tx, id, { archivedAt: null });
    await record(ctx, tx, { actor, action: 'custom_field.restored', row: restored });
    return toField(restored);
  });
}

async function liveField(tx: Transaction, id: string): Promise<FieldRow> {
  const row = await lockField(tx, id);
  if (!row || row.archivedAt !== null) throw fieldNotFound();
  return row;
}

async function moveTo(tx: Transaction, { id, entity }: FieldRow, position: number): Promise<void> {
  await holdEntity(tx, entity);
  const ids = (await listRows(tx, { entity })).map((row) => row.id).filter((other) => other !== id);
  ids.splice(position, 0, id);
  await setPositions(tx, ids);
}

async function checkedDefault(
  tx: Transaction,
  field: Pick<FieldRow, 'type' | 'options'>,
  given: unknown,
): Promise<FieldRow['defaultValue']> {
  const read = readDefault(field, given);
  if ('problem' in read) throw invalid('default', read.problem);
  const { value } = read;
  if (field.type === 'user' && typeof value === 'string' && (await listUnknownUsers(tx, [value])).length > 0)
    throw invalid('default', 'This colleague is not in the workspace any more.');
  return value;
}

async function assertRoom(tx: Transaction, entity: CustomEntity): Promise<void> {
  if ((await countFields(tx, entity)) < MOST_FIELDS) return;
  throw new AppError('refused', `There are ${MOST_FIELDS} fields. Archive one to add another.`, {
    reason: 'too_many_fields',
  });
}

type Recorded = {
  actor: Actor;
  action: 'custom_field.created' | 'custom_field.changed' | 'custom_field.archived' | 'custom_field.restored';
  row: FieldRow;
};

async function record(
  { compliance }: FieldContext,
  tx: Transaction,
  { actor, action, row: { id, entity, key } }: Recorded,
): Promise<void> {
  await compliance.recordAudit(tx, {
    actor,
    action,
    subject: { kind: 'workspace', id: null },
    details: { customFieldId: id, entity, key },
  });
  await announce(tx, ['custom-fields', 'leads']);
}

function assertNone(problems: Record<string, string>): void {
  const [first] = Object.values(problems);
  if (first !== undefined)
    throw new AppError('invalid_input', first, { reason: 'names_condition', fields: problems });
}

function invalid(field: string, message: string): AppError {
  return new AppError('invalid_input', message, { fields: { [field]: message } });
}

function keyTaken({ archivedAt }: FieldRow): AppError {
  const message =
    archivedAt === null
      ? 'There is a field with this key. Choose another key.'
      : 'An archived field has this key. Restore it, or choose another key.';
  return new AppError('conflict', message, {
    reason: archivedAt === null ? 'key_taken' : 'key_archived',
    fields: { key: message },
  });
}

const PRIVATE_WORDS = {
  view: 'a private view',
  segment: 'a private segment',
  template: 'a private text',
} as const;
const USE_WORDS = { view: 'the saved view', segment: 'the segment', template: 'the text' } as const;

function inUse(uses: readonly CustomFieldUse[]): AppError {
  const named = uses
    .slice(0, 5)
    .map(({ kind, name }) => (name === null ? PRIVATE_WORDS[kind] : `${USE_WORDS[kind]} “${name}”`));
  const more = uses.length > 5 ? ` and ${uses.length - 5} more` : '';
  return new AppError(
    'conflict',
    `This field is used by ${named.join(', ')}${more}. Remove it there first.`,
    { reason: 'in_use' },
  );
}

function fieldNotFound(): AppError {
  return new AppError('not_found', 'This field does not exist any more.');
}

function toField(row: FieldRow): CustomField {
  const { id, entity, key, label, type, options, position, version } = row;
  return {
    id,
    entity,
    key,
    label,
    type,
    options,
    required: row.isRequired,
    default: row.defaultValue,
    position,
    version,
    createdAt: row.createdAt.toISOString(),
    archivedAt: row.archivedAt?.toISOString() ?? null,
  };
}
