import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { TileRow, TileSkeleton } from '#ui/tile.tsx';

/** The campaigns before they arrived: four figures and two cards in their final size. */
export function CampaignsSkeleton() {
  return (
    <Loading label="Loading the campaigns" className="mt-6">
      <TileRow label="Figures">
        {[0, 1, 2, 3].map((tile) => (
          <TileSkeleton key={tile} />
        ))}
      </TileRow>
      <Skeleton className="mt-8 h-5 w-36" />
      {[0, 1].map((card) => (
        <div key={card} className="mt-3 rounded-panel border border-line px-5 py-4">
          <Skeleton className="h-5 w-48 max-w-full" />
          <Skeleton className="mt-1.5 h-4 w-72 max-w-full" />
          <Skeleton className="mt-6 h-7 w-80 max-w-full" />
        </div>
      ))}
    </Loading>
  );
}
