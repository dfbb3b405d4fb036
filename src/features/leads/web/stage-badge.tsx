import { CircleAlert } from 'lucide-react';
import { countOf } from '#kit/text.ts';
import { cn } from '#ui/class-names.ts';
import { RingGlyph, type RingStep } from '#ui/drawings/ring-glyph.tsx';
import type { Lead, Stage } from '../contract.ts';
import { STAGE_LABELS } from '../rules.ts';
import { daysInStage, isStuck, STUCK_AFTER_DAYS } from '../rules-stage.ts';

const STEP: Record<Stage, RingStep> = {
  new: 'dashed',
  contacted: 'quarter',
  engaged: 'half',
  qualified: 'three-quarters',
  converted: 'ticked',
};

/** How far along somebody is, as a ring that fills. Its word stands beside it. */
export function StageGlyph({ stage, className }: { stage: Stage; className?: string }) {
  return <RingGlyph step={STEP[stage]} {...(className === undefined ? {} : { className })} />;
}

/** The stage of a lead: its ring and its word. */
export function StageBadge({ stage, className }: { stage: Stage; className?: string }) {
  return (
    <span className={cn('inline-flex items-center gap-1.5 text-small', className)}>
      <StageGlyph stage={stage} />
      {STAGE_LABELS[stage]}
    </span>
  );
}

/** How long somebody is in their stage, and that it is too long. */
export function StageTimeBadge({ lead }: { lead: Lead }) {
  const now = new Date();
  const days = daysInStage(lead, now);
  const stage = STAGE_LABELS[lead.stage];
  if (!isStuck(lead, now)) {
    return (
      <p className="text-small text-ink-3 tabular-nums">
        {days === 0 ? `${stage} since today` : `${stage} for ${countOf(days, 'day')}`}
      </p>
    );
  }
  return (
    <p className="flex items-start gap-1.5 text-small text-amber-ink tabular-nums">
      <CircleAlert className="mt-px size-3.5" />
      Stuck: {stage} for {countOf(days, 'day')}, after {STUCK_AFTER_DAYS[lead.stage]} somebody should look.
    </p>
  );
}
