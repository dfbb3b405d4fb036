import { useQuery } from '@tanstack/react-query';
import { type Ref, useRef, useState } from 'react';
import { SEARCH_PLATFORMS, type SearchPlatform } from '#features/leads/contract.ts';
import { type LeadGroup } from '#features/leads/contract-groups.ts';
import { isPractice, platformLabel } from '#features/leads/rules.ts';
import { Button } from '#ui/button.tsx';
import { ApiError } from '#ui/calls/call-api.ts';
import { cn } from '#ui/class-names.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { KeptPlace } from '#ui/kept/kept-place.tsx';
import { useKeptOpen } from '#ui/kept/use-kept-open.ts';
import { PartialNotice } from '#ui/partial-notice.tsx';
import { toast } from '#ui/toast.ts';
import { useIsNarrow } from '#ui/use-is-narrow.ts';
import { useSettled } from '#ui/use-settled.ts';
import { type GenerateLeads, type LeadRun, type SourceInfo } from '../contract.ts';
import { generationFailureToast, generationToast, LEADS_PER_RUN } from '../rules.ts';
import { planQuery, runsQuery, sourcesQuery, systemStatusQuery, useGenerateLeads } from './api.ts';
import { DiscoveryForm } from './discovery-form.tsx';
import { defaultPlatforms, isAtWork, type ListState } from './discovery-options.ts';
import { queriesToSend, sourcePlans, unusedPlaces, type WrittenQueries } from './query-plan.ts';
import type { Planning } from './query-plan-fields.tsx';
import { NoRunYet, RunPanel, RunSkeleton } from './run-panel.tsx';

type DiscoverySectionProps = {
  groups: readonly LeadGroup[];
  groupsState: ListState;
  group: LeadGroup | null;
  onGroupChange: (id: string) => void;
  onNewGroup: () => void;
  /** A lead is open beside it: where that leaves little room, the form folds. */
  isBesideDrawer: boolean;
  canChange: boolean;
  audienceRef: Ref<HTMLTextAreaElement>;
};

/** What to search for, beside what the search does. */
export function DiscoverySection({ group, canChange, isBesideDrawer, ...form }: DiscoverySectionProps) {
  const sources = useQuery(sourcesQuery());
  const runs = useQuery(runsQuery());
  // What nobody has touched yet follows what the server says.
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [ticked, setTicked] = useState<SearchPlatform[] | null>(null);
  const [written, setWritten] = useState<WrittenQueries>({});
  const { discover, isDiscovering } = useDiscover();
  // Who works with leads wants them in sight, most of all where there is little room.
  const kept = useKeptOpen('leads-search', () => innerWidth >= ROOMY_PX);
  const frame = useRef<HTMLDivElement>(null);
  const isNarrow = useIsNarrow(frame, ABREAST_PX);
  const isFolded = isBesideDrawer && isNarrow;
  // Opened beside this drawer; the next one folds it again.
  const [isUnfolded, setIsUnfolded] = useState(false);
  if (isUnfolded && !isFolded) setIsUnfolded(false);
  const isOpen = isFolded ? isUnfolded : kept.isOpen;
  const keepOpen = isFolded ? setIsUnfolded : kept.keepOpen;
  const open = () => (isFolded ? setIsUnfolded(true) : kept.open());

  const offered = sources.data ?? UNKNOWN_SOURCES;
  // Each group has words of its own: those of its last search, until somebody writes others.
  const own = typed[group?.id ?? NO_GROUP] ?? typed[NO_GROUP];
  const audience = own ?? group?.schedule?.searchQuery ?? group?.lastSearch ?? '';
  const platforms = ticked ?? defaultPlatforms(offered);
  const [isPlanShown, setIsPlanShown] = useState(false);
  const planning = useModelPlan({ audience, platforms, isShown: isPlanShown });
  const plans = sourcePlans(offered, { audience, platforms, written, plan: planning.plan });
  const ownRuns = runs.data?.filter((run) => run.groupId === group?.id) ?? [];
  const activeRun = ownRuns.find(isAtWork) ?? null;
  const run = activeRun ?? ownRuns[0] ?? null;

  function writeAudience(words: string) {
    const { [NO_GROUP]: _before, ...others } = typed;
    setTyped({ ...others, [group?.id ?? NO_GROUP]: words });
  }
  function write(platform: SearchPlatform, text: string | null) {
    const { [platform]: _before, ...others } = written;
    setWritten(text === null ? others : { ...others, [platform]: text });
  }
  function start(what: Pick<GenerateLeads, 'searchQuery' | 'platforms' | 'queries'>) {
    if (group === null) return;
    // What was asked for is to be seen at work.
    open();
    discover({ ...what, count: LEADS_PER_RUN, categoryId: group.id });
  }
  return (
    <>
      <div
        ref={frame}
        className={cn(
          'grid grid-cols-1 gap-x-6 gap-y-5',
          isOpen && '@3xl:grid-cols-2 @5xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]',
        )}
      >
        <DiscoveryForm
          {...form}
          group={group}
          sources={offered}
          areSourcesLoading={sources.isPending}
          audience={audience}
          onAudienceChange={writeAudience}
          platforms={platforms}
          onPlatformsChange={setTicked}
          plans={plans}
          unusedPlaces={unusedPlaces(audience, plans)}
          planning={planning}
          isPlanShown={isPlanShown}
          onPlanShown={setIsPlanShown}
          onWriteQueries={write}
          run={run}
          activeRun={activeRun}
          isDiscovering={isDiscovering}
          isOpen={isOpen}
          onOpenChange={keepOpen}
          canChange={canChange}
          onDiscover={() =>
            start({
              searchQuery: audience.trim(),
              platforms: [...platforms],
              queries: queriesToSend(plans, planning.plan),
            })
          }
        />
        {isOpen && (
          <KeptPlace
            name="leads-run"
            isLoading={runs.isPending || form.groupsState === 'loading'}
            className="border-line @max-3xl:border-t @max-3xl:pt-4 @3xl:border-l @3xl:pl-6"
          >
            {runs.isError ? (
              <ErrorState isCompact title="The runs could not be loaded" query={runs} className="py-0!" />
            ) : runs.isPending || form.groupsState === 'loading' ? (
              <RunSkeleton />
            ) : run ? (
              <RunPanel run={run} canStop={canChange} />
            ) : (
              <NoRunYet perRun={LEADS_PER_RUN} />
            )}
          </KeptPlace>
        )}
      </div>
      {run && !isAtWork(run) && (
        <PartialRun run={run} isPending={isDiscovering} canRetry={canChange} onRetry={start} />
      )}
    </>
  );
}

/** From this width on the whole search stands open at the first visit. */
const ROOMY_PX = 640;
/** Under this width form and run stand one above the other (`@3xl`). */
const ABREAST_PX = 768;
/** Where words stand that were written while no group was chosen; they go with to the one that is chosen next. */
const NO_GROUP = '';

/** The calls are on offer even while nobody knows which of them would be answered. */
const UNKNOWN_SOURCES: readonly SourceInfo[] = SEARCH_PLATFORMS.map((platform) => ({
  platform,
  label: platformLabel(platform),
  isConfigured: false,
  note: null,
  isSynthetic: isPractice(platform),
  needs: [],
  asks: { style: 'sentence', most: 1, longest: 1_000, place: 'none' },
  usdPerThousandPosts: null,
  lastDay: { searches: 0, failed: 0, lastFailure: null },
}));

const PLAN_AFTER_MS = 800;

/** The language model's plan, while somebody looks at it; without a model there is none. */
function useModelPlan({
  audience,
  platforms,
  isShown,
}: {
  audience: string;
  platforms: readonly SearchPlatform[];
  isShown: boolean;
}): Planning {
  const hasModel = useQuery(systemStatusQuery()).data?.languageModel ?? false;
  const wanted = { searchQuery: audience.trim(), platforms: [...platforms] };
  const settled = useSettled(wanted, PLAN_AFTER_MS);
  const isAsked = hasModel && isShown && settled.searchQuery !== '' && settled.platforms.length > 0;
  const planned = useQuery({ ...planQuery(settled), enabled: isAsked });
  const isCurrent = JSON.stringify(settled) === JSON.stringify(wanted);
  return {
    hasModel,
    isPending: isAsked && (planned.isPending || !isCurrent),
    plan: isAsked && isCurrent ? planned.data : undefined,
  };
}

/** One run; its toast comes even when the screen has been left. */
function useDiscover() {
  const generate = useGenerateLeads();
  return {
    isDiscovering: generate.isPending,
    discover: (input: Parameters<typeof generate.mutateAsync>[0]) => {
      generate.mutateAsync(input).then(
        (result) => show(generationToast(result)),
        (error: unknown) =>
          show(generationFailureToast(error instanceof ApiError ? error.body?.reason : undefined)),
      );
    },
  };
}

function show({ title, description, isDestructive }: ReturnType<typeof generationToast>): void {
  toast({ title, description, variant: isDestructive ? 'destructive' : 'default' });
}

type PartialRunProps = {
  run: LeadRun;
  isPending: boolean;
  canRetry: boolean;
  onRetry: (what: { searchQuery: string; platforms: SearchPlatform[] }) => void;
};

/** What arrived stands; this says what did not. */
function PartialRun({ run, isPending, canRetry, onRetry }: PartialRunProps) {
  const failed = run.sources.filter((source) => source.state === 'failed');
  const answered = run.sources.filter((source) => source.state === 'done');
  if (failed.length === 0 || answered.length === 0) return null;
  const names = (sources: typeof failed) =>
    sources.map(({ platform }) => platformLabel(platform)).join(' and ');
  const kept = answered.reduce((sum, source) => sum + source.kept, 0);
  return (
    <PartialNotice
      isBoxed
      title={`${names(answered)} answered, ${names(failed)} did not.`}
      action={
        canRetry && (
          <Button
            size="row"
            isPending={isPending}
            onClick={() =>
              onRetry({ searchQuery: run.searchQuery, platforms: failed.map(({ platform }) => platform) })
            }
          >
            Retry {names(failed)}
          </Button>
        )
      }
    >
      {kept} of {run.requested} leads kept;{' '}
      {failed.map((source) => source.note ?? 'no reason given').join('; ')}
    </PartialNotice>
  );
}
