import { Button } from '#ui/button.tsx';
import { FunnelBars } from '#ui/charts/funnel-bars.tsx';
import { ScoreBar, ScoreReasons } from '#ui/charts/score-bar.tsx';
import { RingGlyph } from '#ui/drawings/ring-glyph.tsx';
import { Panel } from '#ui/panel.tsx';
import { SectionHeading } from '#ui/section-heading.tsx';
import { Tile, TileRow, TileSkeleton } from '#ui/tile.tsx';
import { PEOPLE } from './sample-people.ts';

const CAMPAIGNS = [
  {
    name: 'Liver Health Winter',
    dates: '1 Dec – 28 Feb',
    counts: [2140, 498, 252, 104],
    rates: ['23.3%', '50.6%', '41.3%'],
  },
  {
    name: 'Weight Loss Q1',
    dates: '8 Jan – 31 Mar',
    counts: [1680, 352, 188, 84],
    rates: ['21.0%', '53.4%', '44.7%'],
  },
];
const STEPS = ['Messages', 'Visits', 'Conversions', 'Purchases'];

export function FigureSection() {
  const [dana] = PEOPLE;
  return (
    <Panel bodyClassName="space-y-8 p-5 sm:p-8">
      <TileRow label="Figures of the last 30 days">
        <Tile
          label="Response rate"
          figure="22.0"
          unit="%"
          formula="Landing visits ÷ messages"
          trend={{ direction: 'up', text: '+3.2% this week', isGood: true }}
          lines={['22.6% against 21.9% last week', '1,060 visits from 4,820 messages']}
          points={[2, 3, 2.8, 4, 5, 4.4, 6.4, 6, 7.4, 7, 7.6, 8]}
        />
        <Tile
          label="Page conversion"
          figure="11.2"
          unit="%"
          formula="Landing conversions ÷ messages"
          trend={{ direction: 'down', text: '−1.8% this week', isGood: false }}
          lines={['11.1% against 11.3% last week', '540 conversions from 4,820 messages']}
          points={[2, 3, 5, 4, 3.7, 6, 7, 6.2, 8, 7.8, 8.2, 8.6]}
        />
        <Tile
          label="Purchase conversion"
          figure="–"
          formula="Purchases ÷ messages"
          lines={['No purchase has been tracked yet', 'Put the tracker on your shop’s thank-you page']}
        />
        <Tile
          label="Active campaigns"
          figure="2"
          trend={{ direction: 'level', text: 'as last week' }}
          lines={['Weight Loss Q1 started 8 Jan', 'of 3 campaigns in this period']}
          points={[1, 1, 1, 1, 1, 1, 1, 2, 2]}
        />
      </TileRow>
      <TileRow label="Figures, loading">
        <TileSkeleton />
        <TileSkeleton />
        <TileSkeleton />
        <TileSkeleton />
      </TileRow>
      <div>
        <SectionHeading
          title="Campaign performance"
          note="3 campaigns, by messages sent"
          action={
            <a className="link" href="#figures">
              All campaigns
            </a>
          }
        />
        {CAMPAIGNS.map((campaign) => (
          <article
            key={campaign.name}
            className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-8 gap-y-3 border-b border-line py-6 lg:grid-cols-[14rem_minmax(0,24rem)_auto]"
          >
            <div>
              <h3 className="text-h2">{campaign.name}</h3>
              <p className="mt-0.5 flex items-center gap-1.5 text-small text-ink-3">
                <RingGlyph step="half" className="size-3.5 text-green-ink" />
                <span className="font-medium text-green-ink">Active</span> · {campaign.dates}
              </p>
            </div>
            <FunnelBars
              max={2140}
              steps={STEPS.map((label, index) => ({
                label,
                count: campaign.counts[index] ?? 0,
                ...(index > 0 ? { rate: campaign.rates[index - 1] ?? '' } : {}),
              }))}
            />
            <Button size="row" className="justify-self-end">
              Edit
            </Button>
          </article>
        ))}
      </div>
      {dana && (
        <div className="max-w-[376px] space-y-3">
          <SectionHeading title="Why 8.6" note="High: 8 or more" hasLine={false} className="pb-0" />
          <ScoreBar size="wide" score={dana.score} reasons={dana.reasons} />
          <ScoreReasons reasons={[...dana.reasons, { label: 'Has been written to before', points: -0.4 }]} />
        </div>
      )}
    </Panel>
  );
}
