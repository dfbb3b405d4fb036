import type { ComponentProps } from 'react';
import { cn } from './class-names.ts';
import { INPUT_CLASS } from './input-class.ts';

/** Grows with its text up to a third of the window. */
export function Textarea({ className, rows = 2, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={rows}
      className={cn(
        INPUT_CLASS,
        'block max-h-[33vh] min-h-13 resize-y field-sizing-content px-2.5 py-1.5',
        className,
      )}
      {...rest}
    />
  );
}
