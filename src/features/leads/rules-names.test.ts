import { expect, it } from 'vitest';
import { firstNameOf, greetingNameOf } from './rules-names.ts';

it.each([
  ['Frau Dr. Eva Lindner', 'Eva'],
  ['Herr Prof. Dr. med. Jonas Brandt', 'Jonas'],
  ['Mme Claire Dubreuil', 'Claire'],
  ['Sig.ra Paola Ferri', 'Paola'],
  ['Frau Lindner', ''],
  ['Dr. Lindner', ''],
  ['anna lindner', 'Anna'],
  ['ANNE-SOPHIE LINDNER', 'Anne-Sophie'],
  ['Elizabeth (Liz) Moore', 'Elizabeth'],
  ['Анна Синицына', 'Анна'],
  ['小林 美咲', '美咲'],
  ['小林美咲', ''],
  ['محمد علي', 'محمد'],
  ['Fennel & Sage Ltd', ''],
  ['Fennel GmbH', ''],
  ['J. Moore', ''],
  ['sleeplessinseattle', ''],
  ['Unknown', ''],
  ['n/a', ''],
])('finds in "%s" the first name "%s"', (name, first) => expect(firstNameOf(name)).toBe(first));

it.each([
  ['Mary Ann', 'Byrne', 'Mary Ann'],
  ['anna', 'Byrne', 'Anna'],
  ['美咲', '小林', '美咲'],
  ['Frau Dr. Eva', 'Byrne', 'Eva'],
  ['Frau Byrne', 'Byrne', ''],
  ['JEAN-PIERRE', null, 'Jean-Pierre'],
  ['Mary A.', 'Byrne', 'Mary'],
  ['D’Arcy', 'Byrne', 'D’Arcy'],
  ['J.', 'Byrne', ''],
  ['dana_brews92', null, ''],
  ['a@example.com', null, ''],
  [null, 'Byrne', ''],
  ['', 'Byrne', ''],
  [null, null, 'Robin'],
])('greets the given name "%s" with the family name "%s" as "%s"', (givenName, familyName, greeted) => {
  expect(greetingNameOf({ name: 'Robin Vale', givenName, familyName })).toBe(greeted);
});
