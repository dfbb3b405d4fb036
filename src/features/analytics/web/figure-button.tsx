import type { ReactNode } from 'react';
import { cn } from '#ui/class-names.ts';

type FigureButtonProps = {
  /** Read out: "Response rate of Liver Health Winter". */
  label: string;
  /** Id of what names whose figure it is, where the label does not. */
  describedBy?: string;
  onOpen: () => void;
  className?: string;
  children: ReactNode;
};

/** A figure that opens to how it is reckoned. */
export function FigureButton({ label, describedBy, onOpen, className, children }: FigureButtonProps) {
  return (
    <button
      type="button"
      onClick={onOpen}
      aria-haspopup="dialog"
      aria-describedby={describedBy}
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
