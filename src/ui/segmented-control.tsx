import { type ReactNode, useId } from 'react';
import { cn } from './class-names.ts';

type Segment<Value extends string> = { value: Value; label: ReactNode; shortLabel?: ReactNode };

type SegmentedControlProps<Value extends string> = {
  /** Read out as the name of the choice. */
  label: string;
  value: Value;
  onValueChange: (value: Value) => void;
  segments: readonly Segment<Value>[];
  /** As wide as its place, the segments alike. */
  isWide?: boolean;
  className?: string;
};

/** One of a few, all in sight: a period, a view. Arrow keys move it, as in any group of radio buttons. */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={props.label}
      className={cn(
        'inline-flex h-8 shrink-0 rounded-control border border-line-2 bg-sunk pointer-coarse:h-11 print:border-0 print:bg-transparent',
        props.isWide && 'w-full',
        props.className,
      )}
    >
      {props.segments.map((segment) => (
        <label
          key={segment.value}
          className={cn(
            'relative -my-px inline-flex items-center justify-center rounded-control border border-transparent px-3 text-small font-medium max-sm:px-2 pointer-coarse:min-w-11 whitespace-nowrap text-ink-2 first:-ml-px last:-mr-px hover:text-ink',
            'has-checked:border-line-2 has-checked:bg-surface has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
            // On paper only the choice that was made.
            'transition-colors duration-80 print:border-0 print:not-has-checked:hidden',
            props.isWide && 'flex-1 px-1',
          )}
        >
          <input
            type="radio"
            name={name}
            value={segment.value}
            checked={props.value === segment.value}
            onChange={() => props.onValueChange(segment.value)}
            className="absolute inset-0 appearance-none opacity-0"
          />
          {segment.shortLabel === undefined ? (
            segment.label
          ) : (
            <>
              <span className="max-sm:hidden">{segment.label}</span>
              <span className="sm:hidden">{segment.shortLabel}</span>
            </>
          )}
        </label>
      ))}
    </div>
  );
}
