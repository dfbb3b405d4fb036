import type { ContactChannel, LegalGround } from '#features/compliance/contract.ts';
import { foldToWords } from '#kit/text.ts';
import type { ImportRole } from './contract-import.ts';

/** Columns that say whether somebody agreed: to what the whole file is about, or to one way of being written to. */
const CONSENT_ROLES = ['consent', 'consentWhatsapp', 'consentSms'] as const satisfies readonly ImportRole[];
type ConsentRole = (typeof CONSENT_ROLES)[number];

/** Consent is for a channel: a column of its own answers for these whatever the general one says. */
const OWN_COLUMN: Partial<Record<ContactChannel, ConsentRole>> = {
  whatsapp: 'consentWhatsapp',
  sms: 'consentSms',
};

type ConsentAnswer = 'yes' | 'no' | 'unclear' | 'open';
/** What a record says by column; `open` where its cell is empty, null where no column asks. */
export type ImportedConsent = Readonly<Record<ConsentRole, ConsentAnswer | null>>;

/** Headings of all lengths ask for it: "Einwilligung Newsletter (ja/nein)". */
const ASKS_CONSENT =
  /\b(?:consent|consents|opt in|opted in|optin|consentement|consentimiento|consenso|toestemming)\b|einwilligung|einverstand|zustimmung/;
/** When and how somebody agreed is no answer. */
const NO_ANSWER =
  /\b(?:date|datum|am|at|on|time|source|quelle|wording|wortlaut|text|ip|version|proof|nachweis)\b/;
const NAMES_MAIL = /\b(?:e ?mail|e ?mails|mail|mails|newsletter)\b/;
/** Ways that we do not write over, so that agreeing to them opens nothing. */
const NAMES_OTHERS = /\b(?:phone|telefon|call|calls|post)\b/;

/** What a heading asks, folded to words. */
export function consentRole(heading: string): ConsentRole | null {
  if (!ASKS_CONSENT.test(heading) || NO_ANSWER.test(heading)) return null;
  if (NAMES_MAIL.test(heading)) return 'consent';
  if (/\bwhatsapp\b/.test(heading)) return 'consentWhatsapp';
  if (/\bsms\b/.test(heading)) return 'consentSms';
  return NAMES_OTHERS.test(heading) ? null : 'consent';
}

const YES = new Set(
  'ja,j,yes,y,true,wahr,1,x,oui,si,sim,ok,opt in,opted in,optin,granted,given,erteilt,subscribed,agreed'.split(
    ',',
  ),
);
const NO = new Set(
  'nein,n,no,false,falsch,0,non,nee,nao,opt out,opted out,optout,denied,declined,refused,withdrawn,widerrufen,unsubscribed,none,not given,not subscribed,nicht erteilt'.split(
    ',',
  ),
);

function readAnswer(cell: string): ConsentAnswer {
  if (cell === '') return 'open';
  if (/^[✓✔☑✅]\uFE0F?$/u.test(cell)) return 'yes';
  if (/^[-–—✗✘☐❌]\uFE0F?$/u.test(cell)) return 'no';
  const key = foldToWords(cell);
  return YES.has(key) ? 'yes' : NO.has(key) ? 'no' : 'unclear';
}

/** What a record answers in the columns that ask, and which of these answers nobody can read. */
export function readConsent(
  columns: readonly (ImportRole | null)[],
  valueOf: (role: ConsentRole) => string,
): { consent: ImportedConsent; unclear: ConsentRole[] } {
  const answerOf = (role: ConsentRole): ConsentAnswer | null =>
    columns.includes(role) ? readAnswer(valueOf(role)) : null;
  const consent = {
    consent: answerOf('consent'),
    consentWhatsapp: answerOf('consentWhatsapp'),
    consentSms: answerOf('consentSms'),
  };
  return { consent, unclear: CONSENT_ROLES.filter((role) => consent[role] === 'unclear') };
}

/** Whoever said no is written to nowhere that needs no opt-in of its own. */
const REFUSED_CHANNELS: readonly ContactChannel[] = ['email', 'social_dm'];

/** What was chosen for the whole file: why we may write, and what a general yes is a yes to. */
export type ConsentTerms = { legalGround: LegalGround; consentChannels: readonly ContactChannel[] };

type Statement = { channel: ContactChannel; hasAgreed: boolean; role: ConsentRole };

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
    ...said.map((channel) => ({ channel, hasAgreed: general === true, role: 'consent' as const })),
    ...ownAnswers(consent).map(({ answer, ...own }) => ({ ...own, hasAgreed: answer === 'yes' })),
  ];
}

/** Whether somebody agreed, by their record, else by what was chosen for all; null where nobody claims it. */
function generalAnswer({ consent }: ImportedConsent, { legalGround }: ConsentTerms): boolean | null {
  if (consent === 'yes') return true;
  if (consent === 'no' || consent === 'unclear') return false;
  return legalGround === 'consent' ? consent === null : null;
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
    consent.consent === 'no'
      ? (['email', 'social_dm', 'whatsapp', 'sms'] as const).filter(
          (channel) => !hasOwnAnswer(consent, channel) && isMeant(channel),
        )
      : [];
  return [
    ...general.map((channel) => ({ channel, role: 'consent' as const })),
    ...ownAnswers(consent).flatMap(({ answer, ...own }) => (answer === 'no' ? [own] : [])),
  ].filter(({ channel }) => groundOn(channel) !== null);
}

function hasOwnAnswer(consent: ImportedConsent, channel: ContactChannel): boolean {
  const role = OWN_COLUMN[channel];
  return role !== undefined && consent[role] !== null && consent[role] !== 'open';
}

function ownAnswers(
  consent: ImportedConsent,
): { channel: ContactChannel; role: ConsentRole; answer: ConsentAnswer }[] {
  return (['whatsapp', 'sms'] as const).flatMap((channel) => {
    const role = OWN_COLUMN[channel];
    const answer = role === undefined ? null : consent[role];
    return role === undefined || answer === null || answer === 'open' ? [] : [{ channel, role, answer }];
  });
}
