/**
 * Porter's algorithm for English word endings (M. F. Porter, Program 14(3), 1980), so that 'cancelling', 'cancelled'
 * and 'cancels' meet. Works on lower-case words; words of other languages lose at most a plural or verb ending, alike
 * in question and text.
 */
const CONSONANT = '[^aeiou]';
const VOWEL = '[aeiouy]';
const CONSONANTS = `${CONSONANT}[^aeiouy]*`;
const VOWELS = `${VOWEL}[aeiou]*`;
const MEASURE_1_OR_MORE = new RegExp(`^(${CONSONANTS})?${VOWELS}${CONSONANTS}`);
const MEASURE_1 = new RegExp(`^(${CONSONANTS})?${VOWELS}${CONSONANTS}(${VOWELS})?$`);
const MEASURE_2_OR_MORE = new RegExp(`^(${CONSONANTS})?${VOWELS}${CONSONANTS}${VOWELS}${CONSONANTS}`);
const HAS_VOWEL = new RegExp(`^(${CONSONANTS})?${VOWEL}`);
const ENDS_CVC = new RegExp(`^${CONSONANTS}${VOWEL}[^aeiouwxy]$`);
const ENDS_DOUBLE = /([^aeiouylsz])\1$/;

const STEP_2: [ending: string, to: string][] = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['bli', 'ble'],
  ['alli', 'al'],
  ['entli', 'ent'],
  ['eli', 'e'],
  ['ousli', 'ous'],
  ['ization', 'ize'],
  ['ation', 'ate'],
  ['ator', 'ate'],
  ['alism', 'al'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['biliti', 'ble'],
];
const STEP_3: [ending: string, to: string][] = [
  ['icate', 'ic'],
  ['ative', ''],
  ['alize', 'al'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ful', ''],
  ['ness', ''],
];
const STEP_4 =
  /^(.+?)(al|ance|ence|er|ic|able|ible|ant|ement|ment|ent|ou|ism|ate|iti|ous|ive|ize|(?<=[st])ion)$/;

const known = new Map<string, string>();
const MOST_KNOWN = 50_000;

/** The root of a lower-case word. */
export function stemOf(word: string): string {
  const cached = known.get(word);
  if (cached !== undefined) return cached;
  if (known.size > MOST_KNOWN) known.clear();
  const stem = word.length < 3 || /[^a-z]/.test(word) ? word : porter(word);
  known.set(word, stem);
  return stem;
}

function porter(word: string): string {
  let stem = word.startsWith('y') ? `Y${word.slice(1)}` : word;
  stem = withoutPlural(stem);
  stem = withoutTense(stem);
  if (stem.endsWith('y') && HAS_VOWEL.test(stem.slice(0, -1))) stem = `${stem.slice(0, -1)}i`;
  stem = replaced(stem, STEP_2);
  stem = replaced(stem, STEP_3);
  const suffix = STEP_4.exec(stem);
  if (suffix?.[1] !== undefined && MEASURE_2_OR_MORE.test(suffix[1])) stem = suffix[1];
  if (stem.endsWith('e')) {
    const root = stem.slice(0, -1);
    if (MEASURE_2_OR_MORE.test(root) || (MEASURE_1.test(root) && !ENDS_CVC.test(root))) stem = root;
  }
  if (stem.endsWith('ll') && MEASURE_2_OR_MORE.test(stem)) stem = stem.slice(0, -1);
  return stem.toLowerCase();
}

function withoutPlural(word: string): string {
  if (/(ss|i)es$/.test(word)) return word.slice(0, -2);
  return /[^s]s$/.test(word) ? word.slice(0, -1) : word;
}

function withoutTense(word: string): string {
  if (word.endsWith('eed')) return MEASURE_1_OR_MORE.test(word.slice(0, -3)) ? word.slice(0, -1) : word;
  const root = /^(.+)(ed|ing)$/.exec(word)?.[1];
  if (root === undefined || !HAS_VOWEL.test(root)) return word;
  if (/(at|bl|iz)$/.test(root)) return `${root}e`;
  if (ENDS_DOUBLE.test(root)) return root.slice(0, -1);
  return ENDS_CVC.test(root) ? `${root}e` : root;
}

function replaced(word: string, endings: [string, string][]): string {
  const match = endings.find(([ending]) => word.endsWith(ending));
  if (!match) return word;
  const root = word.slice(0, -match[0].length);
  return MEASURE_1_OR_MORE.test(root) ? root + match[1] : word;
}
