import { createHash, createHmac } from 'node:crypto';
import type { Database, Queryable } from '#platform/db.ts';
import { isSameSecret } from '#platform/secrets.ts';
import {
  deleteDeliveries,
  deleteDeliveriesNaming,
  deleteOldDeliveries,
  insertDelivery,
  listDeliveries,
  listDeliveriesNaming,
} from './inbox-store.ts';

/** Where services leave what they found later, for a search that waits for it in whichever process. */
export type SourceInbox = {
  /** Where and with which key the service delivers for this search, until then. */
  address: (searchId: string, until: Date) => { url: string; token: string };
  /** What has arrived after this place. What came before it is taken and goes. */
  take: (searchId: string, after: number) => Promise<{ seq: number; record: Record<string, unknown> }[]>;
  /** Forgets what is left for a search. */
  close: (searchId: string) => Promise<void>;
  /** Whether a key is one of ours, also of a search that has ended. */
  isKey: (token: string) => boolean;
  /**
   * Takes a record in, once however often it is sent. `late` when the search has ended; undefined when the key is
   * not one of ours.
   */
  deliver: (token: string, record: Record<string, unknown>) => Promise<'taken' | 'late' | undefined>;
  /** Forgets what nobody has taken since then. */
  tidy: (before: Date) => Promise<void>;
  /** What is left that names somebody by an address or account of theirs. */
  listNaming: (contacts: readonly string[]) => Promise<{ record: Record<string, unknown> }[]>;
  /** Forgets it, in the caller's transaction. */
  forgetNaming: (tx: Queryable, contacts: readonly string[]) => Promise<void>;
};

declare module '#platform/context.ts' {
  interface Context {
    readonly sourceInbox: SourceInbox;
  }
}

type Options = { db: Database; secret: string; publicUrl: string; now?: () => Date };

/** Keys are signed, not stored: `search.until.signature`, good for one search until its end. */
export function createSourceInbox({ db, secret, publicUrl, now = () => new Date() }: Options): SourceInbox {
  const sign = (subject: string): string => createHmac('sha256', secret).update(subject).digest('base64url');

  const isKey = (token: string): boolean => {
    const [searchId = '', until = '', signature = ''] = token.split('.');
    return isSameSecret(signature, sign(`${searchId}.${until}`));
  };

  return {
    isKey,
    address(searchId, until) {
      const subject = `${searchId}.${until.getTime()}`;
      return { url: `${publicUrl}/api/leads/deliveries`, token: `${subject}.${sign(subject)}` };
    },

    async take(searchId, after) {
      await deleteDeliveries(db, searchId, after);
      return listDeliveries(db, searchId);
    },

    close: (searchId) => deleteDeliveries(db, searchId, Number.MAX_SAFE_INTEGER),

    async deliver(token, record) {
      if (!isKey(token)) return undefined;
      const [searchId = '', until] = token.split('.');
      if (Number(until) < now().getTime()) return 'late';
      const hash = createHash('sha256').update(JSON.stringify(record)).digest('hex');
      await insertDelivery(db, { searchId, hash, record });
      return 'taken';
    },

    tidy: (before) => deleteOldDeliveries(db, before),
    listNaming: (contacts) => listDeliveriesNaming(db, contacts),
    forgetNaming: deleteDeliveriesNaming,
  };
}
