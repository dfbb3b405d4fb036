import type { LegalGround } from '#features/compliance/contract.ts';
import { hashContact } from '#features/compliance/server/hash-contact.ts';
import { accountLink, whatsAppLink } from '#features/crm/rules-contact.ts';
import { normalizeEmail } from '#features/leads/rules.ts';
import type { Context } from '#platform/context.ts';
import type { MessengerId } from '#providers/messaging/port.ts';
import type { Channel } from '../../contract.ts';
import type { Carried } from './audience-store.ts';
import type { RecipientLead } from './recipient-store.ts';

/** Where and under which hash a person is reached over a channel. */
export type Contact = { address: string; contactHash: string };

/** How a lead is reached over a channel; undefined when it cannot be. */
export function contactOf(
  ctx: Pick<Context, 'contactPepper'>,
  lead: RecipientLead,
  channel: Channel,
): Contact | undefined {
  switch (channel) {
    case 'email': {
      if (lead.email === null || lead.isBounced || lead.contactStatus === 'verification_failed')
        return undefined;
      const contactHash = lead.contactHash ?? hashContact(ctx, 'email', normalizeEmail(lead.email));
      return { address: lead.email, contactHash };
    }
    case 'social_dm':
      if (lead.handle === null || lead.handleKey === null) return undefined;
      return { address: lead.handle, contactHash: hashContact(ctx, 'handle', lead.handleKey) };
    case 'whatsapp':
      // Without its country a number leads nowhere, for the platform and for a person alike.
      if (lead.phoneKey === null) return undefined;
      return { address: lead.phoneKey, contactHash: hashContact(ctx, 'phone', lead.phoneKey) };
  }
}

/** As a message over this channel has to say where their data is from: whoever is written to on WhatsApp has agreed to that. */
export function personOn<T extends { legalGround: LegalGround }>(lead: T, channel: Channel): T {
  return channel === 'whatsapp' && lead.legalGround !== 'customer'
    ? { ...lead, legalGround: 'consent' as const }
    : lead;
}

/** The platforms whose people are reached by their handle there. */
const MESSENGER_BY_PLATFORM: Partial<Record<string, MessengerId>> = { twitter: 'x', bluesky: 'bluesky' };

/** Whom these carry messages to. */
export function carriedBy(served: readonly MessengerId[]): Carried {
  const platforms = Object.entries(MESSENGER_BY_PLATFORM).flatMap(([platform, id]) =>
    id !== undefined && served.includes(id) ? [platform] : [],
  );
  return { platforms, hasWhatsApp: served.includes('whatsapp') };
}

/** What carries a message to somebody known from this platform, if it is set up; undefined where a person has to send it. */
export function messengerOf(
  channel: Channel,
  platform: string,
  served: readonly MessengerId[],
): MessengerId | undefined {
  const id =
    channel === 'whatsapp'
      ? 'whatsapp'
      : channel === 'social_dm'
        ? MESSENGER_BY_PLATFORM[platform]
        : undefined;
  return id !== undefined && served.includes(id) ? id : undefined;
}

/** The channel that a platform's messages belong to. */
export function channelOf(messenger: MessengerId): Channel {
  return messenger === 'whatsapp' ? 'whatsapp' : 'social_dm';
}

/** Opens the conversation in the platform's own app; null where no such link is known. */
export function deepLink(
  channel: Channel,
  { address, platform, text }: { address: string | null; platform: string | null; text: string },
): string | null {
  if (address === null) return null;
  if (channel === 'whatsapp') return whatsAppLink(address, text);
  if (channel !== 'social_dm' || platform === null) return null;
  return accountLink(platform, address, { subject: '', text });
}
