import { Unplug } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { errorWords } from './error-words.ts';
import { StateMessage } from './state-message.tsx';

/** What a query says of its failure, and the way to ask it again. */
export type FailedQuery = { error: unknown; refetch: () => unknown; isFetching: boolean };

type Failure = { query: FailedQuery } | { error: unknown; onRetry?: () => void; isRetrying?: boolean };

type ErrorStateProps = Failure & {
  /** What could not be done: "The leads could not be loaded". */
  title: string;
  /** Instead of the words that belong to the error. */
  text?: ReactNode;
  isCompact?: boolean;
  className?: string;
};

/** Names what failed and what is safe, offers another try, and gives the reference that finds it in the log. */
export function ErrorState({ title, text, isCompact = false, className, ...failure }: ErrorStateProps) {
  const { error, onRetry, isRetrying = false } = 'query' in failure ? askedAgain(failure.query) : failure;
  const words = errorWords(error);
  return (
    <StateMessage
      role="alert"
      picture={
        <Unplug
          className={isCompact ? 'size-8 stroke-[1.5]! text-amber' : 'size-12 stroke-[1.25]! p-1 text-amber'}
        />
      }
      title={title}
      text={text ?? words.text}
      isCompact={isCompact}
      {...(className === undefined ? {} : { className })}
    >
      {onRetry && (
        <Button onClick={onRetry} isPending={isRetrying} pendingLabel="Trying…">
          Try again
        </Button>
      )}
      {words.reference && <span className="text-small text-ink-3">{words.reference}</span>}
    </StateMessage>
  );
}

function askedAgain({ error, refetch, isFetching }: FailedQuery) {
  return { error, onRetry: () => void refetch(), isRetrying: isFetching };
}
