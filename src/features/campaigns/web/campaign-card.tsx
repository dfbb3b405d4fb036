import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  ChartLine,
  ChevronDown,
  ExternalLink,
  Inbox,
  Pause,
  Pencil,
  Play,
  ScrollText,
  Split,
  Trash2,
  TriangleAlert,
} from 'lucide-react';
import { type MouseEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { leadGroupsQuery } from '#features/leads/web/api.ts';
import { countOf, formatCount } from '#kit/text.ts';
import { Button } from '#ui/button.tsx';
import { linkButtonClass } from '#ui/button-class.ts';
import { Progress } from '#ui/charts/progress.tsx';
import { cn } from '#ui/class-names.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { Swatch } from '#ui/swatch.tsx';
import type { Campaign } from '../contract.ts';
import type { MessageStatus } from '../contract-messages.ts';
import { landingSitesQuery } from './api.ts';
import { CampaignBadge } from './campaign-badge.tsx';
import {
  channelsLine,
  idleNote,
  liveCounts,
  responseLine,
  sendableOf,
  sentLine,
  shortUrl,
  waitingMailNote,
} from './campaign-words.ts';
import type { CampaignActions } from './use-campaign-actions.ts';

type CampaignCardProps = {
  campaign: Campaign;
  /** Every mailbox that mails could leave from is paused. */
  isMailPaused: boolean;
  isOpen: boolean;
  onToggle: () => void;
  canChange: boolean;
  deeds: CampaignActions;
  onEdit: () => void;
  onShowMessages: (status?: MessageStatus) => void;
  onShowTrail: () => void;
  onShowVariants: () => void;
};

/** A running or paused campaign: how far it is, and opened what became of each message. */
export function CampaignCard({
  campaign,
  isMailPaused,
  isOpen,
  onToggle,
  canChange,
  deeds,
  onEdit,
  onShowMessages,
  onShowTrail,
  onShowVariants,
}: CampaignCardProps) {
  const id = useId();
  const sent = sentLine(campaign);
  const response = responseLine(campaign);
  const note = campaign.note ?? idleNote(campaign) ?? (isMailPaused ? waitingMailNote(campaign) : null);
  const ref = useScrollHere(isOpen);
  const aimed = useAimed(campaign.status);
  // The deeds are called alike on every card.
  const ofThis = { 'aria-describedby': `${id}-name` };
  return (
    <article
      ref={ref}
      aria-labelledby={`${id}-name`}
      data-campaign={campaign.id}
      className="@container scroll-mt-4 rounded-panel border border-line-2 bg-surface has-[h3_button:hover]:border-control"
    >
      <div className="relative grid gap-x-6 gap-y-3 px-5 pt-4 pb-3 @xl:grid-cols-[minmax(0,1fr)_12rem_7rem]">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <h3 className="text-h3 wrap-anywhere">
              {/* The whole head opens and closes it. */}
              <button
                type="button"
                id={`${id}-name`}
                aria-expanded={isOpen}
                aria-controls={`${id}-body`}
                onClick={onToggle}
                className="text-left after:absolute after:inset-0 after:rounded-panel focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
              >
                {campaign.name}
              </button>
            </h3>
            <CampaignBadge status={campaign.status} />
          </div>
          <p className="mt-0.5 text-small text-ink-3">
            {[
              campaign.objective,
              channelsLine(campaign),
              `${countOf(campaign.totalLeads, 'lead')} in its groups`,
            ].join(' · ')}
          </p>
        </div>
        <div className="self-center">
          <p className="text-small text-ink-3 tabular-nums">
            <span className="text-h2 text-ink">{sent.figure}</span>
            {sent.rest}
          </p>
          <Progress
            label={`Messages of ${campaign.name} sent`}
            value={campaign.messagesSent}
            max={sendableOf(campaign)}
            text={sent.figure + sent.rest}
            className="mt-1.5"
          />
        </div>
        <div className="flex items-start justify-between gap-3 self-center @xl:text-right">
          <p className="flex-1 text-small text-ink-3 tabular-nums">
            <span className="text-h2 text-ink">{response.figure}</span> response
            <span className="block @xl:hidden">{response.base}</span>
          </p>
          <ChevronDown
            className={cn(
              'mt-0.5 size-4 text-ink-3 transition-transform duration-120',
              isOpen && 'rotate-180',
            )}
          />
        </div>
      </div>
      {note !== null && (
        <p className="flex items-start gap-2 border-t border-amber-l bg-amber-t px-5 py-2 text-small text-ink">
          <TriangleAlert className="size-4 text-amber" />
          {note}
        </p>
      )}
      {isOpen && (
        <div id={`${id}-body`} className="border-t border-line px-5 pt-4 pb-2">
          <LiveCounts campaign={campaign} onShowMessages={onShowMessages} />
          <Facts campaign={campaign} />
        </div>
      )}
      <div className="flex flex-wrap items-center gap-2 border-t border-line px-5 py-2.5">
        {canChange && (
          <Button {...ofThis} size="row" icon={Pencil} onClick={onEdit}>
            Edit
          </Button>
        )}
        <Link
          {...ofThis}
          to="/dashboard"
          search={{ campaign: campaign.id }}
          className={linkButtonClass({ size: 'row' })}
        >
          <ChartLine className="size-4" />
          View Analytics
        </Link>
        <Button {...ofThis} size="row" icon={Inbox} onClick={() => onShowMessages()}>
          Messages
        </Button>
        {campaign.steps.some(({ variants }) => variants.length > 0) && (
          <Button {...ofThis} size="row" icon={Split} onClick={onShowVariants}>
            A/B results
          </Button>
        )}
        {canChange && (
          <>
            <Button {...ofThis} size="row" icon={ScrollText} onClick={onShowTrail}>
              Audit trail
            </Button>
            {campaign.status === 'paused' ? (
              <Button
                {...ofThis}
                size="row"
                icon={Play}
                isPending={deeds.resumingId === campaign.id}
                pendingLabel="Resuming…"
                onClick={aimed(() => deeds.resume(campaign))}
              >
                Resume
              </Button>
            ) : (
              <Button
                {...ofThis}
                size="row"
                icon={Pause}
                isPending={deeds.pausingId === campaign.id}
                pendingLabel="Pausing…"
                onClick={aimed(() => deeds.pause(campaign))}
              >
                Pause Campaign
              </Button>
            )}
            <span className="flex-1" />
            <IconButton
              {...ofThis}
              icon={Trash2}
              label="Delete campaign"
              onClick={() => deeds.remove(campaign)}
            />
          </>
        )}
        {!canChange && <p className="text-small text-ink-3">Your role reads; members change campaigns.</p>}
      </div>
    </article>
  );
}

function LiveCounts({ campaign, onShowMessages }: Pick<CampaignCardProps, 'campaign' | 'onShowMessages'>) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-x-4 gap-y-3">
      {liveCounts(campaign).map(({ label, count, status, base }) => (
        <div key={label}>
          <dt className="text-small text-ink-3">{label}</dt>
          <dd className="text-h3 tabular-nums">
            {status !== null && count > 0 ? (
              <button
                type="button"
                onClick={() => onShowMessages(status)}
                aria-label={`${label}: show ${countOf(count, 'message')}`}
                className="rounded-bar underline decoration-line-2 underline-offset-3 hover:decoration-current"
              >
                {formatCount(count)}
              </button>
            ) : (
              formatCount(count)
            )}
            {base !== null && <span className="block text-small font-normal text-ink-3">{base}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Facts({ campaign }: { campaign: Campaign }) {
  const groups = useQuery(leadGroupsQuery());
  // A page that is an asset of the library, published here.
  const ownPage = useQuery(landingSitesQuery()).data?.find(
    ({ url }) => url === campaign.landingPageUrl,
  )?.assetId;
  const named = campaign.targetGroups.flatMap((id) => groups.data?.find((group) => group.id === id) ?? []);
  return (
    <dl className="mt-4 grid grid-cols-1 gap-x-6 border-t border-line pt-3 text-small @xl:grid-cols-2">
      <Fact label="Lead groups">
        {named.length === 0
          ? '–'
          : named.map((group) => (
              <span key={group.id} className="mr-3 inline-flex items-center gap-1.5">
                <Swatch color={group.color} />
                <Link to="/leads" search={{ group: group.id }} className="link wrap-anywhere">
                  {group.name}
                </Link>
              </span>
            ))}
      </Fact>
      <Fact label="Landing page">
        <a href={campaign.landingPageUrl} target="_blank" rel="noreferrer" className="link wrap-anywhere">
          {shortUrl(campaign.landingPageUrl)}
          <ExternalLink className="ml-1 inline size-3" />
        </a>
        {ownPage && (
          <Link to="/content" search={{ asset: ownPage }} className="link ml-3 whitespace-nowrap">
            Its text
          </Link>
        )}
      </Fact>
      <Fact label="Sequence">
        {countOf(campaign.steps.length, 'step')}
        {campaign.steps[0]?.subject ? `, first: ${campaign.steps[0].subject}` : ''}
      </Fact>
      <Fact label="Launched">
        {campaign.launchedAt === null ? '–' : <RelativeTime value={campaign.launchedAt} />}
      </Fact>
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex gap-3 py-1">
      <dt className="w-24 shrink-0 text-ink-3">{label}</dt>
      <dd className="line-clamp-2 min-w-0 flex-1 text-ink">{children}</dd>
    </div>
  );
}

/** As long as somebody may still press what the button read before. */
const SEEN_AFTER_MS = 700;

/**
 * Where a colleague pauses a campaign, the button under one's hand becomes its opposite: who presses it in that moment
 * meant what it read before, and that is done. So is the second of two quick presses.
 */
function useAimed(status: Campaign['status']) {
  const known = useRef(status);
  const isOwn = useRef(false);
  const changedAt = useRef(Number.NEGATIVE_INFINITY);
  useLayoutEffect(() => {
    if (known.current === status) return;
    known.current = status;
    if (!isOwn.current) changedAt.current = performance.now();
    isOwn.current = false;
  }, [status]);
  return (deed: () => Promise<boolean>) => (event: MouseEvent) => {
    if (event.detail > 1 || performance.now() - changedAt.current < SEEN_AFTER_MS) return;
    isOwn.current = true;
    void deed().then((isDone) => {
      // What failed changes nothing: the next change is somebody else's.
      if (!isDone) isOwn.current = false;
    });
  };
}

/** A card that is opened from elsewhere comes into sight. */
function useScrollHere(isOpen: boolean) {
  const ref = useRef<HTMLElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (isOpen && !wasOpen.current) ref.current?.scrollIntoView({ block: 'nearest' });
    wasOpen.current = isOpen;
  }, [isOpen]);
  return ref;
}
