import { useQuery } from '@tanstack/react-query';
import { waitingPostsQuery } from './api.ts';

/** How many posts wait for somebody to look at them, upon the place in the menu. */
export function WaitingPostsBadge() {
  const { waiting = 0 } = useQuery(waitingPostsQuery()).data ?? {};
  if (waiting === 0) return null;
  return (
    <span className="pointer-events-none absolute top-1/2 right-2 -translate-y-1/2 rounded-badge bg-amber-t px-1.5 text-small text-amber-ink tabular-nums">
      {waiting}
      <span className="sr-only"> {waiting === 1 ? 'post waits' : 'posts wait'} for moderation</span>
    </span>
  );
}
