import type { Queryable, Transaction } from '#platform/db.ts';
import type { PageEvent } from '../contract.ts';

/** What people did on a page, without who they are: that is never kept with the page. */
export type PageReport = Pick<PageEvent, 'type' | 'url'> & { campaignId: string | null };

declare module '#platform/context.ts' {
  interface Context {
    /** Counts what pages report, scans apart, inside the transaction that stores it. */
    readonly countPages: (tx: Transaction, reports: readonly PageReport[]) => Promise<void>;
    /**
     * Addresses of the pages that a campaign or the workspace leads to on purpose, of all campaigns without an id. Only
     * these may learn who a link was sent to.
     */
    readonly listOwnPages: (db: Queryable, campaignId?: string) => Promise<string[]>;
  }
}
