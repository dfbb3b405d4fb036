import { describe, expect, it } from 'vitest';
import { channelsAgreedTo, channelsByAddress, groundOfMail } from './rules-consent.ts';

describe('what somebody who was added by hand agreed to', () => {
  it('is being written to where their address was given, never by telephone', () => {
    expect(channelsByAddress({ email: 'a@b.test' })).toEqual(['email']);
    expect(channelsByAddress({ handle: 'dana' })).toEqual(['social_dm']);
    expect(channelsByAddress({ email: 'a@b.test', handle: 'dana', phone: '+12025550101' })).toEqual([
      'email',
      'social_dm',
    ]);
    expect(channelsByAddress({ phone: '+12025550101' })).toEqual([]);
    expect(channelsByAddress({})).toEqual(['email']);
  });

  it('is what was said of them, where something was said', () => {
    const added = { email: 'a@b.test', legalGround: 'consent' as const };
    expect(channelsAgreedTo({ ...added, consentChannels: ['whatsapp'] })).toEqual(['whatsapp']);
    expect(channelsAgreedTo({ ...added, legalGround: 'customer' })).toEqual([]);
    expect(groundOfMail({ ...added, consentChannels: ['whatsapp'] })).toBe('legitimate_interest');
    expect(groundOfMail({ ...added, consentChannels: ['email', 'sms'] })).toBe('consent');
    expect(groundOfMail({ handle: 'dana', legalGround: 'consent' })).toBe('consent');
  });
});
