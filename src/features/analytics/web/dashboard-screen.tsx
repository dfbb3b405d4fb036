import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Plus, X } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { z } from 'zod';
import { DraftedLetters } from '#features/source-notices/web/manual-messages-panel.tsx';
import { countOf } from '#kit/text.ts';
import { linkButtonClass } from '#ui/button-class.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { SectionHeading } from '#ui/section-heading.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { Loading, TextSkeleton } from '#ui/skeleton.tsx';
import { Tile, TileRow, TileSkeleton } from '#ui/tile.tsx';
import { type Overview, PERIODS, Period } from '../contract.ts';
import type { FigureRef } from '../contract-funnel.ts';
import { inSentence } from '../rules-figures.ts';
import { RecentAiActivity } from './ai-activity-section.tsx';
import { overviewQuery } from './api.ts';
import { CampaignPerformance, CampaignPerformanceSkeleton } from './campaign-performance-row.tsx';
import { PERIOD_LABELS, rangeLine, type SummaryTile, summaryTiles } from './dashboard-words.ts';
import { activeFigureOf } from './figure.ts';
import { FigureButton } from './figure-button.tsx';
import { FollowUpSection } from './follow-up-section.tsx';
import { QuickActions } from './quick-actions.tsx';
import { SetupSection } from './setup-section.tsx';
import { useFigure } from './use-figure.ts';

const FigurePanel = lazy(async () => ({ default: (await import('./figure-panel.tsx')).FigurePanel }));

/** A link that names a period or campaign we do not know shows the whole, not an error. */
const Search = z.object({
  period: Period.catch('last30'),
  campaign: z.uuid().optional().catch(undefined),
});

const SEGMENTS = PERIODS.map((value) => ({ value, ...PERIOD_LABELS[value] }));

/** What paid off: four figures, the campaigns behind them and what the AI did. */
export function DashboardScreen() {
  const { period, campaign } = Search.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  // The figures of the other period stay until the new ones are here.
  const overview = useQuery({ ...overviewQuery({ period, campaign }), placeholderData: keepPreviousData });
  const { figure, open, openRef, close } = useFigure(
    campaign === undefined ? { period } : { period, campaign },
  );
  const openTile = (opens: NonNullable<SummaryTile['opens']>) => {
    if (opens === 'activeCampaigns') {
      if (overview.data) open(activeFigureOf(overview.data));
      return;
    }
    const [only] = overview.data?.campaigns ?? [];
    if (campaign === undefined) openRef({ figure: opens, by: null, key: null });
    else openRef({ figure: opens, by: 'campaign', key: campaign }, only?.name);
  };

  return (
    <div className="mx-auto w-full max-w-[96rem] px-4 py-6 sm:px-8">
      <PageHeader
        title="Analytics & Performance"
        note={
          overview.data ? (
            rangeLine(overview.data, new Date())
          ) : overview.isPending ? (
            <TextSkeleton like="00 Jan to 00 Jan, times in Europe/London. Trends are week over week." />
          ) : undefined
        }
        actions={
          <>
            <SegmentedControl
              label="Period"
              value={period}
              onValueChange={(next) =>
                void navigate({ to: '/dashboard', search: { period: next, campaign } })
              }
              segments={SEGMENTS}
              className="max-sm:[&>*]:flex-1 max-sm:[&>*]:px-1"
            />
            <Link to="/campaigns" className={linkButtonClass({ variant: 'primary' })}>
              <Plus className="size-4" />
              Create Campaign
            </Link>
          </>
        }
      />
      <SetupSection />
      {campaign !== undefined && <CampaignFilter overview={overview.data} period={period} />}
      {overview.isError ? (
        <ErrorState
          title="The figures could not be loaded"
          query={overview}
          className="mt-6 border-y border-line-2"
        />
      ) : (
        <div className="mt-6" aria-busy={overview.isPlaceholderData || undefined}>
          <h2 className="sr-only">Summary</h2>
          {overview.data ? (
            <TileRow label="Summary">
              {summaryTiles(overview.data).map(({ opens, ...tile }) => (
                <Tile
                  key={tile.label}
                  {...tile}
                  {...(opens === null
                    ? {}
                    : {
                        opener: (shown) => (
                          <FigureButton label={inSentence(tile.label)} onOpen={() => openTile(opens)}>
                            {shown}
                          </FigureButton>
                        ),
                      })}
                />
              ))}
            </TileRow>
          ) : (
            <Loading label="Loading the figures">
              <TileRow label="Summary">
                {PERIODS.map((key) => (
                  <TileSkeleton key={key} />
                ))}
              </TileRow>
            </Loading>
          )}
        </div>
      )}
      <div className="mt-6 grid gap-x-10 gap-y-10 xl:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="flex min-w-0 flex-col gap-8">
          {!overview.isError && (
            <Campaigns overview={overview.data} isOne={campaign !== undefined} onOpen={openRef} />
          )}
          <DraftedLetters>
            <FollowUpSection />
          </DraftedLetters>
          <QuickActions />
        </div>
        <RecentAiActivity timeZone={overview.data?.timeZone} />
      </div>
      {figure !== null && (
        <Suspense fallback={null}>
          <FigurePanel figure={figure} timeZone={overview.data?.timeZone} onClose={close} />
        </Suspense>
      )}
    </div>
  );
}

/** Says which campaign is shown, and clears it. */
function CampaignFilter({ overview, period }: { overview: Overview | undefined; period: Period }) {
  return (
    <p className="mt-4 flex flex-wrap items-center gap-2 text-small text-ink-2">
      Only
      <Link
        to="/dashboard"
        search={{ period }}
        className="inline-flex h-7 max-w-full items-center gap-1.5 rounded-control border border-line-2 bg-sel px-2 font-medium text-ink hover:bg-hover pointer-coarse:h-11"
      >
        <span className="truncate">
          {overview ? (overview.campaigns[0]?.name ?? 'a campaign that has not run') : 'one campaign'}
        </span>
        <X className="size-3.5 text-ink-3" />
        <span className="sr-only">Show all campaigns</span>
      </Link>
    </p>
  );
}

type CampaignsProps = {
  overview: Overview | undefined;
  /** One campaign is asked for. */
  isOne: boolean;
  onOpen: (figure: FigureRef, label: string) => void;
};

function Campaigns({ overview, isOne, onOpen }: CampaignsProps) {
  const campaigns = [...(overview?.campaigns ?? [])].sort(
    (one, other) => other.messagesSent - one.messagesSent,
  );
  return (
    <section aria-labelledby="campaign-performance">
      <SectionHeading
        id="campaign-performance"
        title="Campaign performance"
        note={
          campaigns.length > 0 ? (
            <span className="max-sm:hidden">{countOf(campaigns.length, 'campaign')}, by messages sent</span>
          ) : undefined
        }
        action={
          <Link to="/campaigns" className="link finger-wide">
            All campaigns
          </Link>
        }
      />
      {!overview ? (
        <Loading label="Loading the campaigns">
          {[0, 1, 2].map((row) => (
            <CampaignPerformanceSkeleton key={row} />
          ))}
        </Loading>
      ) : campaigns.length === 0 ? (
        <EmptyState
          title={isOne ? 'This campaign has not run' : 'No campaign has run in this period'}
          text={
            isOne
              ? 'It was never launched, or it has been deleted. Its messages, visits, conversions and purchases are counted here once it is launched.'
              : 'Launch one, or choose a longer period: its messages, visits, conversions and purchases are counted here.'
          }
          action={
            <Link to="/campaigns" className={linkButtonClass()}>
              Go to campaigns
            </Link>
          }
        />
      ) : (
        <ul>
          {campaigns.map((campaign) => (
            <CampaignPerformance key={campaign.id} campaign={campaign} onOpen={onOpen} />
          ))}
        </ul>
      )}
    </section>
  );
}
