import { foldToWords } from '#kit/text.ts';
import { IMPORT_ROLES, type ImportRole } from './contract-import.ts';
import { readPlatform } from './rules-accounts.ts';
import { askedConsent, maybeConsent, maybeRefusal, refusedRole } from './rules-import-consent-columns.ts';

export type Columns = readonly (ImportRole | null)[];

/** A heading is a few words; what is longer is cut before any pattern reads it. */
const LONGEST_HEADING = 200;

/** A heading as patterns and lists read it: folded to words, at most 200 characters of it. */
export function headingKey(heading: string): string {
  return foldToWords(heading.slice(0, LONGEST_HEADING));
}

/** Headings by role, folded; of two that fit, the longer wins. Languages are those of our customers' exports. */
const HEADINGS: Record<ImportRole, readonly string[]> = {
  email: [
    'email',
    'e mail',
    'mail',
    'email address',
    'e mail address',
    'mail address',
    'email 1',
    'work email',
    'personal email',
    'primary email',
    'email adresse',
    'e mail adresse',
    'adresse email',
    'adresse e mail',
    'courriel',
    'correo',
    'correo electronico',
    'indirizzo email',
  ],
  name: [
    'name',
    'full name',
    'fullname',
    'contact',
    'contact name',
    'customer',
    'customer name',
    'display name',
    'nom complet',
    'nombre completo',
    'vollstandiger name',
    'kunde',
  ],
  firstName: [
    'first name',
    'firstname',
    'given name',
    'forename',
    'vorname',
    'prenom',
    'nombre',
    'nome',
    'voornaam',
  ],
  lastName: [
    'last name',
    'lastname',
    'surname',
    'family name',
    'nachname',
    'familienname',
    'nom',
    'nom de famille',
    'apellido',
    'apellidos',
    'cognome',
    'achternaam',
  ],
  profileUrl: [
    'profile url',
    'profile',
    'profile link',
    'public profile url',
    'linkedin',
    'linkedin url',
    'linkedin profile',
    'linkedin profile url',
    'person linkedin url',
    'profil url',
    'profil',
  ],
  handle: ['handle', 'username', 'user name', 'screen name', 'twitter', 'instagram', 'benutzername'],
  platform: [
    'platform',
    'network',
    'social network',
    'social media platform',
    'social platform',
    'plattform',
    'netzwerk',
    'plateforme',
    'reseau social',
    'plataforma',
    'red social',
    'piattaforma',
  ],
  phone: [
    'phone',
    'phone number',
    'telephone',
    'telephone number',
    'tel',
    'mobile',
    'mobile phone',
    'mobile number',
    'cell',
    'cell phone',
    'whatsapp',
    'whatsapp number',
    'telefon',
    'telefonnummer',
    'handy',
    'handynummer',
    'mobil',
    'portable',
    'telefono',
    'movil',
    'cellulare',
    'telefoon',
    'mobiel',
  ],
  country: ['country', 'country code', 'land', 'pays', 'pais', 'paese'],
  signal: ['signal', 'interest', 'interests', 'message', 'last message', 'post', 'request', 'nachricht'],
  // What colleagues remark about somebody comes in only where a person says so.
  note: [],
  consent: ['consent'],
  consentWhatsapp: [],
  consentSms: [],
  unsubscribed: [],
  refusal: [],
  refusalWhatsapp: [],
  refusalSms: [],
};
const ROLE_OF_HEADING = new Map(
  IMPORT_ROLES.flatMap((role) => HEADINGS[role].map((heading) => [heading, role] as const)),
);

/** Roles that several columns can have: addresses are tried from left to right, and one column that says no is enough. */
const SEVERAL: ReadonlySet<ImportRole> = new Set<ImportRole>([
  'email',
  'unsubscribed',
  'refusal',
  'refusalWhatsapp',
  'refusalSms',
]);

/** Where somebody was met, or on which platform: what stands below these headings decides. */
const MAYBE_PLATFORM = new Set(['source', 'channel', 'quelle', 'kanal', 'fuente', 'canal', 'fonte', 'bron']);

/** What each column most likely holds, by its heading and, where that says too little, by the first records. */
export function proposeColumns(
  header: readonly string[],
  records: readonly (readonly string[])[] = [],
): (ImportRole | null)[] {
  const taken = new Set<ImportRole>();
  const keys = header.map(headingKey);
  const asked = keys.map(askedConsent);
  const cellsOf = (index: number): string[] => records.map((cells) => cells[index] ?? '');
  /** A "Newsletter" does not take the place of the column that plainly asks, wherever it stands. */
  const maybeAsked = (key: string, index: number): ImportRole | null => {
    const role = maybeConsent(key, cellsOf(index));
    return role === null || asked.includes(role) ? null : role;
  };
  return keys.map((key, index) => {
    const holdsPlatforms = () => records.some((cells) => readPlatform(cells[index] ?? '') !== null);
    const role =
      ROLE_OF_HEADING.get(key) ??
      asked[index] ??
      maybeRefusal(key, cellsOf(index)) ??
      maybeAsked(key, index) ??
      (MAYBE_PLATFORM.has(key) && holdsPlatforms() ? 'platform' : null);
    if (role === null || (taken.has(role) && !SEVERAL.has(role))) return null;
    taken.add(role);
    return role;
  });
}

/** The roles that were chosen, those left out that an earlier column has: only one is read. */
export function withoutSecond(columns: Columns): (ImportRole | null)[] {
  return columns.map((role, index) =>
    role !== null && !SEVERAL.has(role) && columns.indexOf(role) < index ? null : role,
  );
}

/** One column becomes something else; what only one can be is taken from the column that was it. */
export function withRole(columns: Columns, index: number, role: ImportRole | null): (ImportRole | null)[] {
  const isSingle = role !== null && !SEVERAL.has(role);
  return columns.map((known, each) => (each === index ? role : isSingle && known === role ? null : known));
}

/** A column that may hold a no which nobody reads, what it would be, and which column is that already. */
export type UnreadConsent = { index: number; heading: string; role: ImportRole; readIn: string | null };

/** `sayWhoLeft` are headings of columns below which a cell says so. */
export function listUnreadConsents(
  header: readonly string[],
  columns: Columns,
  sayWhoLeft: readonly string[] = [],
): UnreadConsent[] {
  return header.flatMap((heading, index) => {
    const role = columns[index] ? null : refusedRole(headingKey(heading), sayWhoLeft.includes(heading));
    if (role === null) return [];
    const at = SEVERAL.has(role) ? -1 : columns.indexOf(role);
    return [{ index, heading, role, readIn: at < 0 ? null : (header[at] ?? null) }];
  });
}
