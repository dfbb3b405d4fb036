import type { ReactNode } from 'react';
import { Mark } from './mark.tsx';
import { StateMessage } from './state-message.tsx';

type EmptyStateProps = {
  title: ReactNode;
  /** What to do to fill it. */
  text?: ReactNode;
  /** One button. */
  action?: ReactNode;
  isCompact?: boolean;
  className?: string;
};

/** Nothing here yet, and how that changes. */
export function EmptyState({ title, text, action, isCompact = false, className }: EmptyStateProps) {
  return (
    <StateMessage
      picture={<Mark className={isCompact ? 'size-8 text-green-ink' : 'size-12 text-green-ink'} />}
      title={title}
      isCompact={isCompact}
      {...(text === undefined ? {} : { text })}
      {...(className === undefined ? {} : { className })}
    >
      {action}
    </StateMessage>
  );
}
