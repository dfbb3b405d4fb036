import type { ContactChannel, LegalGround } from '#features/compliance/contract.ts';
import type { Lead } from '../contract.ts';
import { platformLabel, visitorOrigin } from '../rules.ts';

export const LEGAL_GROUND_LABELS: Record<LegalGround, string> = {
  consent: 'Consent',
  legitimate_interest: 'Legitimate interest',
  customer: 'Customer',
  enquiry: 'Asked to be answered',
};

export const CONSENT_CHANNEL_LABELS: Record<ContactChannel, string> = {
  email: 'Email',
  social_dm: 'Social DM',
  whatsapp: 'WhatsApp',
  sms: 'SMS',
};

/** Where a person was found, in words. */
export function foundLine(lead: Pick<Lead, 'platform' | 'behaviorSignal'>): string {
  switch (lead.platform) {
    case 'manual':
      return 'Added by hand';
    case 'import':
      return 'Imported from a file';
    case 'website':
      return visitorOrigin(lead.behaviorSignal);
    case 'practice':
      return 'Practice network: a made-up post';
    case 'professional_db':
    case 'clay_database':
      return `Record in ${platformLabel(lead.platform)}`;
    default:
      return `Public post on ${platformLabel(lead.platform)}`;
  }
}
