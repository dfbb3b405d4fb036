import { Loading, Skeleton } from '#ui/skeleton.tsx';

/** Stands for a screen while its code is fetched. */
export function ScreenSkeleton() {
  return (
    <Loading label="Loading the screen" className="px-4 py-6 sm:px-8">
      <Skeleton className="h-7 w-56" />
      <Skeleton className="mt-2 h-4 w-80 max-w-full" />
      <Skeleton className="mt-8 h-36 w-full" />
      <Skeleton className="mt-6 h-64 w-full" />
    </Loading>
  );
}
