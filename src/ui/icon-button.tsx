import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import type { ButtonSize, ButtonVariant } from './button-class.ts';
import { buttonClass } from './button-class.ts';
import { cn } from './class-names.ts';
import { Tooltip } from './tooltip.tsx';

export type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  /** Read out, and shown as the tooltip: a verb with its object. */
  label: string;
  icon: LucideIcon;
  variant?: Exclude<ButtonVariant, 'primary'> | 'primary';
  size?: ButtonSize;
  /** The keys that do the same, shown in the tooltip. */
  keys?: string;
};

const SQUARE: Record<ButtonSize, string> = { row: 'w-7', control: 'w-8', large: 'w-11' };

/** A disabled one keeps the focus, and is heard, as a `Button` does. */
export function IconButton({
  label,
  icon: Icon,
  variant = 'ghost',
  size = 'row',
  keys,
  className,
  type = 'button',
  disabled = false,
  onClick,
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip content={label} keys={keys}>
      <button
        // oxlint-disable-next-line react/button-has-type -- always one of the three, 'button' unless told
        type={type}
        aria-label={label}
        aria-disabled={disabled || undefined}
        onClick={(event) => (disabled ? event.preventDefault() : onClick?.(event))}
        className={cn(
          buttonClass({ variant, size }),
          SQUARE[size],
          'px-0! pointer-coarse:min-w-11',
          className,
        )}
        {...rest}
      >
        <Icon className="size-4" />
      </button>
    </Tooltip>
  );
}
