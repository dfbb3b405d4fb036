import { cn } from './class-names.ts';

/** Only where no count is known. The words beside it say what is under way. */
export function Spinner({ className = 'size-4' }: { className?: string }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" className={cn('shrink-0 animate-turn', className)}>
      <path
        d="M8 1.75a6.25 6.25 0 1 1-6.25 6.25"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
      />
    </svg>
  );
}
