import type { Compliance } from '#features/compliance/server/service.ts';
import { readPhone } from '#platform/phone-number.ts';
import type { Platform } from '../contract.ts';
import { normalizeEmail, normalizeHandle } from '../rules.ts';
import { keysOfAccount, pageAsHandle } from '../rules-accounts.ts';

export type Contact = {
  email?: string | null | undefined;
  handle?: string | null | undefined;
  phone?: string | null | undefined;
  /** Where a telephone number without a country code is from. */
  country?: string | null | undefined;
};

export type ContactKeys = { emailKey: string | null; handleKey: string | null; phoneKey: string | null };

/**
 * How a person is recognised: the keys that must be unique and the hash that the suppression list knows. Who was
 * imported with nothing but a number is known by it, as somebody else is by an account: a second import finds them.
 */
export function identify(compliance: Compliance, platform: Platform, given: Contact) {
  const email = given.email?.trim() || null;
  const named = given.handle?.trim() || null;
  // People who add somebody by hand paste what they have before them.
  const handle = named !== null && platform === 'manual' ? (pageAsHandle(named) ?? named) : named;
  const emailKey = email === null ? null : normalizeEmail(email);
  const handleKey = handle === null ? null : normalizeHandle(platform, handle);
  const typed = given.phone?.trim() || null;
  const { phone, phoneKey } =
    typed === null ? { phone: null, phoneKey: null } : readPhone(typed, given.country ?? null);
  const [contactHash = null] = hashesOf(compliance, { emailKey, handleKey, phoneKey });
  if (platform === 'import' && emailKey === null && handleKey === null && phone !== null) {
    const numberKey = normalizeHandle(platform, phoneKey ?? phone.replaceAll(/\D/g, ''));
    const [numberHash = null] = hashesOf(compliance, { emailKey, handleKey: numberKey, phoneKey: null });
    return {
      email,
      emailKey,
      handle: null,
      handleKey: numberKey,
      phone,
      phoneKey,
      contactHash: contactHash ?? numberHash,
    };
  }
  return {
    email,
    emailKey,
    handle: handleKey === null ? null : handle,
    handleKey,
    phone,
    phoneKey,
    contactHash,
  };
}

/** The hashes by which somebody is put on a list to be recognised after the contact itself is gone; the address first. */
export function hashesOf(compliance: Compliance, { emailKey, handleKey, phoneKey }: ContactKeys): string[] {
  return [
    ...(emailKey === null ? [] : [compliance.contactHash('email', emailKey)]),
    ...(handleKey === null ? [] : [compliance.contactHash('handle', handleKey)]),
    ...(phoneKey === null ? [] : [compliance.contactHash('phone', phoneKey)]),
  ];
}

/** The hashes to look somebody up by: on the list they may stand by the page of their account, or as found on it. */
export function lookupHashesOf(compliance: Compliance, { handleKey, ...keys }: ContactKeys): string[] {
  const accounts = handleKey === null ? [] : keysOfAccount(handleKey);
  return [
    ...hashesOf(compliance, { ...keys, handleKey: null }),
    ...accounts.map((key) => compliance.contactHash('handle', key)),
  ];
}
