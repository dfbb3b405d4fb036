import { PATRONYMIC } from '#features/leads/rules-names.ts';
import { foldToWords } from '#kit/text.ts';
import { isFamilyFirst } from './rules-headings.ts';

export type ImportedNames = {
  name: string;
  /** As the file keeps them apart; null where it does not, or where its cell is empty. */
  givenName: string | null;
  familyName: string | null;
};

type NameCells = Record<'name' | 'given' | 'middle' | 'family' | 'nameHeading', string> & {
  hasFamilyColumn: boolean;
};

/** The names of a record. Names that a file keeps apart precede a column of whole names. */
export function readNames({
  name,
  given,
  middle,
  family,
  nameHeading,
  hasFamilyColumn,
}: NameCells): ImportedNames {
  if (given !== '' && family === '' && name !== '' && !hasFamilyColumn) {
    // Below "Vorname" and "Name" stands the family name, or the whole name once more.
    const parts = foldToWords(name).split(' ');
    if (
      foldToWords(given)
        .split(' ')
        .every((word) => parts.includes(word))
    )
      return { name, givenName: given, familyName: null };
    return { name: wholeOf([given, middle, name]), givenName: given, familyName: name };
  }
  if (given !== '' && family !== '') {
    const isFamilyFirstScript = HAN_OR_KANA.test(given) && HAN_OR_KANA.test(family);
    return {
      name: isFamilyFirstScript ? `${family} ${given}` : wholeOf([given, middle, family]),
      givenName: given,
      familyName: family,
    };
  }
  if (given === '' && family === '' && isFamilyFirst(nameHeading)) return familyFirst(name);
  // A file of people has "anna" for a name, where elsewhere it is as likely an account.
  const only = given === '' && family === '' && SMALL_NAME.test(name) ? name : null;
  return {
    name: name || wholeOf([given, middle, family]),
    givenName: given || only,
    familyName: family || null,
  };
}

/** With a comma "John Smith, Jr." would be greeted by what is behind it, though the file says which name is which. */
function wholeOf(parts: readonly string[]): string {
  return parts.join(' ').replaceAll(',', ' ').split(/\s+/).filter(Boolean).join(' ');
}

/** "Синицына Анна Петровна": the second word is the given name where there are two, or where a patronymic follows it. */
function familyFirst(name: string): ImportedNames {
  const words = name.split(/[\s,]+/).filter(Boolean);
  const [family = '', given, patronymic, ...more] = words;
  if (given === undefined) return { name, givenName: null, familyName: null };
  const isSure =
    !name.includes(',') && (patronymic === undefined || (PATRONYMIC.test(patronymic) && more.length === 0));
  if (isSure)
    return { name: wholeOf([given, patronymic ?? '', family]), givenName: given, familyName: family };
  // "Peña Ruiz, Lucía" says so itself; of "Peña Ruiz Lucía" the file does not say which words are whose.
  return { name, givenName: null, familyName: name.includes(',') ? null : family };
}

const SMALL_NAME = /^\p{Ll}{2,8}$/u;
const HAN_OR_KANA = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]{1,40}$/u;
