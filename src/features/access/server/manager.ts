import { AppError } from '#kit/errors.ts';
import type { Transaction } from '#platform/db.ts';
import { findRoleOfSession, lockPeople } from './store.ts';

/** Behind a change of people or invitations: an admin's session, or the operator on the server itself. */
export type Manager = { kind: 'admin'; id: string; sessionHash: string } | { kind: 'operator'; id: null };

export const OPERATOR: Manager = { kind: 'operator', id: null };

/**
 * Locks people, then asks again whether the manager may act. A role, a session or an account that ended while the call
 * waited ends the call too. Throws `unauthenticated` or `forbidden`.
 */
export async function lockPeopleFor(tx: Transaction, manager: Manager): Promise<void> {
  await lockPeople(tx);
  if (manager.kind === 'operator') return;
  const role = await findRoleOfSession(tx, { userId: manager.id, token: manager.sessionHash });
  if (!role) throw new AppError('unauthenticated', 'Unauthorized: sign in to go on.');
  if (role !== 'admin') throw new AppError('forbidden', 'Only an admin can do this.');
}
