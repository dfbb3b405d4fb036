import { type ReactNode, type SyntheticEvent, useRef } from 'react';
import { cn } from './class-names.ts';
import { INPUT_CLASS } from './input-class.ts';

type MarkedFieldProps = {
  /** The text of the field in pieces; those with a class are marked. */
  pieces: readonly { text: string; start: number; className: string | undefined }[];
  isOneLine?: boolean;
  /** Padding and type of the field. */
  className: string;
  /** An `Input` or `Textarea` with the same text, padding and type, and `bg-transparent!`. */
  children: ReactNode;
};

/**
 * Marks words of a field while it is typed in. The same text lies under it, without a colour of its own, and carries
 * the marks: what is typed, selected, undone and read out is the field's own.
 */
export function MarkedField({ pieces, isOneLine = false, className, children }: MarkedFieldProps) {
  const under = useRef<HTMLDivElement>(null);
  function follow({ target }: SyntheticEvent) {
    if (!under.current || !(target instanceof HTMLElement)) return;
    under.current.scrollTop = target.scrollTop;
    under.current.scrollLeft = target.scrollLeft;
  }
  return (
    <div
      className="grid *:[grid-area:1/1]"
      onScrollCapture={follow}
      onSelectCapture={follow}
      onBlurCapture={follow}
    >
      <div
        ref={under}
        aria-hidden="true"
        className={cn(
          INPUT_CLASS,
          'pointer-events-none overflow-hidden border-transparent! bg-surface! text-transparent!',
          isOneLine ? 'whitespace-pre' : 'wrap-break-word whitespace-pre-wrap',
          className,
        )}
      >
        {pieces.map(({ text, start, className: mark }) =>
          mark === undefined ? (
            text
          ) : (
            <mark key={start} className={mark}>
              {text}
            </mark>
          ),
        )}
      </div>
      {children}
    </div>
  );
}
