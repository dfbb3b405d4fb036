import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { channelName } from '#features/campaigns/rules.ts';
import { EditCampaignLink } from '#features/campaigns/web/edit-campaign-link.tsx';
import { formatCount, formatPercent, percentOf } from '#kit/text.ts';
import { FunnelBars, type FunnelStep } from '#ui/charts/funnel-bars.tsx';
import { cn } from '#ui/class-names.ts';
import { RingGlyph, type RingStep } from '#ui/drawings/ring-glyph.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { CampaignPerformance as Performance } from '../contract.ts';
import type { FigureRef, Measure } from '../contract-funnel.ts';
import { type FigureName, inSentence, MEASURE_LABELS } from '../rules-figures.ts';
import { heardLine, metricsOf, outboxLine, runLine } from './dashboard-words.ts';
import { FigureButton } from './figure-button.tsx';

type CampaignPerformanceProps = {
  campaign: Performance;
  onOpen: (figure: FigureRef, label: string) => void;
};

/** One campaign over the period: what it is, its funnel on one scale, its rates. Every figure opens. */
export function CampaignPerformance({ campaign, onOpen }: CampaignPerformanceProps) {
  const nameId = useId();
  const openerOf = (figure: FigureName, label: string) => (shown: ReactNode) => (
    <FigureButton
      label={`${inSentence(label)} of ${campaign.name}`}
      onOpen={() => onOpen({ figure, by: 'campaign', key: campaign.id }, campaign.name)}
    >
      {shown}
    </FigureButton>
  );
  const metrics = metricsOf(campaign);
  const missing = metrics.find((metric) => metric.missing !== null);
  return (
    <li className="@container border-b border-line py-6 last:border-b-line-2" data-campaign={campaign.id}>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-4 @lg:grid-cols-[minmax(0,1fr)_8.5rem] @2xl:grid-cols-[minmax(9.5rem,13.5rem)_minmax(0,1fr)_8.5rem_auto]">
        <Identity campaign={campaign} nameId={nameId} />
        <div className="col-span-2 min-w-0 self-start @lg:col-span-1 @lg:row-start-2 @2xl:row-start-1">
          <FunnelBars steps={funnelOf(campaign, openerOf)} max={campaign.messagesSent} />
        </div>
        <div className="col-span-2 @lg:col-span-1 @lg:row-start-2 @2xl:row-start-1">
          <dl className="grid grid-cols-3 gap-x-4 gap-y-1.5 text-small @lg:grid-cols-1">
            {metrics.map(({ name, label, value, missing: lacking }) => (
              <div key={label} className="@lg:flex @lg:items-center @lg:justify-between @lg:gap-3">
                <dt className="text-ink-3">{label}</dt>
                <dd className="font-medium tabular-nums">
                  {lacking === null ? openerOf(name, label)(value) : value}
                </dd>
              </div>
            ))}
          </dl>
          {missing && <p className="mt-2 text-small text-pretty text-ink-3">{missing.missing}</p>}
        </div>
        <EditCampaignLink
          campaignId={campaign.id}
          aria-describedby={nameId}
          className="col-start-2 row-start-1 justify-self-end @2xl:col-start-4"
        />
      </div>
    </li>
  );
}

function Identity({ campaign, nameId }: { campaign: Performance; nameId: string }) {
  const state = stateOf(campaign);
  const channels = campaign.channels.map(channelName).join(', ');
  const kept = outboxLine(campaign.keptInOutbox);
  const heard = heardLine(campaign.heard);
  return (
    <div className="col-start-1 row-start-1 min-w-0">
      <h3 id={nameId} className="text-h2 wrap-anywhere">
        <Link
          to="/dashboard"
          search={(search) => ({ ...search, campaign: campaign.id })}
          className="hover:underline"
        >
          {campaign.name}
        </Link>
      </h3>
      <p className="mt-0.5 flex flex-wrap items-center gap-x-1.5 text-small text-ink-3">
        <RingGlyph step={state.step} className={cn('size-3.5', state.ink)} />
        <span className={cn('font-medium', state.ink)}>{state.word}</span>
        <span>
          ·{' '}
          {runLine(campaign.startDate, campaign.endDate, new Date(), campaign.isPaused ? 'started' : 'since')}
        </span>
      </p>
      <p className="mt-2 text-small text-pretty text-ink-3">
        {campaign.targetSegment && <span className="block">{campaign.targetSegment}</span>}
        <span className="block wrap-anywhere">
          {[campaign.utmCampaign, channels].filter(Boolean).join(' · ')}
        </span>
        {heard !== null && (
          <Link
            to="/campaigns"
            search={{ campaign: campaign.id }}
            aria-label={`Came back to ${campaign.name}: ${heard}`}
            className="mt-1 block text-ink-2 tabular-nums hover:underline"
          >
            {heard}
          </Link>
        )}
        {kept !== null && <span className="mt-1 block text-amber-ink">{kept}</span>}
      </p>
    </div>
  );
}

type State = { word: string; step: RingStep; ink: string };

function stateOf({ status, isPaused }: Performance): State {
  if (isPaused) return { word: 'Paused', step: 'paused', ink: 'text-amber-ink' };
  if (status === 'active') return { word: 'Active', step: 'half', ink: 'text-green-ink' };
  return { word: 'Completed', step: 'ticked', ink: 'text-ink-2' };
}

type Opener = (figure: FigureName, label: string) => (shown: ReactNode) => ReactNode;

function funnelOf(campaign: Performance, openerOf: Opener): FunnelStep[] {
  const { messagesSent, landingPageVisits, landingPageConversions, purchaseConversions } = campaign;
  const step = (measure: Measure, count: number) => {
    const label = MEASURE_LABELS[measure];
    return { label, count, shown: openerOf(measure, label)(formatCount(count)) };
  };
  const responseRate = percentOf(landingPageVisits, messagesSent);
  return [
    step('messages', messagesSent),
    {
      ...step('visits', landingPageVisits),
      rate:
        responseRate === null
          ? formatPercent(null)
          : openerOf('responseRate', 'Response rate')(formatPercent(responseRate)),
    },
    // The same two rates stand beside it, where they open.
    {
      ...step('conversions', landingPageConversions),
      rate: formatPercent(campaign.pageConversionRate),
    },
    {
      ...step('purchases', purchaseConversions),
      rate: formatPercent(campaign.purchaseConversionRate),
    },
  ];
}

/** A campaign before its figures arrived, in the same geometry. */
export function CampaignPerformanceSkeleton() {
  return (
    <div className="flex flex-wrap gap-x-6 gap-y-4 border-b border-line py-6">
      <div className="w-full max-w-54">
        <Skeleton className="h-5 w-32" />
        <Skeleton className="mt-1.5 h-4 w-44" />
        <Skeleton className="mt-3 h-4 w-40" />
        <Skeleton className="mt-1 h-4 w-28" />
      </div>
      <div className="flex min-w-56 flex-1 flex-col gap-2.5">
        <Skeleton className="h-3 w-full" />
        <Skeleton className="h-3 w-1/3" />
        <Skeleton className="h-3 w-1/5" />
        <Skeleton className="h-3 w-1/12" />
      </div>
    </div>
  );
}
