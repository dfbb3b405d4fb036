import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ShieldAlert } from 'lucide-react';
import { shortDate } from '#ui/relative-time-words.ts';
import { REQUEST_LABELS } from '../rules.ts';
import { privacyRequestsQuery } from './api.ts';

/** What people ask about their data and the law gives a day for; nothing while nobody asks. */
export function WaitingRequestsPanel({ className }: { className?: string }) {
  const { data = [] } = useQuery(privacyRequestsQuery());
  if (data.length === 0) return null;
  return (
    <ul aria-label="Requests about personal data" className={className}>
      {data.map(({ id, leadName, kind, dueAt }) => (
        <li key={id} className="flex items-start gap-2 border-b border-line py-2 text-body">
          <ShieldAlert className="mt-0.5 size-4 shrink-0 text-amber-ink" />
          <p className="min-w-0 wrap-anywhere">
            <span className="font-medium">{leadName}</span>: {REQUEST_LABELS[kind]}.{' '}
            <span className="text-amber-ink">Answer due {shortDate(new Date(dueAt), new Date())}.</span>{' '}
            <Link to="/settings" hash="privacy" className="link">
              Answer in Settings
            </Link>
          </p>
        </li>
      ))}
    </ul>
  );
}
