import type { Leads } from '#features/leads/server/service.ts';
import type { Sender } from '#features/mail/server/service.ts';
import type { Privacy } from '#features/privacy/server/service.ts';
import type { Queryable } from '#platform/db.ts';

/** Services that use cases still call as objects. */
declare module '#platform/context.ts' {
  interface Context {
    readonly leads: Leads;
    readonly privacy: Privacy;
    /** Says, in the transaction, that there is something to send. */
    readonly wakeDelivery: (tx: Queryable) => Promise<unknown>;
    /** The sender of mail that leaves from no mailbox, as the settings are now. */
    readonly sender: () => Promise<Sender>;
  }
}
