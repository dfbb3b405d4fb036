import { z } from 'zod';
import { withoutConditions } from '#features/compliance/rules-health.ts';
import { assertKnownPlatforms } from '#features/leads/rules.ts';
import { BUILT_IN_ENGINE } from '#kit/built-in-engine.ts';
import type { Context } from '#platform/context.ts';
import type { LanguageModel } from '#providers/language-model/port.ts';
import type { ListedSource } from '#providers/lead-sources/port.ts';
import type { GenerateLeads, QueryPlan, SourceAsks } from '../contract.ts';
import { placeNote } from '../rules-asked-places.ts';
import { askableQueries, planQueries } from '../rules-query-plan.ts';

const ORDER = `You plan searches for people who may want what a business offers. For each source write the queries that find
public posts in which people ask for it, in the words such people use themselves. Keep to the style, the number and the
length that each source takes. Never name an illness, a condition, a symptom or a medicine.`;

const STYLES: Record<SourceAsks['style'], string> = {
  sentence: 'one plain sentence that describes the people',
  phrases: 'short phrases as people write them, like "recommend evening tea"',
  keywords: 'two or three key words',
  hashtags: 'single words without the number sign',
};

const Planned = z.object({
  sources: z.array(z.object({ platform: z.string(), queries: z.array(z.string()) })),
});

const TIMEOUT_MS = 15_000;

/** The queries that a run of this would ask, to look at and change before it. Refuses unknown platforms. */
export function planSearch(
  ctx: Pick<Context, 'log' | 'languageModel' | 'leadSources'>,
  { searchQuery, platforms }: Pick<GenerateLeads, 'searchQuery' | 'platforms'>,
  signal?: AbortSignal,
): Promise<QueryPlan> {
  assertKnownPlatforms(ctx.leadSources, platforms);
  const wanted = ctx.leadSources.filter(
    ({ platform, isConfigured }) => isConfigured && platforms.includes(platform),
  );
  return planSources(ctx, searchQuery, wanted, signal);
}

/** What each source is asked for an audience. It never fails: the built-in engine plans where the model cannot. */
export async function planSources(
  { languageModel, log }: Pick<Context, 'log' | 'languageModel'>,
  audience: string,
  sources: readonly ListedSource[],
  signal?: AbortSignal,
): Promise<QueryPlan> {
  const text = withoutConditions(audience);
  const byModel =
    languageModel && text !== '' && sources.length > 0
      ? await ask(languageModel, text, sources, signal).catch((error: unknown) => {
          log.warn({ err: error }, 'discovery: the language model did not plan');
          return undefined;
        })
      : undefined;
  const queries = sources.map(({ platform, asks }) => {
    const askable = askableQueries(byModel?.get(platform) ?? [], asks);
    return [platform, askable.length > 0 ? askable : planQueries(audience, asks)] as const;
  });
  const notes = sources.flatMap((source) => {
    const own = queries.find(([platform]) => platform === source.platform)?.[1] ?? [];
    const note = placeNote(audience, source, own);
    return note === null ? [] : [[source.platform, note] as const];
  });
  return {
    placeNotes: Object.fromEntries(notes),
    plannedBy: byModel && languageModel ? languageModel.label : BUILT_IN_ENGINE,
    queries: Object.fromEntries(queries),
  };
}

async function ask(
  model: LanguageModel,
  audience: string,
  sources: readonly ListedSource[],
  signal: AbortSignal | undefined,
): Promise<Map<string, string[]>> {
  const tasks = sources.map(
    ({ platform, asks: { style, most, longest } }) =>
      `${platform}: at most ${most} queries of at most ${longest} characters, each ${STYLES[style]}`,
  );
  const { sources: planned } = await model.generateObject({
    system: ORDER,
    messages: [
      { role: 'user', content: ['The audience:', { label: 'audience', text: audience }, tasks.join('\n')] },
    ],
    schema: Planned,
    temperature: 0,
    signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ...(signal ? [signal] : [])]),
  });
  return new Map(planned.map(({ platform, queries }) => [platform, queries]));
}
