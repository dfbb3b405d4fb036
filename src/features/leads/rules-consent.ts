import type { ContactChannel, LegalGround } from '#features/compliance/contract.ts';

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
