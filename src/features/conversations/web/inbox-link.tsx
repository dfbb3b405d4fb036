import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Inbox } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { linkButtonClass } from '#ui/button-class.ts';
import { toast } from '#ui/toast.ts';
import { inboxCountsQuery } from './inbox-api.ts';

/** The way to the inbox, with how many wait there. */
export function InboxLink() {
  const counts = useQuery(inboxCountsQuery());
  const waiting = counts.data?.waiting ?? 0;
  return (
    <Link to="/chatbot/inbox" className={linkButtonClass()}>
      <Inbox className="size-4" />
      Inbox
      {waiting > 0 && (
        <span className="rounded-badge bg-amber-t px-1.5 text-small text-amber-ink tabular-nums">
          {waiting}
          <span className="sr-only"> waiting</span>
        </span>
      )}
    </Link>
  );
}

/** How many wait, next to the name in the menu. */
export function WaitingBadge() {
  const counts = useQuery(inboxCountsQuery());
  const waiting = counts.data?.waiting ?? 0;
  useNotice(counts.data?.waiting);
  if (waiting === 0) return null;
  return (
    <span className="pointer-events-none absolute top-1/2 right-2 -translate-y-1/2 rounded-badge bg-amber-t px-1.5 text-small text-amber-ink tabular-nums">
      {waiting}
      <span className="sr-only"> {waiting === 1 ? 'visitor waits' : 'visitors wait'} for a person</span>
    </span>
  );
}

/** Tells wherever one is that another visitor needs a person; not of those who waited before the page was opened. */
function useNotice(waiting: number | undefined): void {
  const known = useRef<number | undefined>(undefined);
  const navigate = useNavigate();
  useEffect(() => {
    if (waiting !== undefined && known.current !== undefined && waiting > known.current) {
      toast({
        title: 'A visitor needs a person',
        description: 'The conversation waits in the inbox of the AI agents.',
        offer: { label: 'Open', onSelect: () => void navigate({ to: '/chatbot/inbox' }) },
      });
    }
    known.current = waiting;
  }, [waiting, navigate]);
}
