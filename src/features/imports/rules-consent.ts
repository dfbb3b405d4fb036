import type { ContactChannel, LegalGround } from '#features/compliance/contract.ts';
import type { ImportRole } from './contract.ts';
import {
  CONSENT_ROLES,
  type ConsentAnswer,
  type ConsentRole,
  hasLeft,
  REFUSAL_ROLES,
  type RefusalRole,
  readAnswer,
  readRefusal,
} from './rules-consent-columns.ts';

/** Consent is for a channel: a column of its own answers for these whatever the general one says. */
const OWN_COLUMN: Partial<Record<ContactChannel, ConsentRole>> = {
  whatsapp: 'consentWhatsapp',
  sms: 'consentSms',
};

/** What a record says: `open` where its cell is empty, null where no column asks; and in which column. */
type Said = { answer: ConsentAnswer | null; column: number | null };
export type ImportedConsent = Readonly<Record<ConsentRole, Said>> & {
  /** By their own word: nobody writes to them, whatever else the record says. */
  readonly hasLeft: boolean;
};

/**
 * What a record answers in the columns that ask, and in which columns nobody can read it. A no is a no wherever it
 * stands, and who left has agreed to nothing.
 */
export function readConsent(
  columns: readonly (ImportRole | null)[],
  cells: readonly string[],
): { consent: ImportedConsent; unclear: number[] } {
  const cellOf = (column: number): string => (cells[column] ?? '').trim();
  const agreements = (role: ConsentRole): Said[] => {
    const column = columns.indexOf(role);
    return column < 0 ? [] : [{ answer: readAnswer(cellOf(column)), column }];
  };
  const refusals = columns.flatMap((role, column): (Said & { role: RefusalRole })[] => {
    if (!isRefusalRole(role)) return [];
    const answer = readRefusal(cellOf(column));
    return answer === 'yes' || answer === 'unclear'
      ? [{ role, column, answer: answer === 'yes' ? 'no' : answer }]
      : [];
  });
  const leaving =
    refusals.find(({ role, answer }) => role === 'unsubscribed' && answer === 'no') ??
    agreements('consent').find(({ column }) => column !== null && hasLeft(cellOf(column)));
  const saidOf = (role: ConsentRole): Said => {
    const said = [...agreements(role), ...refusals.filter((each) => REFUSAL_ROLES[each.role] === role)];
    const strongest = STRONGEST.flatMap((answer) => said.find((each) => each.answer === answer) ?? [])[0];
    const { answer, column } = strongest ?? { answer: null, column: null };
    const isOverruled = leaving && (role === 'consent' || answer === 'yes' || answer === 'unclear');
    return isOverruled ? { answer: 'no', column: leaving.column } : { answer, column };
  };
  const unclear = [...CONSENT_ROLES.flatMap(agreements), ...refusals].filter(
    ({ answer }) => answer === 'unclear',
  );
  return {
    consent: {
      consent: saidOf('consent'),
      consentWhatsapp: saidOf('consentWhatsapp'),
      consentSms: saidOf('consentSms'),
      hasLeft: leaving !== undefined,
    },
    unclear: unclear.flatMap(({ column }) => column ?? []),
  };
}

/** Of several columns about the same: one that says no decides, then one that nobody can read. */
const STRONGEST = ['no', 'unclear', 'yes', 'open'] as const;

function isRefusalRole(role: ImportRole | null): role is RefusalRole {
  return role !== null && Object.hasOwn(REFUSAL_ROLES, role);
}

/** Whether a record plainly says no to anything. */
export function refuses(consent: ImportedConsent): boolean {
  return CONSENT_ROLES.some((role) => consent[role].answer === 'no');
}

/** Whoever said no is written to nowhere that needs no opt-in of its own. */
const REFUSED_CHANNELS: readonly ContactChannel[] = ['email', 'social_dm'];

/** What was chosen for the whole file: why we may write, and what a general yes is a yes to. */
export type ConsentTerms = { legalGround: LegalGround; consentChannels: readonly ContactChannel[] };

/** `column` is where the file says so; null where it was chosen for the whole file. */
type Statement = { channel: ContactChannel; hasAgreed: boolean; column: number | null };

/**
 * What the ledger says of somebody new, channel by channel. A cell that cannot be read, and an empty one in a file of
 * people who agreed, is no agreement.
 */
export function statementsOf(consent: ImportedConsent, terms: ConsentTerms): Statement[] {
  const { consentChannels } = terms;
  const general = generalAnswer(consent, terms);
  const channels =
    general === null
      ? []
      : general
        ? consentChannels
        : [...new Set([...REFUSED_CHANNELS, ...consentChannels])];
  const said = channels.filter((channel) => !hasOwnAnswer(consent, channel));
  return [
    ...said.map((channel) => ({ channel, hasAgreed: general === true, column: consent.consent.column })),
    ...ownAnswers(consent).map(({ answer, ...own }) => ({ ...own, hasAgreed: answer === 'yes' })),
  ];
}

/** Whether somebody agreed, by their record, else by what was chosen for all; null where nobody claims it. */
function generalAnswer({ consent }: ImportedConsent, { legalGround }: ConsentTerms): boolean | null {
  const { answer } = consent;
  if (answer === 'yes') return true;
  if (answer === 'no' || answer === 'unclear') return false;
  return legalGround === 'consent' ? answer === null : null;
}

/**
 * The channels on which the record of somebody who is a lead already takes back what was allowed before: where it
 * plainly says no. A general no does not take back a yes to WhatsApp or SMS that stands by itself.
 * @param groundOn what the ledger says last of a channel; null is a withdrawal, undefined nothing
 */
export function withdrawnIn(
  consent: ImportedConsent,
  { consentChannels }: ConsentTerms,
  groundOn: (channel: ContactChannel) => LegalGround | null | undefined,
): Omit<Statement, 'hasAgreed'>[] {
  const isMeant = (channel: ContactChannel): boolean =>
    REFUSED_CHANNELS.includes(channel) || consentChannels.includes(channel);
  const general =
    consent.consent.answer === 'no'
      ? (['email', 'social_dm', 'whatsapp', 'sms'] as const).filter(
          (channel) => !hasOwnAnswer(consent, channel) && isMeant(channel),
        )
      : [];
  return [
    ...general.map((channel) => ({ channel, column: consent.consent.column })),
    ...ownAnswers(consent).flatMap(({ answer, ...own }) => (answer === 'no' ? [own] : [])),
  ].filter(({ channel }) => groundOn(channel) !== null);
}

function hasOwnAnswer(consent: ImportedConsent, channel: ContactChannel): boolean {
  const role = OWN_COLUMN[channel];
  return role !== undefined && consent[role].answer !== null && consent[role].answer !== 'open';
}

function ownAnswers(
  consent: ImportedConsent,
): { channel: ContactChannel; column: number | null; answer: ConsentAnswer }[] {
  return (['whatsapp', 'sms'] as const).flatMap((channel) => {
    const role = OWN_COLUMN[channel];
    const { answer, column } = role === undefined ? NOTHING : consent[role];
    return answer === null || answer === 'open' ? [] : [{ channel, column, answer }];
  });
}

const NOTHING: Said = { answer: null, column: null };
