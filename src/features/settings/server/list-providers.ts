import type { Context } from '#platform/context.ts';
import type { ProviderStatus } from '../contract.ts';
import { troubleWords } from './model-watch.ts';
import { listTroubles } from './trouble-store.ts';

declare module '#platform/context.ts' {
  interface Context {
    /** The integrations as they are configured. */
    readonly providers: readonly Omit<ProviderStatus, 'trouble'>[];
    /** The configured model of each watched service: failures of an earlier one don't count. */
    readonly watchedModels: Readonly<Record<string, string | undefined>>;
  }
}

/** The integrations, each with its trouble if it fails at the moment. */
export async function listProviders({
  db,
  clock,
  providers,
  watchedModels,
}: Pick<Context, 'db' | 'clock' | 'providers' | 'watchedModels'>): Promise<ProviderStatus[]> {
  const troubles = await listTroubles(db);
  return providers.map((provider) => {
    const row = troubles.find(
      ({ service, label }) => service === provider.id && label === watchedModels[service],
    );
    const text = row && troubleWords(row, clock.now());
    const trouble =
      row && text !== undefined
        ? { text, since: row.since.toISOString(), lastAt: row.lastAt.toISOString() }
        : null;
    return { ...provider, trouble };
  });
}
