import { AppError } from '#kit/errors.ts';
import { DAY_MS } from '#kit/time.ts';
import type { Context } from '#platform/context.ts';
import type { Transaction } from '#platform/db.ts';
import type { SourceInfo, SystemStatus } from '../contract.ts';
import { sourceNote } from '../rules-source-words.ts';
import { listContactsOf, listSourceHealth } from './run-store.ts';

/** Every source, those that are off included, with how it did in the last day. */
export async function listSources({
  db,
  clock,
  leadSources,
}: Pick<Context, 'db' | 'clock' | 'leadSources'>): Promise<SourceInfo[]> {
  const health = await listSourceHealth(db, new Date(clock.now().getTime() - DAY_MS));
  return leadSources.map((source) => {
    const lastDay = health.find(({ platform }) => platform === source.platform);
    return {
      platform: source.platform,
      label: source.label,
      isConfigured: source.isConfigured,
      note: source.isConfigured ? null : source.note,
      isSynthetic: source.isSynthetic,
      needs: [...source.needs],
      asks: source.asks,
      usdPerThousandPosts: source.cost?.usdPerThousandPosts ?? null,
      lastDay: {
        searches: lastDay?.searches ?? 0,
        failed: lastDay?.failed ?? 0,
        lastFailure: lastDay?.failedAt
          ? { note: sourceNote(lastDay) ?? 'No reason given', at: lastDay.failedAt.toISOString() }
          : null,
      },
    };
  });
}

export function getSystemStatus({
  leadSources,
  enrichment,
  languageModel,
}: Pick<Context, 'leadSources' | 'enrichment' | 'languageModel'>): SystemStatus {
  return {
    scraping: leadSources.some((source) => source.kind === 'scraping' && source.isConfigured),
    enrichment: enrichment.hasWebhook,
    languageModel: languageModel !== undefined,
  };
}

type Inbox = Pick<Context, 'sourceInbox'>;

/** Refuses with `not_found` a key that belongs to no search. */
export function assertDeliveryKey({ sourceInbox }: Inbox, authorization: string | undefined): void {
  if (!sourceInbox.isKey(bearerOf(authorization))) throw keyOfNoSearch();
}

/** Takes a record that a service sends for the search of this key; a search that has ended takes none. */
export async function deliverRecord(
  { sourceInbox }: Inbox,
  authorization: string | undefined,
  record: Record<string, unknown>,
): Promise<{ taken: boolean }> {
  const outcome = await sourceInbox.deliver(bearerOf(authorization), record);
  if (outcome === undefined) throw keyOfNoSearch();
  return { taken: outcome === 'taken' };
}

/** What services have sent about people and no search has taken yet. */
export const deliveredRecords = {
  part: 'deliveredRecords' as const,
  read: async ({ db, sourceInbox }: Pick<Context, 'db' | 'sourceInbox'>, leadId: string) =>
    sourceInbox.listNaming(await listContactsOf(db, [leadId])),
  forget: async ({ sourceInbox }: Inbox, tx: Transaction, leadIds: readonly string[]) =>
    sourceInbox.forgetNaming(tx, await listContactsOf(tx, leadIds)),
};

function bearerOf(authorization = ''): string {
  return /^Bearer (\S+)$/i.exec(authorization)?.[1] ?? '';
}

function keyOfNoSearch(): AppError {
  return new AppError('not_found', 'This key belongs to no search.');
}
