import type { ReactNode } from 'react';
import { cn } from './class-names.ts';

type StateMessageProps = {
  picture: ReactNode;
  title: ReactNode;
  text?: ReactNode;
  children?: ReactNode;
  /** Inside a narrow column: smaller, the picture above. */
  isCompact?: boolean;
  role?: 'alert' | 'status';
  className?: string;
};

/** The common shape of empty and failed: a picture beside what happened and what to do. */
export function StateMessage({
  picture,
  title,
  text,
  children,
  isCompact,
  role,
  className,
}: StateMessageProps) {
  return (
    <div
      role={role}
      className={cn(
        'flex items-start gap-x-7 gap-y-3',
        isCompact ? 'flex-col px-0 py-6' : 'px-4 py-12 max-sm:flex-col sm:px-12',
        className,
      )}
    >
      {picture}
      <div className="min-w-0 max-w-[60ch]">
        <p className={isCompact ? 'text-h2' : 'text-h3'}>{title}</p>
        {text !== undefined && <p className="mt-0.5 text-body text-pretty text-ink-2">{text}</p>}
        {children !== undefined && <div className="mt-3 flex flex-wrap items-center gap-3">{children}</div>}
      </div>
    </div>
  );
}
