import { cn } from '../class-names.ts';

/** How far along something is: not begun, a quarter, half, three quarters, done; or `paused`. */
export type RingStep = 'dashed' | 'quarter' | 'half' | 'three-quarters' | 'ticked' | 'paused';

type RingGlyphProps = {
  step: RingStep;
  /** Size and colour; else 16 px in green. */
  className?: string;
};

const SLICE = {
  quarter: 'M8 8V4.4A3.6 3.6 0 0 1 11.6 8Z',
  half: 'M8 4.4A3.6 3.6 0 0 1 8 11.6Z',
  'three-quarters': 'M8 8V4.4A3.6 3.6 0 1 1 4.4 8Z',
};

/** The stage of a lead or the state of a campaign, always beside its word. */
export function RingGlyph({ step, className = 'size-4 text-green-ink' }: RingGlyphProps) {
  return (
    <svg
      viewBox="0 0 16 16"
      aria-hidden="true"
      className={cn('shrink-0', className)}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
    >
      {step === 'ticked' ? (
        <>
          <circle cx="8" cy="8" r="6.4" fill="currentColor" stroke="none" />
          <path
            d="M5.2 8.2l2 2 3.7-4"
            className="stroke-surface"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </>
      ) : (
        <>
          <circle
            cx="8"
            cy="8"
            r="5.8"
            {...(step === 'dashed' ? { strokeDasharray: '1.9 2.655', strokeLinecap: 'butt' } : {})}
          />
          {step === 'paused' && <path d="M6.6 5.9v4.2M9.4 5.9v4.2" strokeLinecap="round" />}
          {step !== 'dashed' && step !== 'paused' && (
            <path d={SLICE[step]} fill="currentColor" stroke="none" />
          )}
        </>
      )}
    </svg>
  );
}
