import { foldText } from '#kit/text.ts';
import type { DuplicateDetails, DuplicateReason } from './contract-merge.ts';

/** Mailboxes that say nothing about where somebody works, and the reserved name that made-up people have. */
// biome-ignore format: a word list
const FREE_MAIL = new Set([
  'aol', 'duck', 'example', 'fastmail', 'free', 'gmail', 'gmx', 'googlemail', 'hey', 'hotmail', 'icloud', 'laposte', 'libero',
  'live', 'mac', 'mail', 'me', 'msn', 'orange', 'outlook', 'pm', 'posteo', 'proton', 'protonmail', 'qq', 'tutanota',
  'web', 'yahoo', 'yandex', 'ymail', 'zoho',
]);
const SECOND_LEVELS = new Set(['ac', 'co', 'com', 'edu', 'gov', 'ltd', 'net', 'org', 'plc']);
/** A shorter handle or mailbox name is too often somebody else's. */
const LEAST_STEM = 6;

export type Recognisable = {
  name: string;
  emailKey: string | null;
  handleKey: string | null;
  phoneKey: string | null;
};

/** The name of the company in an address: "acme" of jo@mail.acme.co.uk; null for free mail. */
export function companyOf(emailKey: string | null): string | null {
  const labels = emailKey?.split('@').at(1)?.split('.') ?? [];
  if (labels.length < 2) return null;
  const isTwoPart =
    labels.length > 2 && SECOND_LEVELS.has(labels.at(-2) ?? '') && labels.at(-1)?.length === 2;
  const company = labels.at(isTwoPart ? -3 : -2) ?? '';
  return company.length < 2 || FREE_MAIL.has(company) ? null : company;
}

/**
 * How a name sounds, in any order of its parts: "Jon Smyth" and "Smith, John" alike. Null for a single word, which is
 * a nickname as often as a name.
 */
export function soundOfName(name: string): string | null {
  // Without a gap it is a handle: dana_brews.
  if (!/[\s,]/.test(name.trim())) return null;
  const words = foldText(name).match(/\p{L}+/gu) ?? [];
  const sounds = words.filter((word) => word.length > 1).map(soundOfWord);
  return sounds.length < 2 ? null : sounds.toSorted().join(' ');
}

function soundOfWord(word: string): string {
  const spoken = word
    .replaceAll('ph', 'f')
    .replaceAll('ck', 'k')
    .replaceAll('sch', 's')
    .replaceAll('th', 't')
    .replace(/[cq]/g, 'k')
    .replaceAll('z', 's')
    .replaceAll('w', 'v');
  const consonants = spoken.slice(1).replace(/[aeiouyhj]/g, '');
  return (vowelOr(spoken.charAt(0)) + consonants).replace(/(.)\1+/g, '$1');
}

function vowelOr(letter: string): string {
  return letter === 'y' ? 'i' : letter;
}

/** Letters and digits of a handle or of a mailbox's name; null where they are too few to tell people apart. */
function stemOf(key: string | null, cut: ':' | '@'): string | null {
  if (key === null) return null;
  const own = cut === ':' ? key.slice(key.indexOf(':') + 1) : key.slice(0, key.indexOf('@'));
  const stem = foldText(own).replace(/[^\p{L}\p{N}]/gu, '');
  return stem.length < LEAST_STEM ? null : stem;
}

/** What two records of one person are likely to share; records that share none are never compared. */
export function matchKeysOf(person: Recognisable): string[] {
  const sound = soundOfName(person.name);
  const company = companyOf(person.emailKey);
  const stems = new Set([stemOf(person.handleKey, ':'), stemOf(person.emailKey, '@')]);
  return [
    ...(sound !== null && company !== null ? [`n:${sound}@${company}`] : []),
    ...(person.phoneKey === null ? [] : [`p:${person.phoneKey}`]),
    ...[...stems].flatMap((stem) => (stem === null ? [] : [`s:${stem}`])),
  ];
}

export type Likeness = { reason: DuplicateReason; details: DuplicateDetails };

/** Why two records may be one person; null where they hardly are. */
export function similarityOf(one: Recognisable, other: Recognisable): Likeness | null {
  const company = companyOf(one.emailKey);
  const sounds = [soundOfName(one.name), soundOfName(other.name)];
  const isNameAlike = sounds[0] !== null && sounds[0] === sounds[1];
  if (isNameAlike && company !== null && company === companyOf(other.emailKey))
    return { reason: 'name_and_company', details: { company } };
  const isNameKnown = sounds[0] !== null && sounds[1] !== null;
  // A number may be that of a practice, which two of its people share.
  if (isNameKnown && !isNameAlike) return null;
  if (one.phoneKey !== null && one.phoneKey === other.phoneKey) return { reason: 'phone', details: {} };
  const [handle, otherHandle] = [stemOf(one.handleKey, ':'), stemOf(other.handleKey, ':')];
  if (handle !== null && handle === otherHandle) return { reason: 'handle', details: {} };
  const [mailbox, otherMailbox] = [stemOf(one.emailKey, '@'), stemOf(other.emailKey, '@')];
  const isInAddress =
    (handle !== null && handle === otherMailbox) || (mailbox !== null && mailbox === otherHandle);
  if (isInAddress) return { reason: 'handle_in_address', details: {} };
  return mailbox !== null && mailbox === otherMailbox && isNameAlike
    ? { reason: 'name_and_mailbox', details: {} }
    : null;
}

const DUPLICATE_REASON_WORDS: Record<DuplicateReason, (details: DuplicateDetails) => string> = {
  name_and_company: ({ company }) => `Names alike, same company (${company})`,
  phone: () => 'Same telephone number',
  handle: () => 'Same handle on two platforms',
  handle_in_address: () => 'The handle of one is in the address of the other',
  name_and_mailbox: () => 'Names alike, same address at another host',
  found_address: () => 'The address that was found for one belongs to the other',
  earlier_note: ({ note = '' }) => note,
};

/** Why two records may be one person, for people. */
export function duplicateNote(reason: DuplicateReason, details: DuplicateDetails): string {
  return DUPLICATE_REASON_WORDS[reason](details);
}
