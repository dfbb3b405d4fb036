import { findCondition } from '#features/compliance/rules-health.ts';
import type { SearchPlatform } from '#features/leads/contract.ts';
import type { QueryPlan, SourceInfo } from '../contract.ts';
import { askedPlaces, isPlaceUnused, listOf, placeNote } from '../rules-asked-places.ts';
import { planQueries } from '../rules-query-plan.ts';

/** What somebody wrote instead of the plan, by platform: one query on each line. */
export type WrittenQueries = Readonly<Record<SearchPlatform, string>>;

export type SourcePlan = {
  source: SourceInfo;
  /** As shown: one query on each line. */
  text: string;
  queries: string[];
  isWritten: boolean;
  /** What becomes of the places that the audience names. */
  placeNote: string | null;
  /** Why it cannot be asked like this. */
  error: string | undefined;
};

/** What each ticked source that is on would be asked; by the built-in engine where no other plan is given. */
export function sourcePlans(
  sources: readonly SourceInfo[],
  {
    audience,
    platforms,
    written,
    plan,
  }: {
    audience: string;
    platforms: readonly SearchPlatform[];
    written: WrittenQueries;
    plan?: QueryPlan | undefined;
  },
): SourcePlan[] {
  return sources
    .filter(({ platform, isConfigured }) => isConfigured && platforms.includes(platform))
    .map((source) => {
      const planned = plan?.queries[source.platform] ?? planQueries(audience, source.asks);
      const text = written[source.platform] ?? planned.join('\n');
      const queries = linesOf(text);
      const isWritten = written[source.platform] !== undefined;
      return {
        source,
        text,
        queries,
        isWritten,
        placeNote: placeNote(audience, source, queries),
        error:
          isWritten && queries.length === 0
            ? 'Write at least one query, or go back to the plan.'
            : queryError(queries, source),
      };
    });
}

/** Which ticked sources leave a place of the audience out, for people; null where none does. */
export function unusedPlaces(audience: string, plans: readonly SourcePlan[]): string | null {
  const deaf = plans.filter(({ source, queries }) => isPlaceUnused(audience, source, queries));
  if (deaf.length === 0) return null;
  const names = listOf(askedPlaces(audience).map(({ name }) => name));
  return `${names} is not used by ${listOf(deaf.map(({ source }) => source.label))}.`;
}

/**
 * The queries to send: those that are not what would be planned anyway. A language model would not plan the same again,
 * so that what it planned and somebody saw is sent as it stands.
 */
export function queriesToSend(
  plans: readonly SourcePlan[],
  plan: QueryPlan | undefined,
): Record<SearchPlatform, string[]> | undefined {
  const changed = plans.filter(({ isWritten, queries }) => isWritten || (plan && queries.length > 0));
  if (changed.length === 0) return undefined;
  return Object.fromEntries(changed.map(({ source, queries }) => [source.platform, queries]));
}

function linesOf(text: string): string[] {
  return [...new Set(text.split('\n').map((line) => line.trim()))].filter((line) => line !== '');
}

function queryError(queries: readonly string[], { asks }: SourceInfo): string | undefined {
  const condition = queries.map(findCondition).find((found) => found !== undefined);
  if (condition !== undefined)
    return `Nobody is searched for by a health condition: take “${condition}” out.`;
  if (queries.length > asks.most) return `At most ${asks.most} queries.`;
  if (queries.some((query) => query.length > asks.longest))
    return `At most ${asks.longest} characters a query.`;
  return undefined;
}
