import { useQuery } from '@tanstack/react-query';
import { BadgeDollarSign } from 'lucide-react';
import { shortDate } from '#ui/relative-time-words.ts';
import { boughtWords } from '../rules.ts';
import { timelineQuery } from './api.ts';

/** What somebody bought, in one line; nothing for who has not. */
export function PurchaseBadge({ leadId }: { leadId: string }) {
  const timeline = useQuery(timelineQuery(leadId));
  const words = boughtWords(timeline.data ?? [], (at) => shortDate(new Date(at), new Date()));
  if (words === null) return null;
  return (
    <p className="mt-1 flex items-start gap-1.5 text-small text-pretty text-ink-2 tabular-nums">
      <BadgeDollarSign className="mt-px size-3.5 shrink-0 text-ink-3" />
      <span className="min-w-0 wrap-anywhere">{words}</span>
    </p>
  );
}
