import { TriangleAlert } from 'lucide-react';
import type { Finding } from '#features/compliance/contract.ts';
import { HeldPanel } from '#features/compliance/web/claims-override-panel.tsx';
import { formatUsd } from '#kit/money.ts';
import { countOf, formatCount } from '#kit/text.ts';
import { Button } from '#ui/button.tsx';
import { cn } from '#ui/class-names.ts';
import type { Campaign } from '../../contract.ts';
import type { CampaignPreview } from '../../contract-preview.ts';
import { CENTS_PER_MESSAGE, MAIL_PAUSED } from '../../rules.ts';
import { affectedWords, isHeldBack, isKeptInOutbox, nobodyWords } from '../campaign-words.ts';
import { type fieldsOf, problemsOf } from './campaign-draft.ts';

type LaunchBarProps = {
  fields: ReturnType<typeof fieldsOf>;
  preview: CampaignPreview | undefined;
  /** It answers what stands in the form now. */
  isPreviewCurrent: boolean;
  /** Who would get it is being counted, for the first time or for other people. */
  isCounting: boolean;
  /** Counting it has failed. */
  isUncounted: boolean;
  campaign: Campaign | undefined;
  /** Claims that keep it from leaving. */
  blocks: readonly Finding[];
  pending: 'draft' | 'preflight' | 'active' | null;
  onSaveDraft: () => void;
  onLaunch: (overrideReason?: string) => void;
  /** Of a campaign that has been launched before and goes on. */
  onUpdate: (overrideReason?: string) => void;
};

const COUNTING = 'Counting who would get it.';
const UNCOUNTED = 'Who would get it could not be counted.';

/** What would be sent, what it costs and, where something is missing, what. Always in sight. */
export function LaunchBar(props: LaunchBarProps) {
  const { fields, preview, isCounting, campaign, blocks, pending, onSaveDraft, onLaunch, onUpdate } = props;
  const toSave = Object.values(problemsOf(fields, 'draft'));
  const problems = Object.values(problemsOf(fields, 'launch'));
  const uncounted = isCounting
    ? COUNTING
    : props.isUncounted
      ? `${UNCOUNTED} Try again at the recipients.`
      : null;
  const toLaunch = problems.length === 0 && uncounted !== null ? [uncounted] : problems;
  const isDraft = campaign === undefined || campaign.status === 'draft';
  // One that has ended runs again with its change.
  const isLaunch = isDraft || campaign.status === 'completed';
  const deed = isLaunch ? 'Launch Campaign' : 'Update Campaign';
  const send = isLaunch ? onLaunch : onUpdate;
  const isKnown = problems.length === 0 && props.isPreviewCurrent && preview !== undefined;
  const nobody = isKnown && isLaunch ? nobodyWords(preview) : undefined;
  return (
    <div
      data-action-bar=""
      className="sticky bottom-0 z-sticky flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-line-2 bg-surface px-5 py-2 sm:rounded-b-work sm:py-3 low:static"
    >
      <Estimate
        channels={fields.channels.length}
        preview={preview}
        isCurrent={props.isPreviewCurrent}
        isUncounted={props.isUncounted}
        hasGroups={Boolean(fields.targetGroups?.length)}
        isLaunch={isLaunch}
        hasProblems={problems.length > 0}
      />
      <HeldPanel
        blocks={blocks}
        deed={deed}
        obstacle={
          toLaunch.length > 0 && (
            <p className="max-w-[60ch] text-small text-pretty text-ink-2">{toLaunch.join(' ')}</p>
          )
        }
        note={nobody !== undefined && <NobodyNote words={nobody} />}
        onOverride={send}
        // On a phone what is missing has a line of its own, so that the buttons stand beside one another.
        className="ml-auto min-w-0 max-sm:[&>:first-child:has(p)]:basis-full"
      >
        {(launch) => (
          <>
            {isDraft && (
              <Button
                disabled={toSave.length > 0}
                aria-describedby={toSave.length > 0 ? launch['aria-describedby'] : undefined}
                isPending={pending === 'draft'}
                pendingLabel="Saving…"
                onClick={onSaveDraft}
              >
                Save as Draft
              </Button>
            )}
            <Button
              variant="primary"
              isPending={pending === 'active' || pending === 'preflight'}
              pendingLabel={pending === 'preflight' ? 'Checking…' : isLaunch ? 'Launching…' : 'Updating…'}
              onClick={() => send()}
              {...launch}
            >
              {deed}
            </Button>
          </>
        )}
      </HeldPanel>
    </div>
  );
}

/** It may be launched all the same; that it reaches nobody is said before. */
function NobodyNote({ words }: { words: string }) {
  return (
    <p className="flex max-w-[48ch] items-start gap-1.5 text-small text-pretty text-amber-ink">
      <TriangleAlert className="mt-0.5 size-3.5 shrink-0" />
      {words}
    </p>
  );
}

type EstimateProps = {
  channels: number;
  preview: CampaignPreview | undefined;
  isCurrent: boolean;
  isUncounted: boolean;
  hasGroups: boolean;
  isLaunch: boolean;
  /** What is missing stands beside it. */
  hasProblems: boolean;
};

function Estimate({ channels, preview, isCurrent, hasGroups, isLaunch, ...rest }: EstimateProps) {
  const { isUncounted, hasProblems } = rest;
  const isAsked = channels > 0 && hasGroups;
  // The figures of a form without a group say nothing about the one that was just chosen.
  const shown = isAsked && (isCurrent || preview?.totalLeads !== 0) ? preview : undefined;
  const words = shown && estimateWords({ preview: shown, channels, isLaunch });
  return (
    // Read out as a whole, and only once the new figures are there.
    <p
      role="status"
      aria-atomic="true"
      aria-busy={isAsked && !isCurrent && !isUncounted}
      // A phone has no room to say twice that something is missing.
      className={cn(
        'max-w-[60ch] min-w-0 text-small text-pretty text-ink-3 tabular-nums',
        !isAsked && hasProblems && 'max-sm:hidden',
      )}
    >
      <span className="block text-h2 text-ink">{words?.head ?? '–'}</span>
      {words ? (
        <>
          {words.before}
          <span className="max-sm:hidden"> {words.reckoned}</span>
          {words.after}
        </>
      ) : isAsked ? (
        isUncounted ? (
          UNCOUNTED
        ) : (
          'Counting…'
        )
      ) : (
        'Choose a channel and a lead group to see what it would send.'
      )}
    </p>
  );
}

type EstimateWords = { preview: CampaignPreview; channels: number; isLaunch: boolean };

type Words = {
  head: string;
  before: string;
  /** From what the estimate is reckoned; a phone shows those figures further up. */
  reckoned: string;
  after: string;
};

function estimateWords({ preview, channels, isLaunch }: EstimateWords): Words {
  const { estimatedMessages, estimatedCostCents, recipients, totalLeads } = preview;
  const left = totalLeads - recipients;
  // Later steps are not in the estimate, and of a change only what is left of it leaves.
  const onlyOnce = !isLaunch || leavingOf(preview) > recipients * channels;
  const reckoned = `(${countOf(totalLeads, 'lead')} × ${countOf(channels, 'channel')} × ${formatUsd(CENTS_PER_MESSAGE)})`;
  const before = [
    isLaunch && isKeptInOutbox(preview) && 'No mail server is set: mails stay in the outbox.',
    isLaunch && isHeldBack(preview) && MAIL_PAUSED,
    left > 0 && isLaunch && `${formatCount(left)} left out.`,
    !isLaunch && 'Only who still waits for what you changed is counted here.',
    `${isLaunch ? 'Estimate' : 'Estimate of the whole campaign'}: ${countOf(estimatedMessages, 'message')}, ${formatUsd(estimatedCostCents)}`,
  ];
  return {
    head: isLaunch ? reachWords(preview) : affectedWords(preview),
    before: before.filter((part) => part !== false).join(' '),
    reckoned,
    after: `${onlyOnce ? ', for one message per person and channel' : ''}${left > 0 ? ', if everybody could be reached' : ''}`,
  };
}

/** "41 of 64 people, up to 82 messages": whom a launch reaches, and what leaves if everybody gets every step. */
function reachWords(preview: CampaignPreview): string {
  const { recipients, totalLeads } = preview;
  const people =
    recipients === totalLeads
      ? countOf(recipients, 'person', 'people')
      : `${formatCount(recipients)} of ${countOf(totalLeads, 'person', 'people')}`;
  const leaving = leavingOf(preview);
  if (recipients === 0) return people;
  return `${people}, ${leaving > recipients ? 'up to ' : ''}${countOf(leaving, 'message')}`;
}

/** What leaves if everybody who can be reached gets every step. */
function leavingOf({ schedule }: CampaignPreview): number {
  return schedule.reduce((sum, day) => sum + day.emails + day.byHand + day.overApi, 0);
}
