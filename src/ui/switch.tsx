import type { ComponentProps, ReactNode } from 'react';
import { cn } from './class-names.ts';

type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'size' | 'children'> & { label?: ReactNode };

/** Takes effect at once; what waits for a save is a `Checkbox`. */
export function Switch({ label, className, ...rest }: SwitchProps) {
  const control = (
    <input
      type="checkbox"
      // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox tells its state itself
      role="switch"
      className={cn(
        'relative h-5 w-8 shrink-0 appearance-none rounded-full border border-control bg-surface transition-colors duration-80',
        'before:absolute before:top-1/2 before:left-[3px] before:size-3 before:-translate-y-1/2 before:rounded-full before:bg-control before:transition-transform before:duration-80',
        'checked:border-green checked:bg-green checked:before:translate-x-3 checked:before:bg-on-green',
        'disabled:border-line-2 disabled:bg-hover',
        label === undefined && className,
      )}
      {...rest}
    />
  );
  if (label === undefined) return control;
  return (
    <label
      className={cn(
        'inline-flex items-center gap-2 text-small text-ink-2 has-disabled:cursor-default pointer-coarse:min-h-11',
        className,
      )}
    >
      {control}
      {label}
    </label>
  );
}
