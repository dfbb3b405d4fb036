import { CircleCheck, CirclePause } from 'lucide-react';
import { countOf } from '#kit/text.ts';
import { Badge } from '#ui/badge.tsx';
import { cn } from '#ui/class-names.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import type { Community } from '../contract.ts';
import { SUBJECT_LABELS } from './community-words.ts';

type CommunityListProps = {
  communities: readonly Community[];
  selectedId: string | null;
  onSelect: (id: string) => void;
  onShowWaiting: (id: string) => void;
};

/** All communities; a press shows one. */
export function CommunityList({ communities, selectedId, onSelect, onShowWaiting }: CommunityListProps) {
  if (communities.length === 0) {
    return (
      <EmptyState isCompact title="No communities yet" text="Create your first community to get started" />
    );
  }
  return (
    <ul aria-label="Communities" className="-mx-3 border-y border-line-2">
      {communities.map((community) => {
        const isSelected = community.id === selectedId;
        return (
          <li
            key={community.id}
            data-community={community.id}
            className={cn(
              'relative border-b border-line px-3 py-3 transition-colors duration-80 last:border-b-transparent hover:bg-sunk',
              isSelected &&
                'bg-sel before:absolute before:inset-y-0 before:left-0 before:w-0.5 before:bg-green',
            )}
          >
            <div className="flex items-start justify-between gap-2">
              <button
                type="button"
                aria-pressed={isSelected}
                onClick={() => onSelect(community.id)}
                className="min-w-0 text-left text-body font-semibold wrap-anywhere before:absolute before:inset-0"
              >
                {community.name}
              </button>
              <ActiveBadge isActive={community.isActive} />
            </div>
            <p className="mt-0.5 text-small text-ink-2 tabular-nums">
              {SUBJECT_LABELS[community.subject]} · {countOf(community.metrics.totalMembers, 'member')}
            </p>
            {community.heldPosts > 0 && (
              <button
                type="button"
                onClick={() => onShowWaiting(community.id)}
                className="relative mt-0.5 text-small text-amber-ink tabular-nums underline-offset-2 hover:underline pointer-coarse:min-h-11"
              >
                {community.heldPosts} {community.heldPosts === 1 ? 'waits' : 'wait'} for you
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

export function ActiveBadge({ isActive }: { isActive: boolean }) {
  return isActive ? (
    <Badge tone="good" icon={CircleCheck}>
      Active
    </Badge>
  ) : (
    <Badge tone="outline" icon={CirclePause}>
      Inactive
    </Badge>
  );
}

/** The list before it arrived. */
export function CommunityListSkeleton() {
  return (
    <Loading label="" className="space-y-3">
      <p className="text-small text-ink-3">Loading communities...</p>
      {[0, 1, 2].map((row) => (
        <div key={row} className="border-t border-line py-3">
          <Skeleton className="h-4 w-36" />
          <Skeleton className="mt-1.5 h-3 w-44" />
        </div>
      ))}
    </Loading>
  );
}
