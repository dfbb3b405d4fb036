import type {
  AuditEntry,
  ConsentRecord,
  ConsentSource,
  ContactChannel,
  LegalGround,
} from '#features/compliance/contract.ts';
import { CONTACT_CHANNEL_LABELS, LEGAL_GROUND_LABELS } from '#features/compliance/rules-consent.ts';

export const CONSENT_SOURCE_LABELS: Record<ConsentSource, string> = {
  form: 'A form',
  email: 'An email',
  message: 'A message',
  phone: 'On the phone',
  in_person: 'In person',
  import: 'A list',
  noted: 'Noted by a colleague',
};

/** "Email: refused": what a line of the ledger says. Who never agreed has withdrawn nothing. */
export function consentWords({
  channel,
  ground,
  source,
}: Pick<ConsentRecord, 'channel' | 'ground' | 'source'>): string {
  const refusal = source === 'import' ? 'refused' : 'withdrawn';
  return `${CONTACT_CHANNEL_LABELS[channel]}: ${ground === null ? refusal : LEGAL_GROUND_LABELS[ground].toLowerCase()}`;
}

/** "A list, “Newsletter”. Record 3 of people.csv, imported on 2026-03-01 by Mia." */
export function proofWords({
  source,
  textVersion,
  proof,
}: Pick<ConsentRecord, 'source' | 'textVersion' | 'proof'>): string {
  return `${CONSENT_SOURCE_LABELS[source]}${textVersion === '' ? '' : `, “${textVersion}”`}. ${proof}`.trim();
}

/**
 * What an entry of the trail is about, by the line of the ledger it names: the trail is never removed, so that what may
 * name the person stands there alone. Null where the line is gone, and for entries of another kind.
 */
export function consentAuditWords(
  { details }: Pick<AuditEntry, 'details'>,
  records: readonly ConsentRecord[],
): string | null {
  const record = records.find(({ id }) => id === details['consentId']);
  return record === undefined ? null : `${consentWords(record)}. ${proofWords(record)}`;
}

/** What somebody was added with, and what is said about what they agreed to. */
type Added = {
  email?: string | null | undefined;
  handle?: string | null | undefined;
  phone?: string | null | undefined;
  legalGround: LegalGround;
  consentChannels?: readonly ContactChannel[] | undefined;
};

/**
 * What somebody who agreed, and of whom no more is said, agreed to: being written to where their address was given. A
 * telephone number says nothing of WhatsApp or SMS, which need a yes of their own.
 */
export function channelsByAddress({
  email,
  handle,
  phone,
}: Pick<Added, 'email' | 'handle' | 'phone'>): ContactChannel[] {
  const isPlain = !handle && !phone;
  return [...(email || isPlain ? ['email' as const] : []), ...(handle ? ['social_dm' as const] : [])];
}

/** The channels for which the ledger says that somebody agreed, as they are added. */
export function channelsAgreedTo(added: Added): readonly ContactChannel[] {
  return added.consentChannels ?? (added.legalGround === 'consent' ? channelsByAddress(added) : []);
}

/** The ground of a lead is that of mail: nobody who agreed to something else alone stands here as agreeing to mail. */
export function groundOfMail({ legalGround, consentChannels }: Added): LegalGround {
  const isMailLeftOut = consentChannels !== undefined && !consentChannels.includes('email');
  return legalGround === 'consent' && isMailLeftOut ? 'legitimate_interest' : legalGround;
}
