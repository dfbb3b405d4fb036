import type { Finding } from '#features/compliance/contract.ts';
import { HeldPanel } from '#features/compliance/web/claims-override-panel.tsx';
import { formatUsd } from '#kit/money.ts';
import { countOf, formatCount } from '#kit/text.ts';
import { Button } from '#ui/button.tsx';
import type { Campaign } from '../contract.ts';
import type { CampaignPreview } from '../contract-preview.ts';
import { CENTS_PER_MESSAGE } from '../rules.ts';
import { type fieldsOf, problemsOf } from './campaign-draft.ts';
import { affectedWords, isKeptInOutbox } from './campaign-words.ts';

type LaunchBarProps = {
  fields: ReturnType<typeof fieldsOf>;
  preview: CampaignPreview | undefined;
  campaign: Campaign | undefined;
  /** Claims that keep it from leaving. */
  blocks: readonly Finding[];
  pending: 'draft' | 'preflight' | 'active' | null;
  onSaveDraft: () => void;
  onLaunch: (overrideReason?: string) => void;
  /** Of a campaign that has been launched before and goes on. */
  onUpdate: (overrideReason?: string) => void;
};

/** What would be sent, what it costs and, where something is missing, what. Always in sight. */
export function LaunchBar(props: LaunchBarProps) {
  const { fields, preview, campaign, blocks, pending, onSaveDraft, onLaunch, onUpdate } = props;
  const toSave = Object.values(problemsOf(fields, 'draft'));
  const toLaunch = Object.values(problemsOf(fields, 'launch'));
  const isDraft = campaign === undefined || campaign.status === 'draft';
  // One that has ended runs again with its change.
  const isLaunch = isDraft || campaign.status === 'completed';
  const deed = isLaunch ? 'Launch Campaign' : 'Update Campaign';
  const send = isLaunch ? onLaunch : onUpdate;
  return (
    <div
      data-action-bar=""
      className="sticky bottom-0 z-sticky flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-line-2 bg-surface px-5 py-3 sm:rounded-b-work"
    >
      <Estimate
        channels={fields.channels.length}
        preview={preview}
        hasGroups={Boolean(fields.targetGroups?.length)}
        isLaunch={isLaunch}
      />
      <HeldPanel
        blocks={blocks}
        deed={deed}
        obstacle={
          toLaunch.length > 0 && (
            <p className="max-w-[60ch] text-small text-pretty text-ink-2">{toLaunch.join(' ')}</p>
          )
        }
        onOverride={send}
        className="ml-auto min-w-0"
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

type EstimateProps = {
  channels: number;
  preview: CampaignPreview | undefined;
  hasGroups: boolean;
  isLaunch: boolean;
};

function Estimate({ channels, preview, hasGroups, isLaunch }: EstimateProps) {
  if (!preview || channels === 0 || !hasGroups) {
    return (
      <p className="text-small text-ink-3">
        <span className="block text-h2 text-ink">–</span>
        Choose a channel and a lead group to see what it would send.
      </p>
    );
  }
  const { estimatedMessages, estimatedCostCents, recipients, totalLeads } = preview;
  const left = totalLeads - recipients;
  return (
    <p className="max-w-[60ch] text-small text-pretty text-ink-3 tabular-nums" aria-live="polite">
      <span className="block text-h2 text-ink">
        {isLaunch ? reachWords(preview) : affectedWords(preview)}
      </span>
      {isLaunch && isKeptInOutbox(preview) && 'No mail server is set: mails stay in the outbox. '}
      {left > 0 && isLaunch && `${formatCount(left)} left out. `}
      Estimate: {countOf(estimatedMessages, 'message')}, {formatUsd(estimatedCostCents)} (
      {countOf(totalLeads, 'lead')} × {countOf(channels, 'channel')} × {formatUsd(CENTS_PER_MESSAGE)})
    </p>
  );
}

/** "41 of 64 people, up to 82 messages": whom a launch reaches, and what leaves if everybody gets every step. */
function reachWords({ recipients, totalLeads, schedule }: CampaignPreview): string {
  const people =
    recipients === totalLeads
      ? countOf(recipients, 'person', 'people')
      : `${formatCount(recipients)} of ${countOf(totalLeads, 'person', 'people')}`;
  const leaving = schedule.reduce((sum, day) => sum + day.emails + day.byHand + day.overApi, 0);
  if (recipients === 0) return people;
  return `${people}, ${leaving > recipients ? 'up to ' : ''}${countOf(leaving, 'message')}`;
}
