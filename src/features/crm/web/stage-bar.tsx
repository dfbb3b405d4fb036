import { STAGES, type Stage } from '#features/leads/contract.ts';
import { cn } from '#ui/class-names.ts';

const COLOR: Record<Stage, string> = {
  new: 'bg-stage-1',
  contacted: 'bg-stage-2',
  engaged: 'bg-stage-3',
  qualified: 'bg-stage-4',
  converted: 'bg-stage-5',
};

type StageBarProps = {
  counts: Record<Stage, number>;
  /** `wide` over the whole pipeline, `row` inside a card. */
  size: 'wide' | 'row';
  className?: string;
};

/** The five stages in proportion. The numbers stand beside it. */
export function StageBar({ counts, size, className }: StageBarProps) {
  const present = STAGES.filter((stage) => counts[stage] > 0);
  return (
    <div
      aria-hidden="true"
      className={cn(
        'flex bg-surface forced-color-adjust-none',
        size === 'wide' ? 'h-2.5 gap-[3px]' : 'h-1 gap-px',
        className,
      )}
    >
      {present.length === 0 && <span className="h-full flex-1 rounded-[1px] bg-track" />}
      {present.map((stage) => (
        <span
          key={stage}
          style={{ flexGrow: counts[stage] }}
          className={cn(
            'h-full min-w-0.5 basis-0 rounded-[1px]',
            COLOR[stage],
            // The palest tints are told from the paper by their edge.
            size === 'wide' && (stage === 'new' || stage === 'contacted') && 'border border-control',
          )}
        />
      ))}
    </div>
  );
}
