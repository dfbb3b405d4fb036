import { cn } from './class-names.ts';
import { useWait } from './loading-status.tsx';

/** Stands where something will be, in its final size; appears only after 200 ms. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden="true" className={cn('block animate-skeleton rounded-badge bg-hover', className)} />
  );
}

/** Stands where words will be: broken into lines as words like these would be, so that nothing moves when they come. */
export function TextSkeleton({ like }: { like: string }) {
  return (
    <span
      aria-hidden="true"
      className="animate-skeleton rounded-badge bg-hover box-decoration-clone text-transparent select-none"
    >
      {like}
    </span>
  );
}

/** Names what is being waited for, and holds the skeletons. That something is waited for is said once for the whole page. */
export function Loading({
  label,
  className,
  children,
}: {
  label: string;
  className?: string;
  children?: React.ReactNode;
}) {
  useWait();
  return (
    <div aria-busy="true" className={className}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  );
}
