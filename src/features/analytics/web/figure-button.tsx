import type { ReactNode } from 'react';
import { cn } from '#ui/class-names.ts';

type FigureButtonProps = {
  /** Read out: "Response rate of Liver Health Winter". */
  label: string;
  onOpen: () => void;
  className?: string;
  children: ReactNode;
};

/** A figure that opens to how it is reckoned. */
export function FigureButton({ label, onOpen, className, children }: FigureButtonProps) {
  return (
    <button
      type="button"
      onClick={onOpen}
      aria-haspopup="dialog"
      className={cn(
        '-my-0.5 inline-block min-h-6 min-w-6 rounded-badge [text-align:inherit] tabular-nums decoration-green-l decoration-2 underline-offset-4 hover:underline pointer-coarse:min-h-11 pointer-coarse:min-w-11',
        className,
      )}
    >
      {children}
      <span className="sr-only">, how {label} is counted</span>
    </button>
  );
}
