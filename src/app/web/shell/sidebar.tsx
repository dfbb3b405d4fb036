import { useQuery } from '@tanstack/react-query';
import { workspaceQuery } from '#features/settings/web/api.ts';
import { Mark } from '#ui/mark.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Navigation } from './navigation.tsx';
import { UsageCard } from './usage-card.tsx';

/** Brand, the seven places and what this month has seen; beside the screen or, where that is narrow, in a sheet. */
export function Sidebar({ onChoose }: { onChoose?: () => void }) {
  const workspace = useQuery(workspaceQuery());
  return (
    <div className="flex min-h-full flex-col gap-5.5 px-3 pt-2.5 pb-3">
      <div className="flex items-center gap-2.5 px-2">
        <Mark className="size-7 text-green-ink" />
        <div className="min-w-0 flex-1">
          <p className="text-h3 leading-5">Yarrow</p>
          <p className="truncate text-small text-ink-2">
            {workspace.data ? workspace.data.name : <Skeleton className="mt-0.5 h-3 w-24" />}
          </p>
        </div>
      </div>
      <Navigation {...(onChoose ? { onChoose } : {})} />
      <UsageCard className="mt-auto" />
    </div>
  );
}
