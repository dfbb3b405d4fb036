import { expect, it } from 'vitest';
import { readNames } from './rules-names.ts';

const none = { name: '', given: '', middle: '', family: '', nameHeading: 'Name', hasFamilyColumn: false };

it('takes the names that a file keeps apart before a column of whole names', () => {
  const cells = { name: 'Byrne, Mary Ann', given: 'Mary Ann', family: 'Byrne', hasFamilyColumn: true };
  expect(readNames({ ...none, ...cells })).toEqual({
    name: 'Mary Ann Byrne',
    givenName: 'Mary Ann',
    familyName: 'Byrne',
  });
});

it('reads "Name" next to "Vorname" as the family name, and as the whole name where it repeats the given one', () => {
  expect(readNames({ ...none, name: 'Lindner', given: 'Eva' })).toEqual({
    name: 'Eva Lindner',
    givenName: 'Eva',
    familyName: 'Lindner',
  });
  expect(readNames({ ...none, name: 'Eva Lindner', given: 'Eva' })).toEqual({
    name: 'Eva Lindner',
    givenName: 'Eva',
    familyName: null,
  });
});

it('puts the prefix of a Dutch family name where it belongs', () => {
  expect(readNames({ ...none, given: 'Anna', middle: 'van der', family: 'Berg' }).name).toBe(
    'Anna van der Berg',
  );
});

it.each([
  ['ФИО', 'Синицына Анна Петровна', 'Анна Петровна Синицына', 'Анна', 'Синицына'],
  ['ФИО', 'Синицына Анна', 'Анна Синицына', 'Анна', 'Синицына'],
  ['Név', 'Szűcs Eszter', 'Eszter Szűcs', 'Eszter', 'Szűcs'],
  ['Apellidos y nombre', 'Peña Ruiz Lucía', 'Peña Ruiz Lucía', null, 'Peña'],
  ['Apellidos y nombre', 'Peña Ruiz, Lucía', 'Peña Ruiz, Lucía', null, null],
])('reads below "%s" the name "%s"', (nameHeading, name, whole, givenName, familyName) => {
  expect(readNames({ ...none, nameHeading, name })).toEqual({ name: whole, givenName, familyName });
});

it('takes a single word in small letters for a given name', () => {
  expect(readNames({ ...none, name: 'anna' }).givenName).toBe('anna');
  expect(readNames({ ...none, name: 'dana_brews92' }).givenName).toBeNull();
  expect(readNames({ ...none, name: 'Anna' }).givenName).toBeNull();
});
