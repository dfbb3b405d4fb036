import { cn } from '#ui/class-names.ts';
import { RingGlyph, type RingStep } from '#ui/drawings/ring-glyph.tsx';
import type { Stage } from '../contract.ts';
import { STAGE_LABELS } from '../rules.ts';

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
