import type { ComponentProps } from 'react';
import { formatCount } from '#kit/text.ts';
import { cn } from './class-names.ts';
import { INPUT_CLASS } from './input-class.ts';

/** From this share of what fits on, it is said how much is used. */
const NEARLY_FULL = 0.9;

/**
 * Grows with its text up to a third of the window. What is longer than `maxLength` is never cut, since a pasted text would
 * lose its end unseen: it says by how much it is too long, and whoever takes it refuses it.
 */
export function Textarea({ className, rows = 2, maxLength, ...rest }: ComponentProps<'textarea'>) {
  const { value } = rest;
  const length = typeof value === 'string' ? value.length : undefined;
  const isTooLong = maxLength !== undefined && length !== undefined && length > maxLength;
  return (
    <>
      <textarea
        rows={rows}
        maxLength={length === undefined ? maxLength : undefined}
        className={cn(
          INPUT_CLASS,
          'block max-h-[33vh] min-h-13 resize-y field-sizing-content px-2.5 py-1.5',
          className,
        )}
        {...rest}
        {...(isTooLong ? { 'aria-invalid': true } : {})}
      />
      {maxLength !== undefined && length !== undefined && length > maxLength * NEARLY_FULL && (
        <p
          role="status"
          className={cn(
            // Below the text also where a field lies over its marks in one cell.
            'mt-1 text-small tabular-nums [grid-area:2/1]!',
            isTooLong ? 'text-red-ink' : 'text-ink-3',
          )}
        >
          {formatCount(length)} of {formatCount(maxLength)} characters
          {isTooLong && `: ${formatCount(length - maxLength)} too many to be kept`}
        </p>
      )}
    </>
  );
}
