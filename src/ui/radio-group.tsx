import { type ReactNode, useId } from 'react';
import { cn } from './class-names.ts';

type RadioOption<Value extends string> = {
  value: Value;
  label: ReactNode;
  hint?: ReactNode;
  isDisabled?: boolean;
};

type RadioGroupProps<Value extends string> = {
  /** Read out as the name of the group. */
  label: string;
  value: Value | null;
  onValueChange: (value: Value) => void;
  options: readonly RadioOption<Value>[];
  isInline?: boolean;
  className?: string;
};

export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={props.label}
      className={cn('flex gap-x-4 gap-y-2', !props.isInline && 'flex-col', props.className)}
    >
      {props.options.map((option) => (
        <label
          key={option.value}
          className="inline-flex items-start gap-2 text-small text-ink-2 has-disabled:cursor-default has-disabled:text-ink-3 pointer-coarse:min-h-11 pointer-coarse:items-center"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={props.value === option.value}
            disabled={option.isDisabled}
            onChange={() => props.onValueChange(option.value)}
            className="size-4 shrink-0 appearance-none rounded-full border border-control bg-surface transition-colors duration-80 checked:border-[5px] checked:border-green hover:border-ink-3 checked:hover:border-green-h disabled:border-line-2 disabled:bg-hover"
          />
          <span>
            <span className={cn(props.value === option.value && 'text-ink')}>{option.label}</span>
            {option.hint !== undefined && <span className="block text-ink-3">{option.hint}</span>}
          </span>
        </label>
      ))}
    </div>
  );
}
