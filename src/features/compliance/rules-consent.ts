import type { ConsentObstacle, ContactChannel, LegalGround } from './contract.ts';

export const LEGAL_GROUND_LABELS: Record<LegalGround, string> = {
  consent: 'Consent',
  legitimate_interest: 'Legitimate interest',
  customer: 'Customer',
  enquiry: 'Asked to be answered',
};

export const CONTACT_CHANNEL_LABELS: Record<ContactChannel, string> = {
  email: 'Email',
  social_dm: 'Social DM',
  whatsapp: 'WhatsApp',
  sms: 'SMS',
};

/** EU and EEA, ISO 3166. */
export const EU_COUNTRIES =
  'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE IS LI NO'.split(' ');

/**
 * Channels on which nobody is written to without having agreed, wherever they live (WhatsApp Business Messaging
 * Policy; TCPA, 47 CFR 64.1200; PECR reg. 22).
 */
export const OPT_IN_CHANNELS: readonly ContactChannel[] = ['whatsapp', 'sms'];

/**
 * Grounds that carry marketing by mail or direct message to people in the EU and the UK: consent, or the soft opt-in
 * of customers (Directive 2002/58/EC Art. 13, PECR reg. 22). In the US any ground does, until somebody objects
 * (CAN-SPAM).
 */
export const STRICT_GROUNDS: readonly LegalGround[] = ['consent', 'customer'];

export const CONSENT_OBSTACLE_LABELS: Record<ConsentObstacle, string> = {
  withdrawn: 'This person withdrew their consent for this channel.',
  expired: 'The consent for this channel has expired. Ask again before you write.',
  enquiry:
    'This person left their address to be answered, and nothing else is sent to it. Marketing needs their consent.',
  opt_in: 'WhatsApp and SMS need an opt-in from this person first.',
  eu: 'The person lives in the EU, where marketing needs their consent or an earlier purchase.',
  uk: 'The person lives in the UK, where marketing needs their consent or an earlier purchase.',
  unknown_region:
    'It is not known that US rules hold for this person, so the strictest of your regions do: marketing needs consent or an earlier purchase.',
};
