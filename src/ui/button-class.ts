import { cn } from './class-names.ts';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'loss';
/** `row` 28 px, `control` 32 px, `large` 44 px; each is 44 px on touch. */
export type ButtonSize = 'row' | 'control' | 'large';

const BASE =
  'relative inline-flex shrink-0 items-center justify-center gap-2 whitespace-nowrap rounded-control border ' +
  'select-none transition-colors duration-80 ease-out pointer-coarse:min-h-11 ' +
  'print:hidden disabled:border-line disabled:bg-hover disabled:text-ink-3 ' +
  'aria-disabled:border-line aria-disabled:bg-hover aria-disabled:text-ink-3';

const VARIANT: Record<ButtonVariant, string> = {
  primary:
    'border-green bg-green text-on-green enabled:not-aria-disabled:hover:border-green-h enabled:not-aria-disabled:hover:bg-green-h',
  secondary: 'border-line-2 bg-surface text-ink enabled:not-aria-disabled:hover:bg-hover',
  ghost:
    'border-transparent bg-transparent text-ink-2 enabled:not-aria-disabled:hover:bg-hover enabled:not-aria-disabled:hover:text-ink',
  loss: 'border-red-l bg-surface text-red-ink enabled:not-aria-disabled:hover:bg-red-t',
};

/** The same on a link, which is never disabled. */
const LINK_HOVER: Record<ButtonVariant, string> = {
  primary: 'hover:border-green-h hover:bg-green-h',
  secondary: 'hover:bg-hover',
  ghost: 'hover:bg-hover hover:text-ink',
  loss: 'hover:bg-red-t',
};

const SIZE: Record<ButtonSize, string> = {
  row: 'h-7 px-2 text-small font-medium',
  control: 'h-8 px-3 text-label',
  large: 'h-11 px-5 text-h2 font-medium',
};

type ButtonLook = { variant?: ButtonVariant; size?: ButtonSize };

/** The look of a button, for `Button` itself. */
export function buttonClass({ variant = 'secondary', size = 'control' }: ButtonLook = {}): string {
  return cn(BASE, VARIANT[variant], SIZE[size]);
}

/** The look of a button for a link: `<Link to="/campaigns" className={linkButtonClass({ variant: 'primary' })}>`. */
export function linkButtonClass({ variant = 'secondary', size = 'control' }: ButtonLook = {}): string {
  return cn(BASE, VARIANT[variant], LINK_HOVER[variant], SIZE[size]);
}
