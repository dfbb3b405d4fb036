import { createHmac } from 'node:crypto';

/** How a person is reached; part of the hash, so that a handle and an address never collide. */
export type ContactKind = 'email' | 'handle' | 'phone';

declare module '#platform/context.ts' {
  interface Context {
    /** Secret of this installation that keys the hashes of contacts. */
    readonly contactPepper: string;
  }
}

/** Recognizes a contact without storing it. `key` is the normalized address, handle or number. */
export function hashContact(
  { contactPepper }: { contactPepper: string },
  kind: ContactKind,
  key: string,
): string {
  return createHmac('sha256', contactPepper).update(`${kind}:${key}`).digest('base64url');
}
