import { CircleCheck, Contact, Hand } from 'lucide-react';
import { Fragment } from 'react';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { ApiError } from '#ui/calls/call-api.ts';
import { Progress } from '#ui/charts/progress.tsx';
import { ScoreBar } from '#ui/charts/score-bar.tsx';
import { FINDING_INK, FINDING_MARK, FindingGlyph } from '#ui/drawings/finding-glyph.tsx';
import { RingGlyph } from '#ui/drawings/ring-glyph.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Panel } from '#ui/panel.tsx';
import { PartialNotice } from '#ui/partial-notice.tsx';
import { SectionHeading } from '#ui/section-heading.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { PEOPLE } from './sample-people.ts';

const FAILURE = new ApiError({
  status: 503,
  statusText: 'Service Unavailable',
  path: '/api/leads',
  text: JSON.stringify({
    code: 'unavailable',
    message: 'The server did not answer within 10 s. Nothing you entered is lost.',
    requestId: '7f3a-21',
  }),
});

const FINDINGS = [
  ['block', 'Block', 'ends insomnia for good'],
  ['warn', 'Warn', 'clinically proven'],
  ['suggest', 'Suggest', 'supports relaxation'],
] as const;

export function StateSection() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-2">
      <Panel title="Discovered leads" note="empty" bodyClassName="">
        <EmptyState
          title="No leads discovered yet"
          text="Choose a group, describe who you want to find and tick a platform. The first run takes about a minute."
          action={<Button variant="primary">Discover Leads</Button>}
        />
      </Panel>
      <Panel title="Discovered leads" note="loading, shown after 200 ms" bodyClassName="">
        {[0, 1, 2, 3, 4].map((row) => (
          <div
            key={row}
            className="grid h-11 grid-cols-[16px_1fr_2fr_72px_88px] items-center gap-5 border-b border-line px-5 last:border-b-0"
          >
            <Skeleton className="size-4" />
            <Skeleton className="h-2.5" />
            <Skeleton className="h-2.5" />
            <Skeleton className="h-2.5" />
            <Skeleton className="h-2.5" />
          </div>
        ))}
      </Panel>
      <Panel title="Discovered leads" note="error" bodyClassName="">
        <ErrorState title="The leads could not be loaded" error={FAILURE} onRetry={() => undefined} />
      </Panel>
      <Panel title="Discovered leads" note="partial" bodyClassName="">
        <PartialNotice title="Reddit answered, X did not." action={<Button size="row">Retry X</Button>}>
          7 of 20 leads kept; X asked us to wait until 10:57.
        </PartialNotice>
        {PEOPLE.slice(0, 4).map((person, index) => (
          <div
            key={person.id}
            className="grid h-10 grid-cols-[1fr_auto_minmax(0,11rem)] items-center gap-6 border-b border-line px-5 last:border-b-0"
          >
            <span className="truncate font-semibold">{person.name}</span>
            <ScoreBar score={person.score} reasons={person.reasons} />
            <span>
              {index === 0 && (
                <Badge tone="good" icon={CircleCheck}>
                  Verified
                </Badge>
              )}
              {index === 1 && (
                <Badge tone="good" icon={Contact}>
                  Email and phone
                </Badge>
              )}
              {index === 2 && (
                <Badge tone="outline" glyph={<RingGlyph step="dashed" className="size-3.5 text-ink-3" />}>
                  Enrichment pending
                </Badge>
              )}
              {index === 3 && (
                <Badge tone="attention" icon={Hand}>
                  Manual verification
                </Badge>
              )}
            </span>
          </div>
        ))}
      </Panel>
      <Panel bodyClassName="p-5">
        <SectionHeading title="Run in progress" note="00:38" />
        <div className="flex items-center justify-between py-2 text-small">
          <span className="font-medium">Reddit</span>
          <span className="text-ink-3 tabular-nums">31 of 48 read, 8 found, 7 kept</span>
        </div>
        <Progress label="Reddit" value={31} max={48} text="31 of 48 read" />
      </Panel>
      <Panel title="Claim findings" bodyClassName="grid grid-cols-[6rem_1fr] items-center gap-y-3 p-5">
        {FINDINGS.map(([severity, word, words]) => (
          <Fragment key={severity}>
            <span
              className={`inline-flex items-center gap-1.5 text-small font-semibold ${FINDING_INK[severity]}`}
            >
              <FindingGlyph severity={severity} />
              {word}
            </span>
            <span className="text-mail">
              <mark className={FINDING_MARK[severity]}>{words}</mark>
            </span>
          </Fragment>
        ))}
      </Panel>
      <Panel bodyClassName="px-5">
        <EmptyState isCompact title="No members yet" text="Add the first one by address or by handle." />
      </Panel>
    </div>
  );
}
