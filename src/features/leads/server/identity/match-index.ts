import { AppError } from '#kit/errors.ts';
import type { Context } from '#platform/context.ts';
import type { Transaction } from '#platform/db.ts';
import { keysOfAccount } from '../../rules-accounts.ts';
import { type Contact, type ContactKeys, lookupHashesOf } from '../person.ts';
import { isErased } from './dismissal-store.ts';
import { type Identity, type KnownLead, listKnown } from './match-index-store.ts';

type Sought = {
  contact: ContactKeys;
  /** As it was typed: the refusal names it. */
  given: Contact;
  /** The lead that is changed: only what is new of it is looked for. */
  before?: ContactKeys & { id: string };
};

/** Refuses who is a lead already. */
export async function assertUnknown(
  ctx: Pick<Context, 'contactPepper'>,
  tx: Transaction,
  { contact, given, before }: Sought,
): Promise<void> {
  const keys = { ...newKeys(contact, before), phoneKey: null };
  const [known = []] = await listKnown(tx, [{ ...keys, hashes: lookupHashesOf(ctx, keys) }]);
  const same = known.find(({ id }) => id !== before?.id);
  if (same) throw alreadyLead(same, keys, given);
}

/** Refuses by what of a person is new who asked to be erased. */
export async function assertNotErased(
  ctx: Pick<Context, 'contactPepper'>,
  tx: Transaction,
  { contact, before }: Pick<Sought, 'contact' | 'before'>,
): Promise<void> {
  if (!(await isErased(tx, lookupHashesOf(ctx, newKeys(contact, before))))) return;
  throw new AppError('refused', 'This person asked to be erased and cannot be added again.', {
    reason: 'erased',
  });
}

/** What of these is not how the lead was known before. */
function newKeys(contact: ContactKeys, before: ContactKeys | undefined): ContactKeys {
  return {
    emailKey: contact.emailKey === before?.emailKey ? null : contact.emailKey,
    handleKey: contact.handleKey === before?.handleKey ? null : contact.handleKey,
    phoneKey: contact.phoneKey === before?.phoneKey ? null : contact.phoneKey,
  };
}

export function alreadyLead(
  same: Identity & Pick<KnownLead, 'groupName'>,
  keys: Identity,
  given: Contact,
): AppError {
  const isByAccount =
    keys.handleKey !== null &&
    same.handleKey !== null &&
    keysOfAccount(keys.handleKey).includes(same.handleKey);
  const isByEmail = keys.emailKey !== null && (same.emailKey === keys.emailKey || !isByAccount);
  const isByNumber = !isByEmail && !given.handle && Boolean(given.phone);
  const field = isByEmail ? 'email' : isByNumber ? 'phone' : 'handle';
  const who = given[field] ?? 'This person';
  const message =
    same.groupName === null ? `${who} is already a lead.` : `${who} is already in ${same.groupName}.`;
  return new AppError('conflict', message, {
    reason: 'lead_exists',
    fields: { [field]: message },
  });
}
