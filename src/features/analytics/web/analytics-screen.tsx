import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { z } from 'zod';
import { campaignsQuery } from '#features/campaigns/web/api.ts';
import { ErrorLine } from '#ui/error-line.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { Select } from '#ui/select.tsx';
import { Skeleton, TextSkeleton } from '#ui/skeleton.tsx';
import { PERIODS, Period } from '../contract.ts';
import { Dimension } from '../contract-funnel.ts';
import { funnelQuery, type Scope } from './analytics-api.ts';
import { comparedWords } from './analytics-words.ts';
import { CohortSection } from './cohort-section.tsx';
import { PERIOD_LABELS } from './dashboard-words.ts';
import { FigurePanel } from './figure-panel.tsx';
import { FunnelSection } from './funnel-section.tsx';
import { InsightSection } from './insight-section.tsx';
import { PurchaseSection } from './purchase-section.tsx';
import { SpendSection } from './spend-section.tsx';
import { TouchSection } from './touch-section.tsx';
import { TrendSection } from './trend-section.tsx';
import { useFigure } from './use-figure.ts';

/** What an address gets wrong is left out, not an error. */
const Search = z.object({
  period: Period.catch('last30'),
  campaign: z.uuid().optional().catch(undefined),
  by: Dimension.catch('campaign'),
});

const SEGMENTS = PERIODS.map((value) => ({ value, ...PERIOD_LABELS[value] }));
const ALL = 'all';

/** What worked, for whom and at what price: every figure opens to its formula and its rows. */
export function AnalyticsScreen() {
  const { period, campaign, by } = Search.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  const scope: Scope = campaign === undefined ? { period } : { period, campaign };
  const { figure, open, openRef, close } = useFigure(scope);
  const funnel = useQuery({ ...funnelQuery(scope, by), placeholderData: keepPreviousData });
  const campaigns = useQuery(campaignsQuery());
  const launched = (campaigns.data ?? []).filter(({ launchedAt }) => launchedAt !== null);

  const go = (change: { period?: Period; campaign?: string | undefined; by?: Dimension }) =>
    void navigate({
      to: '/analytics',
      // Of the newest address, not of the one that was drawn last: two choices in a row are both kept.
      search: (before) => ({ ...Search.parse(before), ...change }),
      replace: true,
      resetScroll: false,
    });

  return (
    <div className="mx-auto w-full max-w-[96rem] px-4 py-6 sm:px-8">
      <PageHeader
        title="Analytics"
        note={
          funnel.data ? (
            comparedWords(funnel.data, new Date())
          ) : funnel.isPending ? (
            <TextSkeleton like="00 Jan to 00 Jan, compared with 00 Jan to 00 Jan. Times in Europe/London." />
          ) : undefined
        }
        actions={
          <>
            {/* It keeps its place while it loads, so that nothing moves from under a finger. */}
            {campaigns.isPending ? (
              <Skeleton className="h-8 w-36 max-sm:min-w-full" />
            ) : campaigns.isError ? (
              <ErrorLine
                query={campaigns}
                text={
                  campaign === undefined
                    ? 'The campaigns could not be loaded.'
                    : 'One campaign alone is shown. Its name could not be loaded.'
                }
              />
            ) : launched.length > 0 ? (
              <Select
                look="filter"
                aria-label="Filter by campaign"
                value={campaign ?? ALL}
                onValueChange={(next) => go({ campaign: next === ALL ? undefined : next })}
                options={[
                  { value: ALL, label: 'All campaigns' },
                  ...launched.map(({ id, name }) => ({ value: id, label: name })),
                ]}
                className="h-8 max-sm:min-w-full"
              />
            ) : null}
            <SegmentedControl
              label="Period"
              value={period}
              onValueChange={(next) => go({ period: next })}
              segments={SEGMENTS}
              className="max-sm:[&>*]:flex-1 max-sm:[&>*]:px-1"
            />
          </>
        }
      />
      <div className="mt-6 flex flex-col gap-10">
        <InsightSection scope={scope} onOpen={openRef} />
        <FunnelSection
          funnel={funnel}
          scope={scope}
          by={by}
          onByChange={(next) => go({ by: next })}
          onOpen={open}
        />
        <TrendSection scope={scope} onOpen={open} />
        <SpendSection scope={scope} onOpen={open} />
        <PurchaseSection />
        <TouchSection scope={scope} onOpen={open} />
        <CohortSection onOpen={open} />
      </div>
      {figure !== null && <FigurePanel figure={figure} timeZone={funnel.data?.timeZone} onClose={close} />}
    </div>
  );
}
