import {
  CONJUNCTIONS,
  FAMILIES,
  FIRST_HALVES,
  FORMS_OF_ADDRESS,
  NO_NAMES,
  NOT_PERSONAL,
  nameKey,
  PARTICLES,
  PARTICLES_ALWAYS,
  TITLE_ENDINGS,
  TITLES,
  TITLES_OR_NAMES,
  VIETNAMESE_FAMILIES,
} from './rules-name-words.ts';

/** What a person is called, as one text and, where a file keeps them apart, as given and family name. */
export type Named = { name: string; givenName?: string | null; familyName?: string | null };

/** Longer texts are no name of one person. */
const LONGEST_NAME = 200;
const LONGEST_FIRST_NAME = 30;

/** What people write behind their whole name: "Jane Doe, RN, BSN", "John Smith, Jr.". */
const LETTERS_AFTER =
  /^(?:\p{Lu}[\p{Lu}.]{1,5}|[BMP][a-z]{0,2}\.?(?:A|D|Sc|Ed)\.?|[JS]r\.?|Esq\.?|Dipl\b.*)$/u;

/** Names of companies end so. */
const COMPANY_END =
  /[\s,](?:gmbh|ag|kg|ohg|ug|e\.?\s?v|ltd|limited|llc|inc|corp|co|plc|llp|s\.?a\.?r\.?l|sas|s\.?a|s\.?l|s\.?r\.?l|s\.?p\.?a|b\.?v|n\.?v|oy|ab|a\/s|aps|sp\.? z o\.?o)\.?$/i;

/** Of Russian and Ukrainian names; it follows the given name. */
export const PATRONYMIC = /\p{Script=Cyrillic}(?:вич|[вч]на)$/iu;

const ONE_NAME = /^[\p{L}\p{M}]{1,40}(?:['’ʼ-][\p{L}\p{M}]{1,40}){0,4}$/u;
/** Scripts without capitals, and those of them in which the family name comes first. */
const HAS_NO_CASE = /^\p{Lo}/u;
const FAMILY_FIRST = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** How a person is greeted by first name; empty where no first name is known for sure. */
export function greetingNameOf({ name, givenName, familyName }: Named): string {
  if (givenName) return givenNameOf(givenName, familyName ?? '');
  // A file that says which name is the family's says that the other is not known.
  return familyName ? '' : firstNameOf(name);
}

/** A given name as a file has it: all of "Mary Ann", "Eva" of "Frau Dr. Eva", "Anna" of "anna". */
function givenNameOf(given: string, family: string): string {
  const [before = '', after = ''] = given.slice(0, LONGEST_NAME).split(',', 2);
  // "Byrne, Mary" repeats the family name, "Eva, RN" a profession.
  const isFamily = after.trim() !== '' && nameKey(before) === nameKey(family);
  if (after.trim() !== '' && !isFamily && !isBehindName(after)) return '';
  const all = wordsOf(isFamily ? after : before);
  const { words, hasAddress, isCouple } = withoutTitles(all);
  if (words.length === 0 && all.length === 1 && TITLES_OR_NAMES.has(nameKey(all[0] ?? ''))) return cased(all);
  if (isCouple || isOfSeveral(words)) return '';
  // "Frau Byrne" in the column of given names is a form of address and the family name.
  if (hasAddress && words.length === 1 && nameKey(words[0] ?? '') === nameKey(family)) return '';
  if (isFamilyStart(words)) return '';
  // "Mary A." is greeted without the initial, "Mary Byrne" without the family name.
  const own = withoutFamily(words, family);
  const full = own.filter((word, index) => index === 0 || !isInitial(word));
  const isWhole = full.every((word) => ONE_NAME.test(word) || isAmpersand(word)) && !isInitial(full[0] ?? '');
  return isWhole && !isAmpersand(full.at(-1) ?? '&') ? cased(full) : '';
}

function withoutFamily(words: readonly string[], family: string): readonly string[] {
  const key = nameKey(family);
  for (let length = 1; key !== '' && length < words.length; length += 1) {
    if (nameKey(words.slice(length).join(' ')) === key) return words.slice(0, length);
  }
  return words;
}

/**
 * First name for a greeting: "Priya" of "Dr. PRIYA Marlow", of "Marlow, Priya" and of "Priya Marlow, RN"; empty for
 * account names such as "dana_brews92", where a greeting by name would read like a machine's.
 */
export function firstNameOf(name: string): string {
  const text = name.slice(0, LONGEST_NAME).trim();
  if (COMPANY_END.test(text)) return '';
  const [family = '', given = ''] = text.split(',', 2).map((part) => part.trim());
  const isWhole = /\s/.test(family) && family !== family.toUpperCase() && isBehindName(given);
  const isBothNames = given === '' || isWhole;
  const { words, hasAddress, hasTitle, isCouple } = withoutTitles(wordsOf(isBothNames ? family : given));
  const [first = '', second = '', third = ''] = words;
  if (isCouple || isOfSeveral(words)) return '';
  // "Frau Byrne" and "Dr. Byrne" name the family, and so does "van der Berg".
  if (isBothNames && (isFamilyStart(words) || ((hasAddress || hasTitle) && words.length === 1))) return '';
  if (HAS_NO_CASE.test(first)) return firstWithoutCase(words);
  const isNamed = (word: string): boolean => ONE_NAME.test(word) && !isInitial(word);
  // "Ortega y Gasset" is one person.
  const isCertain = words.length > 3 || /^(?:[&+]|and|und)$/.test(second);
  if (isConjunction(second) && isCertain && isNamed(first) && isNamed(third))
    return cased([first, second, third]);
  // "Синицына А. П."
  if (isInitial(second) && /^\p{Script=Cyrillic}/u.test(first)) return '';
  // "Синицына Анна Петровна", "LINDNER Eva" and "Nguyễn Thị Mai" begin with the family name.
  if (PATRONYMIC.test(third) && ONE_NAME.test(second)) return cased([second]);
  if (isBothNames && !hasTitle && isShouted(first) && isNamed(second) && !isShouted(second))
    return cased([second]);
  if (isVietnamese(words)) return cased(words.slice(-1));
  if (!isNamed(first)) return '';
  // A single word in small letters is an account as often as a name.
  if (first === first.toLowerCase() && !words.slice(1).some((word) => ONE_NAME.test(word))) return '';
  return cased(FIRST_HALVES.has(nameKey(first)) && isNamed(second) ? [first, second] : [first]);
}

/** Scripts without capitals. */
function firstWithoutCase(words: readonly string[]): string {
  const [first = '', last = '', ...more] = words;
  if (!ONE_NAME.test(first) || more.length > 0) return FAMILY_FIRST.test(first) ? '' : cased([first]);
  if (!FAMILY_FIRST.test(first)) return cased([first]);
  // Without a gap nobody knows where the family name ends; a given name is as short as this.
  if (last === '') return SHORT_GIVEN.test(first) ? first : '';
  if (HIRAGANA.test(first) && !HIRAGANA.test(last)) return first;
  return ONE_NAME.test(last) ? last : '';
}

const SHORT_GIVEN =
  /^(?:[\p{Script=Han}\p{Script=Hangul}]{2}|[\p{Script=Hiragana}\p{Script=Katakana}ー]{2,5})$/u;
const HIRAGANA = /^\p{Script=Hiragana}+$/u;

/** Families and businesses. */
function isOfSeveral(words: readonly string[]): boolean {
  const keys = words.map(nameKey);
  return (
    FAMILIES.has(keys[0] ?? '') ||
    FAMILIES.has(keys.at(-1) ?? '') ||
    keys.some((key) => NOT_PERSONAL.has(key))
  );
}

/** "RN, BSN" and "Yoga Teacher" behind a whole name. */
function isBehindName(text: string): boolean {
  const words = wordsOf(text);
  return LETTERS_AFTER.test(words[0] ?? '') || words.some((word) => NOT_PERSONAL.has(nameKey(word)));
}

/** Names of families begin so: "van der Berg", "al-Hassan". */
function isFamilyStart(words: readonly string[]): boolean {
  const [first = '', second = ''] = words;
  if (/^(?:a[ldrst]|el|ul)-\p{L}/u.test(first)) return true;
  const key = nameKey(first);
  return (
    (PARTICLES.has(key) && first === first.toLowerCase()) ||
    PARTICLES_ALWAYS.has(key) ||
    (PARTICLES.has(key) && PARTICLES.has(nameKey(second)))
  );
}

/** Their given name comes last. */
function isVietnamese(words: readonly string[]): boolean {
  const [first = '', second = ''] = words;
  if (words.length < 2 || !VIETNAMESE_FAMILIES.has(nameKey(first))) return false;
  const isWrittenSo = /[ăâđêôơưĂÂĐÊÔƠƯ\u1EA0-\u1EF9]/u.test(words.join(' ').normalize('NFC'));
  return isWrittenSo
    ? words.length > 2 || nameKey(first) !== 'mai'
    : /^(?:thi|van)$/i.test(second) && words.length > 2;
}

/** Words of a name, without what stands in brackets or quotation marks, pictures, and what follows a bar or a dash. */
function wordsOf(text: string): string[] {
  const [name = ''] = text
    .replace(
      /\([^()]*\)|"[^"]*"|„[^“”]{0,200}[“”]|“[^”]{0,200}”|[\p{Extended_Pictographic}\p{So}\uFE0F\u200D]/gu,
      ' ',
    )
    .split(/[|•·]|\s[–—-]\s/);
  return name
    .split(/[\s\u3000]+/)
    .map((word) => word.replace(/^(\p{L}{3,40})\.$/u, (full, bare: string) => (isTitle(full) ? full : bare)))
    .filter((word) => word !== '');
}

/** `isCouple`: "Mr & Mrs Byrne". */
function withoutTitles(words: readonly string[]) {
  let [hasAddress, hasTitle, isCouple] = [false, false, false];
  const start = words.findIndex((word) => {
    const isBetween = hasAddress && isConjunction(word);
    // "M." is a form of address, "M" an initial; "MARC" and "Ed" are names.
    const key = nameKey(word);
    const isAddress = FORMS_OF_ADDRESS.has(key) && (key.length > 1 || word.endsWith('.'));
    const isOneTitle = isTitle(word);
    hasAddress ||= isAddress;
    hasTitle ||= isOneTitle;
    isCouple ||= isBetween;
    return !isAddress && !isOneTitle && !isBetween;
  });
  return { words: start < 0 ? [] : words.slice(start), hasAddress, hasTitle, isCouple };
}

/** "Dr.", "Dipl.-Ing.", "Mag.a" */
function isTitle(word: string): boolean {
  const [first = '', ...others] = word.split(/[.-]/).map(nameKey).filter(Boolean);
  return (
    TITLES.has(nameKey(word)) ||
    (TITLES.has(first) && others.every((part) => TITLES.has(part) || TITLE_ENDINGS.has(part)))
  );
}

function isConjunction(word: string): boolean {
  return isAmpersand(word) || (word === word.toLowerCase() && CONJUNCTIONS.has(nameKey(word)));
}

function isAmpersand(word: string): boolean {
  return word === '&' || word === '+';
}

function isInitial(word: string): boolean {
  return /^\p{Lu}\.?$/u.test(word);
}

function isShouted(word: string): boolean {
  return word.length > 2 && word === word.toUpperCase() && ONE_NAME.test(word);
}

/** "ANNA" and "anna" as "Anna"; "MacKenna" stays, and so does "de la" between names. */
function cased(words: readonly string[]): string {
  const isSmall = (word: string): boolean =>
    isConjunction(word) || (word === word.toLowerCase() && PARTICLES.has(nameKey(word)));
  const name = words.map((word, index) => (index > 0 && isSmall(word) ? word : casedWord(word))).join(' ');
  const isNone = NO_NAMES.has(nameKey(name)) || NO_NAMES.has(nameKey(words[0] ?? ''));
  return isNone || Array.from(name).length > LONGEST_FIRST_NAME ? '' : name;
}

function casedWord(word: string): string {
  if (!isShouted(word) && word !== word.toLowerCase()) return word;
  return word
    .toLowerCase()
    .replace(/(^|[-'’])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());
}
