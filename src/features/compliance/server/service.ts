import { createHmac } from 'node:crypto';
import type { Queryable } from '#platform/db.ts';
import { findSuppressed, insertSuppression, type NewSuppression } from './store.ts';

/** How somebody is reached; part of the hash, so that a handle and an address never collide. */
export type ContactKind = 'email' | 'handle' | 'phone';

/**
 * Who may not be written to.
 * @param pepper secret of this installation that keys the hashes
 */
export function createCompliance({ pepper }: { pepper: string }) {
  return {
    /** Recognises a contact without keeping it. `key` is the normalised address, handle or number. */
    contactHash: (kind: ContactKind, key: string): string =>
      createHmac('sha256', pepper).update(`${kind}:${key}`).digest('base64url'),

    /** Holds for all channels and campaigns from the moment `tx` commits; true when it is new. */
    suppress: (tx: Queryable, entry: NewSuppression): Promise<boolean> => insertSuppression(tx, entry),

    findSuppressed,
  };
}
export type Compliance = ReturnType<typeof createCompliance>;
