import { expect, it } from 'vitest';
import { mentionExcerpt, mentionPattern, type NamedPerson, withoutMentions } from './rules-mentions.ts';

const ORLA: NamedPerson = {
  name: 'Orla Quist',
  email: 'orla+tea@customer.test',
  handle: '@orla_q',
  phone: '+353871234567',
};

it.each([
  ['Ask Orla Quist.', 'Ask [erased].'],
  ['QUIST, ORLA came', '[erased] came'],
  ['write to Orla+Tea@customer.test please', 'write to [erased] please'],
  ['call +353 87 123 4567 or (087) 123-4567', 'call [erased] or [erased]'],
  ['she is @orla_q there', 'she is @[erased] there'],
  ['Orla\nQuist', '[erased]'],
  ['orla_quest and Orla Quistgaard', 'orla_quest and Orla Quistgaard'],
  ['orlaXtea@customer.test', 'orlaXtea@customer.test'],
])('takes a person out of "%s"', (text, left) => {
  expect(withoutMentions(text, [ORLA])).toBe(left);
});

it('takes one word for a name where it is a word, and a name in a script without spaces anywhere', () => {
  const named = (name: string): NamedPerson => ({ name, email: null, handle: null, phone: null });
  expect(withoutMentions('Ian asks a dietitian', [named('Ian')])).toBe('[erased] asks a dietitian');
  expect(withoutMentions('昨日小林さやかさんと話した', [named('小林さやか')])).toBe(
    '昨日[erased]さんと話した',
  );
  expect(withoutMentions('Müller und Müllers', [named('Müller')])).toBe('[erased] und Müllers');
  expect(withoutMentions('a.c (x|y) $', [named('(x|y)')])).toBe('a.c [erased] $');
});

it('has nothing to look for without a name or address', () => {
  const nameless = { name: ' ', email: null, handle: null, phone: '12' };
  expect(mentionPattern([nameless], 'postgres')).toBeNull();
  expect(withoutMentions('as it was', [nameless])).toBe('as it was');
});

it('shows the words around the first mention', () => {
  const text = `${'before '.repeat(30)}Orla Quist${' after'.repeat(30)}`;
  const excerpt = mentionExcerpt(text, [ORLA]);
  expect(excerpt).toMatch(/^….*before Orla Quist after.*…$/);
  expect(excerpt.length).toBeLessThan(140);
});
