import { expect, it } from 'vitest';
import { z } from 'zod';
import { speakPlainly } from './plain-problems.ts';

speakPlainly();

it.each([
  [z.string(), undefined, 'Missing.'],
  [z.string(), null, 'A text.'],
  [z.int(), 1.5, 'A whole number.'],
  [z.object({}), [], 'An object.'],
  [z.enum(['viewer', 'admin']), 'owner', 'One of viewer, admin.'],
  [z.literal('USD'), 'XXX', 'Only USD.'],
  [z.number().max(1_000_000), 1e9, 'At most 1,000,000.'],
  [z.string().max(2), 'abc', 'At most 2 characters.'],
  [z.string().min(1), '', 'At least 1 character.'],
  [z.array(z.string()).max(1), ['a', 'b'], 'At most 1 in the list.'],
  [z.uuid(), 'x', 'An id.'],
  [z.iso.date(), 'x', 'A day, for example 2026-01-31.'],
  [z.strictObject({}), { a: 1 }, 'Not known here: a.'],
  [z.union([z.literal(1), z.literal(2)]), 3, 'Not of the expected kind.'],
])('says what to write instead, without a word about schemas (%#)', (schema, value, words) => {
  expect(schema.safeParse(value).error?.issues[0]?.message).toBe(words);
});
