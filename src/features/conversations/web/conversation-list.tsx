import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { linkButtonClass } from '#ui/button-class.ts';
import { pagedSource } from '#ui/calls/paged-source.ts';
import { cn } from '#ui/class-names.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { ShowMore } from '#ui/show-more.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import type { Conversation } from '../contract-inbox.ts';
import { ESCALATION_LABELS } from '../rules-inbox.ts';
import { ConversationBadge } from './conversation-badge.tsx';
import { type InboxFilter, inboxQuery } from './inbox-api.ts';

type ConversationListProps = {
  filter: InboxFilter;
  selectedId: string | undefined;
  onSelect: (id: string) => void;
};

/** Conversations of visitors: those that wait first, then the latest. */
export function ConversationList({ filter, selectedId, onSelect }: ConversationListProps) {
  const list = useInfiniteQuery(inboxQuery(filter));
  if (list.isPending) {
    return (
      <Loading label="Loading the conversations" className="space-y-5 p-4">
        {[0, 1, 2, 3].map((row) => (
          <div key={row} className="space-y-2">
            <Skeleton className="h-3 w-40" />
            <Skeleton className="h-3 w-full" />
          </div>
        ))}
      </Loading>
    );
  }
  if (list.isError) {
    return (
      <ErrorState isCompact title="The conversations could not be loaded" query={list} className="px-4" />
    );
  }
  const { rows } = pagedSource(list);
  if (rows.length === 0) {
    return filter.state === undefined ? (
      <EmptyState
        isCompact
        title="No conversations yet"
        text="They appear here as soon as a visitor writes to an agent on your website. Answer them from here where an agent calls for a person."
        action={
          <Link to="/chatbot" className={linkButtonClass()}>
            Put an agent on your site
          </Link>
        }
        className="px-4"
      />
    ) : (
      <EmptyState isCompact title="No conversation in this state" className="px-4" />
    );
  }
  return (
    <>
      <ul aria-label="Conversations" className="divide-y divide-line">
        {rows.map((conversation) => (
          <Row
            key={conversation.id}
            conversation={conversation}
            isSelected={conversation.id === selectedId}
            onSelect={() => onSelect(conversation.id)}
          />
        ))}
      </ul>
      <ShowMore query={list} className="m-2" />
    </>
  );
}

type RowProps = { conversation: Conversation; isSelected: boolean; onSelect: () => void };

function Row({ conversation, isSelected, onSelect }: RowProps) {
  const { visitor, agentName, preview, state, escalation, person, lastMessageAt } = conversation;
  const reason = state === 'waiting' && escalation ? ESCALATION_LABELS[escalation.category] : null;
  return (
    <li
      data-conversation={conversation.id}
      className={cn(
        'relative px-4 py-3 transition-colors duration-80',
        isSelected
          ? 'bg-sel before:absolute before:inset-y-0 before:left-0 before:w-0.5 before:bg-green'
          : 'hover:bg-sunk',
      )}
    >
      <div className="flex items-center justify-between gap-3">
        <button
          type="button"
          aria-current={isSelected || undefined}
          onClick={onSelect}
          className="truncate text-left text-body font-semibold after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
        >
          {visitor} and {agentName}
        </button>
        <RelativeTime isPlain value={lastMessageAt} className="shrink-0 text-small text-ink-3" />
      </div>
      <p className="mt-0.5 truncate text-small text-ink-2">{preview}</p>
      <div className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-small text-ink-3">
        <ConversationBadge state={state} />
        {reason !== null && <span className="text-amber-ink">{reason}</span>}
        {person && <span>{person.name}</span>}
      </div>
    </li>
  );
}
