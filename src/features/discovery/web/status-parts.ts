import type { z } from 'zod';
import type { SearchPlatform } from '#features/leads/contract.ts';
import type { ProviderStatus } from '#features/settings/contract.ts';
import { BUILT_IN_ENGINE } from '#kit/built-in-engine.ts';
import { countOf } from '#kit/text.ts';
import type { SourceHealth, SourceInfo, SystemStatus } from '../contract.ts';

type Provider = Pick<z.infer<typeof ProviderStatus>, 'id' | 'isConfigured' | 'setting'>;

type StatusParts = {
  /** `health` tells how a source did in the last 24 hours; null where it was not used. */
  on: { name: string; health: string | null; isFailing: boolean }[];
  /** `need` is what would turn it on, in words. */
  missing: { name: string; need: string }[];
};

/** Shown until the server has named the settings. */
const NOT_CONFIGURED = 'not configured';

/** Platforms that enrich; their own notes say what enrichment needs. */
const ENRICHERS: readonly SearchPlatform[] = ['professional_db', 'clay_database'];

/** What works now and what does not, from what the server says about its sources, webhook and language model. */
export function statusParts(
  status: SystemStatus,
  sources: readonly SourceInfo[],
  providers: readonly Provider[],
): StatusParts {
  const need = (id: string): string => {
    const provider = providers.find((each) => each.id === id && !each.isConfigured);
    return provider ? `set ${provider.setting}` : NOT_CONFIGURED;
  };
  const on = [
    unused(status.languageModel ? 'Language model' : BUILT_IN_ENGINE),
    ...sources
      .filter((source) => source.isConfigured)
      .map(({ label, lastDay }) => ({
        name: label,
        health: healthWords(lastDay),
        isFailing: lastDay.failed > 0,
      })),
    ...(status.enrichment ? [unused('Contact enrichment')] : []),
  ];
  const missing = sourcesByNeed(sources);
  if (!status.enrichment && !sources.some((source) => ENRICHERS.includes(source.platform))) {
    missing.push({ name: 'Contact enrichment', need: need('enrichment') });
  }
  if (!status.languageModel) missing.push({ name: 'Language model', need: need('language_model') });
  return { on, missing };
}

function unused(name: string): StatusParts['on'][number] {
  return { name, health: null, isFailing: false };
}

function healthWords({ searches, failed, lastFailure }: SourceHealth): string | null {
  if (searches === 0) return null;
  if (failed === 0) return `${countOf(searches, 'search', 'searches')} in 24 hours`;
  return `${failed} of ${searches} searches failed in 24 hours, last: ${lastFailure?.note ?? 'no reason given'}`;
}

/** Sources that need the same are named together. */
function sourcesByNeed(sources: readonly SourceInfo[]): StatusParts['missing'] {
  const off = sources.filter((source) => !source.isConfigured);
  return [
    ...Map.groupBy(off, ({ needs }) => (needs.length === 0 ? NOT_CONFIGURED : `set ${needs.join(' and ')}`)),
  ].map(([need, group]) => ({ name: group.map(({ label }) => label).join(', '), need }));
}
