import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { cn } from './class-names.ts';

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'size' | 'children'> & {
  /** Beside it; without one give an `aria-label`. */
  label?: ReactNode;
  hint?: ReactNode;
  /** Some, not all, of what it stands for. */
  isPartial?: boolean;
};

/** A native checkbox: works with `register`, with labels and with every assistive technology. */
export function Checkbox({ label, hint, isPartial = false, className, ref, ...rest }: CheckboxProps) {
  const own = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (own.current) own.current.indeterminate = isPartial;
  }, [isPartial]);

  const box = (
    <span className="relative inline-flex size-4 shrink-0">
      <input
        type="checkbox"
        ref={(element) => {
          own.current = element;
          if (typeof ref === 'function') ref(element);
          else if (ref) ref.current = element;
        }}
        className={cn(
          // Only what the pointer changes: a tick shows at once, in a hundred rows too.
          'peer size-4 appearance-none rounded-badge border border-control bg-surface transition-[border-color] duration-80',
          'hover:border-ink-3 checked:border-green checked:bg-green indeterminate:border-green indeterminate:bg-green',
          'disabled:border-line-2 disabled:bg-hover disabled:checked:bg-ink-3 aria-invalid:border-red',
          // The target is larger than the box.
          'before:absolute before:-inset-2 pointer-coarse:before:-inset-3.5',
          label === undefined && className,
        )}
        {...rest}
      />
      {/* Drawn with borders: a long table has a box in each row, and a picture is many times the work. */}
      <span className="pointer-events-none absolute top-[2.5px] left-[5.5px] hidden h-[8.5px] w-[5px] rotate-45 border-r-2 border-b-2 border-on-green peer-checked:block peer-indeterminate:hidden" />
      <span className="pointer-events-none absolute top-[7px] left-1 hidden w-2 border-t-2 border-on-green peer-indeterminate:block" />
    </span>
  );
  if (label === undefined) return box;
  return (
    <label
      className={cn(
        'inline-flex items-start gap-2 text-small text-ink has-disabled:cursor-default has-disabled:text-ink-3',
        'pointer-coarse:min-h-11 pointer-coarse:items-center',
        className,
      )}
    >
      {box}
      <span>
        {label}
        {hint !== undefined && <span className="block text-ink-3">{hint}</span>}
      </span>
    </label>
  );
}
