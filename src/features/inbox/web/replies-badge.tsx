import { useQuery } from '@tanstack/react-query';
import { queryOf } from '#ui/calls/call-api.ts';
import { countReplies } from '../contract.ts';

/** How many replies are open, upon the place in the menu: beside its name, which stays what it is. */
export function RepliesBadge() {
  const counts = useQuery(queryOf(countReplies, {}, { topics: ['replies', 'leads'] }));
  const open = counts.data?.open ?? 0;
  if (open === 0) return null;
  return (
    <span className="pointer-events-none absolute top-1/2 right-2 -translate-y-1/2 rounded-badge bg-amber-t px-1.5 text-small text-amber-ink tabular-nums">
      {open}
      <span className="sr-only"> open {open === 1 ? 'reply' : 'replies'}</span>
    </span>
  );
}
