import { CirclePlus, TriangleAlert } from 'lucide-react';
import { cn } from '../class-names.ts';

/** block: it may not leave · warn: somebody has to look · suggest: it could be better. */
export type FindingSeverity = 'block' | 'warn' | 'suggest';

type FindingGlyphProps = { severity: FindingSeverity; className?: string };

/** The sign of a finding; each has its own shape, and the list beside it writes the word. */
export function FindingGlyph({ severity, className = 'size-4' }: FindingGlyphProps) {
  if (severity === 'warn') return <TriangleAlert className={cn('text-amber', className)} />;
  if (severity === 'suggest') return <CirclePlus className={cn('text-green-ink', className)} />;
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" className={cn('shrink-0 text-red-ink', className)}>
      <path d="M5.2 1.4h5.6l3.8 3.8v5.6l-3.8 3.8H5.2l-3.8-3.8V5.2z" fill="currentColor" />
      <path
        d="M5.7 5.7l4.6 4.6M10.3 5.7l-4.6 4.6"
        className="stroke-surface"
        strokeWidth="1.6"
        strokeLinecap="round"
      />
    </svg>
  );
}

/** The underline of the words a finding is about; see app.css. */
export const FINDING_MARK: Record<FindingSeverity, string> = {
  block: 'claim-block',
  warn: 'claim-warn',
  suggest: 'claim-suggest',
};

/** The colour of the severity's word. */
export const FINDING_INK: Record<FindingSeverity, string> = {
  block: 'text-red-ink',
  warn: 'text-amber-ink',
  suggest: 'text-green-ink',
};
