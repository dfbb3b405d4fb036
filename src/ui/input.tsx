import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from './class-names.ts';
import { INPUT_CLASS } from './input-class.ts';

export type InputProps = Omit<ComponentProps<'input'>, 'size'> & {
  /** `large` is the one field of the gate and of sign-in. */
  size?: 'control' | 'large';
  /** Shown inside, at the start. */
  icon?: LucideIcon;
  /** Shown inside, at the end: a unit or a key hint. */
  trailing?: ReactNode;
};

const HEIGHT = { control: 'h-8 px-2.5', large: 'h-11 px-3.5 text-h2 font-normal' };

export function Input({ size = 'control', icon: Icon, trailing, className, ...rest }: InputProps) {
  const input = (
    <input
      className={cn(
        INPUT_CLASS,
        HEIGHT[size],
        'pointer-coarse:min-h-11',
        Icon && 'pl-8',
        trailing !== undefined && 'pr-9',
        !Icon && trailing === undefined && className,
      )}
      {...rest}
    />
  );
  if (!Icon && trailing === undefined) return input;
  return (
    <span className={cn('relative flex items-center', className)}>
      {Icon && <Icon className="pointer-events-none absolute left-2.5 size-4 text-ink-3" />}
      {input}
      {trailing !== undefined && <span className="absolute right-2 flex items-center">{trailing}</span>}
    </span>
  );
}
