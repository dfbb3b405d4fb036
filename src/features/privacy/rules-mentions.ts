/** Who may be named in texts about others. */
export type NamedPerson = {
  name: string;
  email: string | null;
  handle: string | null;
  phone: string | null;
};

/** Replaces a name or an address in a text. */
const ERASED = '[erased]';
const EXCERPT_SIDE = 60;
/** Numbers are written with and without the country: this many digits at the end are enough. */
const PHONE_DIGITS = 9;
/** Scripts that write words without spaces: there a name may begin and end anywhere. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

/**
 * A pattern of all that people are named by: address, account, number, and the name in either order. It means the same to
 * PostgreSQL and to JavaScript; null where there is nothing to look for.
 */
export function mentionPattern(
  people: readonly NamedPerson[],
  flavour: 'postgres' | 'javascript',
): string | null {
  const word = flavour === 'postgres' ? '[[:alnum:]]' : String.raw`[\p{L}\p{N}]`;
  const terms = people.flatMap(({ name, email, handle, phone }) => [
    ...(email === null ? [] : [literal(email)]),
    ...(handle === null ? [] : [literal(handle.replace(/^@/, ''))]),
    ...phoneTerm(phone),
    ...nameTerms(name),
  ]);
  const bounded = [...new Set(terms)]
    .filter((term) => term !== '')
    .map((term) => (UNSPACED.test(term) ? term : `(?<!${word})${term}(?!${word})`));
  return bounded.length === 0 ? null : bounded.join('|');
}

/** The words around the first mention. */
export function mentionExcerpt(text: string, people: readonly NamedPerson[]): string {
  const found = mentions(people)?.exec(text);
  const from = Math.max(0, (found?.index ?? 0) - EXCERPT_SIDE);
  const to = (found?.index ?? 0) + (found?.[0].length ?? 0) + EXCERPT_SIDE;
  const part = text.slice(from, to).replaceAll(/\s+/g, ' ').toWellFormed().trim();
  return `${from > 0 ? '…' : ''}${part}${to < text.length ? '…' : ''}`;
}

export function withoutMentions(text: string, people: readonly NamedPerson[]): string {
  const pattern = mentions(people);
  return pattern ? text.replace(pattern, ERASED) : text;
}

function mentions(people: readonly NamedPerson[]): RegExp | null {
  const pattern = mentionPattern(people, 'javascript');
  return pattern === null ? null : new RegExp(pattern, 'giu');
}

/** "Orla Quist" and "Quist, Orla"; a single word as it is. */
function nameTerms(name: string): string[] {
  const words = name.trim().split(/\s+/).map(literal);
  const [first = '', ...rest] = words;
  const last = rest.at(-1);
  const gap = String.raw`[\s,]{1,3}`;
  if (last === undefined) return first.length < 2 ? [] : [first];
  return [words.join(gap), [last, first, ...rest.slice(0, -1)].join(gap)];
}

function phoneTerm(phone: string | null): string[] {
  const digits = (phone ?? '').replaceAll(/\D/g, '').slice(-PHONE_DIGITS);
  // Digits before it are those of the country.
  return digits.length < PHONE_DIGITS
    ? []
    : [String.raw`[+(]?\d{0,4}\W{0,3}${digits.split('').join(String.raw`\W{0,3}`)}`];
}

const literal = (text: string): string => text.replaceAll(/[\^$\\.*+?()[\]{}|/]/g, String.raw`\$&`);
