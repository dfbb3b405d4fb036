import type { UseQueryResult } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type Dispatch, type SetStateAction, useState } from 'react';
import { formatCount } from '#kit/text.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import type { CampaignPreview } from '../contract.ts';
import type { CampaignDraft, DraftStep } from './campaign-draft.ts';
import { MessageEditor } from './message-editor.tsx';
import { MessagePreview } from './message-preview.tsx';

const VIEWS = [
  { value: 'template', label: 'Template' },
  { value: 'preview', label: 'Preview' },
] as const;

type ComposerMessageProps = {
  draft: CampaignDraft;
  step: DraftStep | undefined;
  /** Which of the written messages of its channel it is, counted from 0. */
  ordinal: number;
  preview: UseQueryResult<CampaignPreview>;
  /** Whose message is shown, counted from 0. */
  position: number;
  onPosition: (position: number) => void;
  onDraft: Dispatch<SetStateAction<CampaignDraft>>;
};

/** One message: as it is written, and exactly as each recipient gets it. */
export function ComposerMessage({
  draft,
  step,
  ordinal,
  preview,
  position,
  onPosition,
  onDraft,
}: ComposerMessageProps) {
  const own = draft.steps.find((one) => one.key === step?.key);
  // A step just added has nothing to show yet.
  const [view, setView] = useState<'preview' | 'template'>(
    own && own.body.trim() === '' ? 'template' : 'preview',
  );
  const sample = preview.data?.sample;
  const recipients = preview.data?.recipients ?? 0;
  return (
    <section aria-label="Message" className="relative min-w-0 bg-sunk px-4 py-4 sm:px-8 lg:overflow-y-auto">
      <div className="mx-auto max-w-2xl">
        <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-2">
          {step && <SegmentedControl label="View" value={view} onValueChange={setView} segments={VIEWS} />}
          {view === 'preview' && sample && (
            <div className="flex items-center gap-1 text-label">
              <IconButton
                icon={ChevronLeft}
                label="Previous recipient"
                disabled={position <= 0}
                onClick={() => onPosition(position - 1)}
              />
              <p aria-live="polite" className="text-small text-ink-3 tabular-nums">
                <span className="text-label font-semibold text-ink">{sample.leadName}</span>{' '}
                {formatCount(sample.position + 1)} of {formatCount(recipients)}
              </p>
              <IconButton
                icon={ChevronRight}
                label="Next recipient"
                disabled={position >= recipients - 1}
                onClick={() => onPosition(position + 1)}
              />
            </div>
          )}
        </div>
        <div className="mt-4">
          {!step ? (
            <p className="rounded-panel border border-line-2 bg-surface px-6 py-12 text-center text-body text-ink-2">
              Choose a channel to see its first message.
            </p>
          ) : view === 'template' ? (
            <MessageEditor step={own ?? step} fallback={step} onDraft={onDraft} />
          ) : (
            <MessagePreview draft={draft} step={step} ordinal={ordinal} preview={preview} />
          )}
        </div>
      </div>
    </section>
  );
}
