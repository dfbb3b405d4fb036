import { type ReactNode, useId } from 'react';
import { cn } from './class-names.ts';

export type DisabledControl = { disabled: boolean; 'aria-describedby'?: string };

type DisabledReasonProps = {
  /** Why the control cannot be used now and what would change that; null when it can. */
  reason: string | null;
  /** `loss` where something stops it, `plain` where something is just missing. */
  tone?: 'plain' | 'attention' | 'loss';
  glyph?: ReactNode;
  side?: 'before' | 'after' | 'below';
  className?: string;
  /** Spread the given props on the control. */
  children: (control: DisabledControl) => ReactNode;
};

const TONE = { plain: 'text-ink-3', attention: 'text-amber-ink', loss: 'text-red-ink' };

/** A control that may be disabled, with its reason in sight and tied to it. */
export function DisabledReason({
  reason,
  tone = 'plain',
  glyph,
  side = 'after',
  className,
  children,
}: DisabledReasonProps) {
  const id = useId();
  return (
    <div
      className={cn(
        'flex gap-x-3 gap-y-2',
        side === 'below' ? 'flex-col items-start' : 'flex-wrap items-center',
        className,
      )}
    >
      {side !== 'before' && children(control(reason, id))}
      {reason !== null && (
        <p id={id} className={cn('flex items-center gap-1.5 text-small font-medium', TONE[tone])}>
          {glyph}
          {reason}
        </p>
      )}
      {side === 'before' && children(control(reason, id))}
    </div>
  );
}

function control(reason: string | null, id: string): DisabledControl {
  return reason === null ? { disabled: false } : { disabled: true, 'aria-describedby': id };
}
