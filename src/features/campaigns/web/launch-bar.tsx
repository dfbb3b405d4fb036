import { useId } from 'react';
import { formatUsd } from '#kit/money.ts';
import { countOf } from '#kit/text.ts';
import { Button } from '#ui/button.tsx';
import type { Campaign, CampaignPreview } from '../contract.ts';
import { CENTS_PER_MESSAGE } from '../rules.ts';
import { type fieldsOf, problemsOf } from './campaign-draft.ts';

type LaunchBarProps = {
  fields: ReturnType<typeof fieldsOf>;
  preview: CampaignPreview | undefined;
  campaign: Campaign | undefined;
  pending: 'draft' | 'active' | null;
  onSaveDraft: () => void;
  onLaunch: () => void;
};

/** What would be sent, what it costs and, where something is missing, what. Always in sight. */
export function LaunchBar({ fields, preview, campaign, pending, onSaveDraft, onLaunch }: LaunchBarProps) {
  const id = useId();
  const toSave = Object.values(problemsOf(fields, 'draft'));
  const toLaunch = Object.values(problemsOf(fields, 'launch'));
  const isDraft = campaign === undefined || campaign.status === 'draft';
  // One that has ended runs again with its change.
  const isLaunch = isDraft || campaign.status === 'completed';
  return (
    <div className="sticky bottom-0 z-sticky flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-line-2 bg-surface px-5 py-3 sm:rounded-b-work">
      <Estimate
        channels={fields.channels.length}
        preview={preview}
        hasGroups={Boolean(fields.targetGroups?.length)}
      />
      <div className="ml-auto flex min-w-0 flex-wrap items-center justify-end gap-x-3 gap-y-2">
        {toLaunch.length > 0 && (
          <p id={id} className="max-w-[60ch] text-small text-pretty text-ink-2">
            {toLaunch.join(' ')}
          </p>
        )}
        {isDraft && (
          <Button
            disabled={toSave.length > 0}
            aria-describedby={toSave.length > 0 ? id : undefined}
            isPending={pending === 'draft'}
            pendingLabel="Saving…"
            onClick={onSaveDraft}
          >
            Save as Draft
          </Button>
        )}
        <Button
          variant="primary"
          disabled={toLaunch.length > 0}
          aria-describedby={toLaunch.length > 0 ? id : undefined}
          isPending={pending === 'active'}
          pendingLabel={isLaunch ? 'Launching…' : 'Updating…'}
          onClick={onLaunch}
        >
          {isLaunch ? 'Launch Campaign' : 'Update Campaign'}
        </Button>
      </div>
    </div>
  );
}

type EstimateProps = { channels: number; preview: CampaignPreview | undefined; hasGroups: boolean };

function Estimate({ channels, preview, hasGroups }: EstimateProps) {
  if (!preview || channels === 0 || !hasGroups) {
    return (
      <p className="text-small text-ink-3">
        <span className="block text-h2 text-ink">–</span>
        Choose a channel and a lead group to see what it would send.
      </p>
    );
  }
  const { estimatedMessages, estimatedCostCents } = preview;
  const people = estimatedMessages / channels;
  return (
    <p className="text-small text-ink-3 tabular-nums" aria-live="polite">
      <span className="block text-h2 text-ink">
        {countOf(estimatedMessages, 'message')}, {formatUsd(estimatedCostCents)}
      </span>
      {countOf(people, 'lead')} × {countOf(channels, 'channel')} × {formatUsd(CENTS_PER_MESSAGE)}
    </p>
  );
}
