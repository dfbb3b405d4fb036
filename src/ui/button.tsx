import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-class.ts';
import { cn } from './class-names.ts';
import { goToMissingField } from './missing-field.ts';

export type ButtonProps = ComponentProps<'button'> & {
  /** One `primary` per view; `loss` for erasing and refusing. */
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: LucideIcon;
  trailingIcon?: LucideIcon;
  /** Work is under way: the button keeps its width and its focus, and presses do nothing. */
  isPending?: boolean;
  /** What it says meanwhile; else the label stays. */
  pendingLabel?: string;
};

/**
 * A disabled button needs its reason in sight: see `DisabledReason`. It is held back with `aria-disabled`, so that it
 * keeps the focus and can be found and heard by those who do not see it; a press goes to the first field that is missing.
 */
export function Button({
  variant = 'secondary',
  size = 'control',
  icon: Icon,
  trailingIcon: TrailingIcon,
  isPending: pending,
  pendingLabel,
  className,
  children,
  onClick,
  type = 'button',
  disabled = false,
  ...rest
}: ButtonProps) {
  const isPending = pending === true;
  const isHeld = disabled || isPending;
  const isSwapped = isPending && pendingLabel !== undefined;
  return (
    <button
      // oxlint-disable-next-line react/button-has-type -- always one of the three, 'button' unless told
      type={type}
      className={cn(buttonClass({ variant, size }), className)}
      aria-disabled={isHeld || undefined}
      aria-busy={isPending || undefined}
      onClick={(event) => {
        // Where a press does work, the second press of a double click never means to do it twice; the first may be
        // done before it, and another button may stand in its place.
        const isRepeated = pending !== undefined && event.detail > 1;
        if (!isHeld && !isRepeated) {
          onClick?.(event);
          return;
        }
        event.preventDefault();
        if (!isPending && !isRepeated) goToMissingField(event.currentTarget);
      }}
      {...rest}
    >
      <span className="grid">
        <span
          className={cn(
            'col-start-1 row-start-1 inline-flex items-center justify-center gap-2',
            isSwapped && 'invisible',
          )}
        >
          {Icon && <Icon className="size-4" />}
          {children}
          {TrailingIcon && <TrailingIcon className="size-4" />}
        </span>
        {/* Both labels lie on one another, so the button is as wide as the wider of the two all the time. */}
        {pendingLabel !== undefined && (
          <span
            className={cn(
              'col-start-1 row-start-1 inline-flex items-center justify-center gap-2',
              !isSwapped && 'invisible',
            )}
          >
            {pendingLabel}
          </span>
        )}
      </span>
    </button>
  );
}
