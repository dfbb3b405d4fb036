import { foldToWords } from '#kit/text.ts';
import type { ImportRole } from './contract.ts';

/** Columns that say whether somebody agreed: to what the whole file is about, or to one way of being written to. */
export const CONSENT_ROLES = [
  'consent',
  'consentWhatsapp',
  'consentSms',
] as const satisfies readonly ImportRole[];
export type ConsentRole = (typeof CONSENT_ROLES)[number];

/** Columns in which a yes is a no: what it takes back. */
export const REFUSAL_ROLES = {
  unsubscribed: 'consent',
  refusal: 'consent',
  refusalWhatsapp: 'consentWhatsapp',
  refusalSms: 'consentSms',
} as const satisfies Partial<Record<ImportRole, ConsentRole>>;
export type RefusalRole = keyof typeof REFUSAL_ROLES;

export type ConsentAnswer = 'yes' | 'no' | 'unclear' | 'open';

/** Headings of all lengths ask for it: "Einwilligung Newsletter (ja/nein)". */
const ASKS_CONSENT =
  /\b(?:consent|consents|opt in|opted in|optin|consentement|consentimiento|consenso|toestemming)\b|einwilligung|einverstand|zustimmung/;
/** When and how somebody agreed is no answer. */
const NO_ANSWER =
  /\b(?:date|datum|am|at|on|time|source|quelle|wording|wortlaut|text|ip|version|proof|nachweis)\b/;
const NAMES_MAIL = /\b(?:e ?mail|e ?mails|mail|mails|newsletter)\b/;
/** Ways that we do not write over, so that agreeing to them opens nothing. */
const NAMES_OTHERS = /\b(?:phone|telefon|call|calls|post)\b/;

/** As shops and mail programs head the same, and much else: "Newsletter", "Accepts SMS Marketing". */
const MAY_ASK_CONSENT =
  /\b(?:newsletter|newsletters|mailing list|subscribed|abonniert|abonne|(?:accepts?|agrees?|wants?|allows?) .{0,80}(?:marketing|e ?mails?|sms|whatsapp))\b|^(?:e ?mail )?marketing(?: e ?mails?)?$/;
const COUNTS = /\b(?:sent|received|opened|clicked|count|number|total|anzahl|last|letzter|name)\b/;

/** A yes below these says that somebody left, was never asked or cannot be written to. German makes them part of words. */
const SPEAKS_OF_LEAVING = new RegExp(
  [
    String.raw`\b(?:unsub\w*|un ?subscri\w*|opt(?:ed|s|ing)? ?outs?|withdr[ae]w\w*|revo[ck]\w*|declin\w*|refus\w*|reject\w*)\b`,
    String.raw`\b(?:den(?:y|ies|ied|ial)|object\w*|block\w*|bounc\w*|suppress\w*|remov\w*|cancel\w*|complain\w*|expir\w*|left)\b`,
    String.raw`\b(?:no|non|not|none|never|without|don ?t|stop|stopped|nicht|nie|ohne|kein\w*)\b`,
    '(?:ab|aus)(?:ge)?(?:meld|bestell|lehn|trag)|widerruf(?!bar|lich)|widerspr[uo]ch|gesperrt|sperrliste|verweiger|gekundigt',
    String.raw`\b(?:des(?:abonn|inscri)\w*|retir\w*|sans|pas|baja|rechaz\w*|sin|disiscri\w*|rifiut\w*|senza)\b`,
    String.raw`\b(?:afgemeld|uitgeschreven|geweigerd|ingetrokken|geen|niet|zonder)\b`,
  ].join('|'),
);
/** What may stand below: "Consent (yes/no)", "Opt-in / Opt-out". */
const BOTH_ANSWERS =
  /\b(?:yes|y|ja|j|oui|si|true|given|granted|erteilt|opt(?:ed)? in|subscribed) (?:or |oder |ou |o )?(?:no|n|nein|nee|non|false|not given|withdrawn|declined|denied|widerrufen|verweigert|abgelehnt|(?:opt(?:ed)? )?out|unsubscribed)\b/g;

function speaksOfLeaving(heading: string): boolean {
  return SPEAKS_OF_LEAVING.test(heading.replace(BOTH_ANSWERS, ''));
}

/** What a heading plainly asks, folded to words. */
export function askedConsent(heading: string): ConsentRole | null {
  if (NO_ANSWER.test(heading) || speaksOfLeaving(heading)) return null;
  return ASKS_CONSENT.test(heading) ? channelRole(heading) : null;
}

/**
 * What a heading asks that could mean something else: one plain answer below it decides. Whoever answers oddly beside
 * others who say yes or no has agreed to nothing; figures count something.
 */
export function maybeConsent(heading: string, cells: readonly string[]): ConsentRole | null {
  if (NO_ANSWER.test(heading) || speaksOfLeaving(heading)) return null;
  if (!MAY_ASK_CONSENT.test(heading) || COUNTS.test(heading)) return null;
  const answers = cells.map(readAnswer);
  const isCount = cells.some(
    (cell, index) => answers[index] === 'unclear' && /^[\d.,]+$/.test(cell.slice(0, LONGEST_ANSWER).trim()),
  );
  return !isCount && answers.some((answer) => answer === 'yes' || answer === 'no')
    ? channelRole(heading)
    : null;
}

/**
 * What a column that nobody reads may say no to: its heading speaks of agreeing to be written to, or of leaving, or a
 * cell below a status does. Null for all others.
 */
export function refusedRole(heading: string, saysWhoLeft = false): ConsentRole | RefusalRole | null {
  if (isStatus(heading)) return saysWhoLeft || IS_OF_SUBSCRIBING.test(heading) ? 'unsubscribed' : null;
  const role = channelRole(heading);
  if (COUNTS.test(heading) || role === null) return null;
  const words = heading.replace(BOTH_ANSWERS, '');
  if (NAMES_LEAVING.test(words)) return TELLS_OF_LEAVING.test(words) ? null : REFUSAL_OF[role](true);
  if (NO_ANSWER.test(heading) || !(ASKS_CONSENT.test(heading) || MAY_ASK_CONSENT.test(heading))) return null;
  return speaksOfLeaving(words) ? REFUSAL_OF[role](false) : role;
}

/** They left by their own word, or nobody is to write to them: the strongest of what a column says. */
const NAMES_LEAVING = new RegExp(
  [
    String.raw`\b(?:unsub(?:s|bed|scri\w*)?|un subscri\w*|opt(?:ed|s|ing)? ?outs?|do ?not (?:contact|e ?mail|mail|market))\b`,
    String.raw`\b\w*(?:(?:ab|aus)ge(?:meld|bestell|trag)\w*|abmeld\w*|abbestell\w*|werbesperre|kontaktsperre)\b`,
    String.raw`\b(?:des(?:abonn|inscri)\w*|disiscri\w*|uitgeschreven|afgemeld)\b`,
  ].join('|'),
);
const NEGATES =
  /\b(?:no|non|not|none|never|without|don ?t|nicht|nie|ohne|kein\w*|sans|pas|sin|senza|geen|niet|zonder)\b/;
const WANTS_NO_CONTACT = /\bdo ?not (?:contact|e ?mail|mail|market)\b/;
/** How, why and by what somebody left is no answer; when they did is one. */
const TELLS_OF_LEAVING =
  /\b(?:source|quelle|wording|wortlaut|text|ip|version|proof|nachweis|reasons?|link|url|page|by|via|campaign|title|token)\b|grund\b/;

/** Of what, the cells say: "Status" stands above "subscribed" and "unsubscribed", and above "customer". */
const NAMES_STATUS =
  /^(?:(?:e ?mail|newsletter|subscriber|subscription|marketing|contact|abo|kontakt) ?)?status$/;
const IS_OF_SUBSCRIBING = /^(?:newsletter|subscriber|subscription|marketing|abo)/;

export function isStatus(heading: string): boolean {
  return NAMES_STATUS.test(heading);
}

/**
 * What a yes below this heading takes back. Below it stand yes and no, or the day on which somebody left; a column that
 * is empty at the top of the file may say so further down.
 */
export function maybeRefusal(heading: string, cells: readonly string[]): RefusalRole | null {
  // Of a list that is sorted by it, only those who stayed may stand at the top.
  if (isStatus(heading)) return cells.some(isOfSubscribing) ? 'unsubscribed' : null;
  const words = heading.replace(BOTH_ANSWERS, '').trim();
  if (TELLS_OF_LEAVING.test(words) || COUNTS.test(words)) return null;
  const isPlain = NAMES_LEAVING.test(words);
  const isAboutConsent = ASKS_CONSENT.test(words) || MAY_ASK_CONSENT.test(words);
  if (!isPlain && !(speaksOfLeaving(words) && isAboutConsent)) return null;
  // "Consent not withdrawn": nobody knows what a yes means.
  const rest = words.replace(WANTS_NO_CONTACT, '').replace(new RegExp(NEGATES, 'g'), '');
  if (NEGATES.test(words.replace(WANTS_NO_CONTACT, '')) && speaksOfLeaving(rest)) return null;
  const role = channelRole(words);
  if (role === null || !cells.every((cell) => readRefusal(cell) !== 'unclear')) return null;
  return REFUSAL_OF[role](isPlain);
}

/** Whoever plainly left mail has left altogether. */
const REFUSAL_OF: Record<ConsentRole, (isPlain: boolean) => RefusalRole> = {
  consent: (isPlain) => (isPlain ? 'unsubscribed' : 'refusal'),
  consentWhatsapp: () => 'refusalWhatsapp',
  consentSms: () => 'refusalSms',
};

function channelRole(heading: string): ConsentRole | null {
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
/** Said of who agreed once and left, whatever column it stands in. */
const LEFT = new Set(
  'unsubscribed,opt out,opted out,optout,abgemeldet,abbestellt,ausgetragen,desabonne,desinscrit,uitgeschreven'.split(
    ',',
  ),
);
const REFUSED = new Set([...LEFT, ...'denied,declined,refused,withdrawn,widerrufen'.split(',')]);
const NO = new Set([
  ...REFUSED,
  ...'nein,n,no,false,falsch,0,non,nee,nao,none,not given,not subscribed,nicht erteilt,never subscribed'.split(
    ',',
  ),
]);
const SUBSCRIBED = new Set('subscribed,opt in,opted in,optin,angemeldet'.split(','));
const STAYED = new Set([...SUBSCRIBED, 'active', 'aktiv']);
/** As databases write no day at all. */
const NO_DAY = /^0000-00-00/;
const DAY = /^(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[./]\d{1,2}[./]\d{2,4})(?:\D|$)/;

/** A longer cell is no answer. */
const LONGEST_ANSWER = 200;

/** Whether somebody said in this cell that they left. */
export function hasLeft(cell: string): boolean {
  return cell.length <= LONGEST_ANSWER && LEFT.has(foldToWords(cell));
}

/** Whether a status is one of being subscribed or not: "active" may be a customer. */
function isOfSubscribing(cell: string): boolean {
  return hasLeft(cell) || (cell.length <= LONGEST_ANSWER && SUBSCRIBED.has(foldToWords(cell)));
}

/** Whether somebody left or refused, by a column in which a yes says so. */
export function readRefusal(given: string): ConsentAnswer {
  const cell = given.trim();
  if (cell.length > LONGEST_ANSWER) return 'unclear';
  const key = foldToWords(cell);
  if (REFUSED.has(key)) return 'yes';
  if (STAYED.has(key) || NO_DAY.test(cell)) return 'no';
  return DAY.test(cell) ? 'yes' : readAnswer(cell);
}

export function readAnswer(cell: string): ConsentAnswer {
  if (cell === '') return 'open';
  if (cell.length > LONGEST_ANSWER) return 'unclear';
  if (/^[✓✔☑✅]\uFE0F?$/u.test(cell)) return 'yes';
  if (/^[-–—✗✘☐❌]\uFE0F?$/u.test(cell)) return 'no';
  const key = foldToWords(cell);
  return YES.has(key) ? 'yes' : NO.has(key) ? 'no' : 'unclear';
}
