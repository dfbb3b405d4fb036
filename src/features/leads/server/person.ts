import { hashContact } from '#features/compliance/server/hash-contact.ts';
import type { Context } from '#platform/context.ts';
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
export function identify(ctx: HashContext, platform: Platform, given: Contact) {
  const email = given.email?.trim() || null;
  const named = given.handle?.trim() || null;
  // People who add somebody by hand paste what they have before them.
  const handle = named !== null && platform === 'manual' ? (pageAsHandle(named) ?? named) : named;
  const emailKey = email === null ? null : normalizeEmail(email);
  const handleKey = handle === null ? null : normalizeHandle(platform, handle);
  const typed = given.phone?.trim() || null;
  const { phone, phoneKey } =
    typed === null ? { phone: null, phoneKey: null } : readPhone(typed, given.country ?? null);
  const [contactHash = null] = hashesOf(ctx, { emailKey, handleKey, phoneKey });
  if (platform === 'import' && emailKey === null && handleKey === null && phone !== null) {
    const numberKey = normalizeHandle(platform, phoneKey ?? phone.replaceAll(/\D/g, ''));
    const [numberHash = null] = hashesOf(ctx, { emailKey, handleKey: numberKey, phoneKey: null });
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

type HashContext = Pick<Context, 'contactPepper'>;

/** The hashes by which somebody is put on a list to be recognised after the contact itself is gone; the address first. */
export function hashesOf(ctx: HashContext, { emailKey, handleKey, phoneKey }: ContactKeys): string[] {
  return [
    ...(emailKey === null ? [] : [hashContact(ctx, 'email', emailKey)]),
    ...(handleKey === null ? [] : [hashContact(ctx, 'handle', handleKey)]),
    ...(phoneKey === null ? [] : [hashContact(ctx, 'phone', phoneKey)]),
  ];
}

/** The hashes to look somebody up by: on the list they may stand by the page of their account, or as found on it. */
export function lookupHashesOf(ctx: HashContext, { handleKey, ...keys }: ContactKeys): string[] {
  const accounts = handleKey === null ? [] : keysOfAccount(handleKey);
  return [
    ...hashesOf(ctx, { ...keys, handleKey: null }),
    ...accounts.map((key) => hashContact(ctx, 'handle', key)),
  ];
}
