import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from './class-names.ts';

type PartialNoticeProps = {
  /** What did not arrive: "Reddit answered, X did not." */
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  /** Standing by itself instead of across a panel. */
  isBoxed?: boolean;
  className?: string;
};

/** The amber line over what did arrive. */
export function PartialNotice({ title, children, action, isBoxed = false, className }: PartialNoticeProps) {
  return (
    <div
      role="status"
      className={cn(
        'flex min-h-10 flex-wrap items-center gap-x-3 gap-y-2 border-amber-l bg-amber-t px-5 py-1.5 text-small text-ink',
        isBoxed ? 'rounded-panel border' : 'border-b',
        className,
      )}
    >
      <TriangleAlert className="size-4 text-amber" />
      <p className="min-w-0 flex-1 basis-48">
        <strong>{title}</strong> {children}
      </p>
      {action}
    </div>
  );
}
